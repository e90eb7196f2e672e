import Persistence

/// A model with one property of each kind: texts, a number, an optional, a list of values, a list of pairs, two orders.
struct Friend: Model {
  var row: Int64 = 0
  var id = ""
  var first = ""
  var last = ""
  var age = 0
  var nickname: String?
  var tags: [String] = []
  var mails: [Mail] = []

  init() {}

  init(_ first: String, _ last: String = "", age: Int = 0, tags: [String] = []) {
    self.first = first
    self.last = last
    self.age = age
    self.tags = tags
  }

  static let table = Table<Friend>(
    "friend",
    columns: [
      Column("first", \.first), Column("last", \.last), Column("age", \.age), Column("nickname", \.nickname),
    ],
    lists: [List("tag", \.tags, isIndexed: true), List("mail", \.mails)],
    orders: [.first, .last],
    searchText: { [$0.first, $0.last, $0.nickname ?? ""] + $0.tags + $0.mails.map(\.address) })
}

extension Order<Friend> {
  static let first = Order("first") { [$0.first, $0.last] }
  static let last = Order("last") { [$0.last, $0.first] }
}

struct Mail: ListElement {
  var kind = ""
  var address = ""

  init(_ kind: String, _ address: String) {
    self.kind = kind
    self.address = address
  }

  static var parts: [(name: String, type: String)] { [("kind", String.columnType), ("address", String.columnType)] }

  init?(parts: [StoredValue]) {
    guard parts.count == 2 else { return nil }
    kind = parts[0].text ?? ""
    address = parts[1].text ?? ""
  }

  var parts: [StoredValue] { [kind.stored, address.stored] }
}

let friends = StoreFormat(applicationID: 0x4672_6E64, version: 1, models: [Friend.self])
