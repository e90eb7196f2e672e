import Persistence

/// A record of the tests' books.
struct Friend: Model {
  var row: Int64 = 0
  var id = ""
  var first = ""
  var note = ""
  var age = 0
  var tags: [String] = []

  init() {}

  init(_ first: String, note: String = "", tags: [String] = []) {
    self.first = first
    self.note = note
    self.tags = tags
  }

  static let table = Table<Friend>(
    "friend", columns: [Column("first", \.first), Column("note", \.note), Column("age", \.age)],
    lists: [List("tag", \.tags, isIndexed: true)], orders: [Order("first") { [$0.first] }],
    searchText: { [$0.first] + $0.tags })

  static let format = StoreFormat(applicationID: 0x4672_6E64, version: 1, models: [Friend.self])
}

/// The same record in a later version, with one field more.
struct LaterFriend: Model {
  var row: Int64 = 0
  var id = ""
  var first = ""
  var note = ""
  var age = 0
  var city = ""
  var tags: [String] = []

  static let table = Table<LaterFriend>(
    "friend",
    columns: [Column("first", \.first), Column("note", \.note), Column("age", \.age), Column("city", \.city)],
    lists: [List("tag", \.tags, isIndexed: true)], orders: [Order("first") { [$0.first] }],
    searchText: { [$0.first, $0.city] + $0.tags })

  static let format = StoreFormat(applicationID: 0x4672_6E64, version: 2, models: [LaterFriend.self])

  /// The same format with a migration that fills the new field from notes such as `city: Rome`.
  static let fillingFormat = StoreFormat(
    applicationID: 0x4672_6E64, version: 2, models: [LaterFriend.self],
    migrations: [
      2: [
        .statement("ALTER TABLE friend ADD COLUMN city \(String.columnType)"),
        .statement("UPDATE friend SET city = substr(note, 7) WHERE note LIKE 'city: %'"),
      ]
    ])

  static func complete(_ record: inout LaterFriend, from version: Int32) {
    if record.city.isEmpty, record.note.hasPrefix("city: ") { record.city = String(record.note.dropFirst(6)) }
  }
}
