import Persistence

extension Person: Model {
  public static let table = Table<Person>(
    "person",
    columns: [
      Column("first_name", \.firstName),
      Column("last_name", \.lastName),
      Column("nickname", \.nickname),
      Column("organisation", \.organisation),
      Column("title", \.title),
      Column("birthday", \.birthday),
      Column("note", \.note),
    ],
    lists: [
      List("email", \.emails),
      List("phone", \.phones),
      List("tag", \.tags, isIndexed: true),
      List("property", \.otherProperties),
    ],
    orders: [.name, .family],
    searchText: \.searchText)

  /// Everything that a search may find.
  private var searchText: [String] {
    [firstName, lastName, nickname, organisation, title, birthday?.stored.text ?? "", note]
      + emails.map { $0.value } + phones.map { Self.searchText(ofPhone: $0.value) } + tags
  }
}

extension Person {
  /// A number by its digits alone; what is no number by its words.
  private static func searchText(ofPhone phone: String) -> String {
    phone.utf8.contains { ($0 | 0x20) >= 0x61 } ? phone + "\n" + Folding.digits(phone) : Folding.digits(phone)
  }
}

extension Order<Person> {
  /// By first name, then last name: as names are shown. People without a name stand where what is shown for them belongs.
  public static let name = Order("name") { $0.hasName ? [$0.firstName, $0.lastName] : [$0.name] }

  /// By last name, then first name.
  public static let family = Order("family") { $0.hasName ? [$0.lastName, $0.firstName] : [$0.name] }
}

extension LabeledValue: ListElement {
  public static var parts: [(name: String, type: String)] {
    [("label", String.columnType), ("value", String.columnType)]
  }

  public init?(parts: [StoredValue]) {
    guard parts.count == 2, let label = String(stored: parts[0]), let value = String(stored: parts[1]) else {
      return nil
    }
    self.init(label: label, value: value)
  }

  public var parts: [StoredValue] { [label.stored, value.stored] }
}

/// Kept as `1815-12-10`, or `--12-10` when the year is unknown.
extension PartialDate: Storable {
  public static var columnType: String { "TEXT" }

  public init?(stored: StoredValue) {
    guard let text = stored.text, text.utf8.count == 7 || text.utf8.count == 10 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.suffix(2).compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    if parts.count == 4, parts[0].isEmpty, parts[1].isEmpty {
      self.init(year: nil, month: numbers[0], day: numbers[1])
    } else if parts.count == 3, let year = Int(parts[0]) {
      self.init(year: year, month: numbers[0], day: numbers[1])
    } else {
      return nil
    }
  }

  public var stored: StoredValue {
    func digits(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return .text((year.map { digits($0, 4) } ?? "-") + "-" + digits(month, 2) + "-" + digits(day, 2))
  }
}
