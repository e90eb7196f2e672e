import Persistence

extension Person: Model {
  public static let table = Table<Person>(
    "person",
    columns: [
      Column("first_name", \.firstName),
      Column("last_name", \.lastName),
      // After the names: setting those discards it.
      Column("full_name", \.fullName),
      Column("nickname", \.nickname),
      Column("organisation", \.organisation),
      Column("title", \.title),
      Column("birthday", \.birthday),
      Column("note", \.note),
      Column("card_frame", \.cardFrame),
    ],
    lists: [
      List("email", \.emails),
      List("phone", \.phones),
      List("tag", \.tags, isIndexed: true),
      List("property", \.otherProperties),
    ],
    orders: [.name, .family],
    searchText: \.searchText)

  /// Every text that a search can find.
  private var searchText: [String] {
    [firstName, lastName, wholeName, nickname, organisation, title, birthday?.stored.text ?? "", note]
      + emails.map { $0.value } + phones.map { Self.searchText(ofPhone: $0.value) } + tags
  }

  /// The name in one piece where first and last name alone would not be found by it: `山田太郎`.
  private var wholeName: String {
    if !fullName.isEmpty { return fullName }
    let order = NameOrder(first: firstName, last: lastName)
    return order == .lastNameFirstUnspaced ? order.join(firstName, lastName) : ""
  }
}

extension Person {
  /// The digits of a number; of a text with letters also the text.
  private static func searchText(ofPhone phone: String) -> String {
    phone.utf8.contains { ($0 | 0x20) >= 0x61 } ? phone + "\n" + Folding.digits(phone) : Folding.digits(phone)
  }
}

extension Order<Person> {
  /// By first name, then last name: names as they are shown. People without a name are where their stand-in belongs.
  public static let name = Order("name") { $0.spokenNameParts }

  /// By last name, then first name.
  public static let family = Order("family") { $0.lastNameFirstParts }
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

/// A date is stored as `1815-12-10`, or as `--12-10` when the year is unknown.
extension PartialDate: Storable {
  public static var columnType: String { "TEXT" }

  public init?(stored: StoredValue) {
    guard let text = stored.text, text.utf8.count == 7 || text.utf8.count == 10 else { return nil }
    self.init(iso: text)
  }

  public var stored: StoredValue { .text(iso) }
}
