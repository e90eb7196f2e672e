import Persistence

extension Person: Model {
  /// The table of people, with its columns and lists.
  public static let table = Table<Person>(
    "person",
    columns: FieldCatalogue.current.fields.flatMap { field in
      let columns = field.kind.columns(named: field.column)
      return field.formPlace == nil ? columns.map { $0.keepingLatest() } : columns
    } + [Column("card_frame", \.cardFrame).keepingLatest()],
    lists: FieldCatalogue.current.fields.flatMap { $0.kind.lists(named: $0.column) },
    orders: [.name, .family],
    searchText: \.searchText, title: \.displayName)

  /// Every text that a search can find.
  var searchText: [String] {
    var texts = [wholeName]
    for field in FieldCatalogue.current.searched { field.kind.addSearchText(of: self, to: &texts) }
    return texts
  }

  /// The name in one piece where first and last name alone would not be found by it: `山田太郎`.
  private var wholeName: String {
    if !fullName.isEmpty { return "" }
    let order = NameOrder(first: firstName, last: lastName)
    return order == .lastNameFirstUnspaced ? order.join(firstName, lastName) : ""
  }
}

extension LabeledValue: ListElement {
  /// The names and types of the columns of a value.
  public static var parts: [(name: String, type: String)] {
    [("label", String.columnType), ("value", String.columnType)]
  }

  /// Creates a value from its columns.
  public init?(parts: [StoredValue]) {
    guard parts.count == 2, let label = String(stored: parts[0]), let value = String(stored: parts[1]) else {
      return nil
    }
    self.init(label: label, value: value)
  }

  /// The columns of the value.
  public var parts: [StoredValue] { [label.stored, value.stored] }
}
