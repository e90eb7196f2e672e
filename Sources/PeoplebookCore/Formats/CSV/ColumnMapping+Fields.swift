import Algorithms

/// The fields that a column can have, by their names.
extension ColumnMapping {
  /// Reads a mapping: the last equals sign divides the heading from the field.
  ///
  /// - Throws: ``ColumnMappingError`` for an unknown field, with the name that may be meant.
  /// - Complexity: O(*n* + *f*), where *n* is the length of the text, and *f* is the number of fields.
  public init(_ text: String) throws(ColumnMappingError) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
    let heading = parts.dropLast().joined(separator: "=")
    guard let name = parts.last, !heading.isEmpty else {
      throw ColumnMappingError(description: "Write \(text.excerpt) as Column=field, such as “Tel. 2=phone”.")
    }
    self.init(text: text, heading: heading, field: name)
    _ = try Self.meaning(ofFieldNamed: name)
  }

  /// The meaning of the column.
  var meaning: CSVColumn? { try? Self.meaning(ofFieldNamed: field) }

  /// The reason why a text is not a mapping of one of the columns; `nil` when it is.
  ///
  /// - Complexity: O(*n*), where *n* is the number of columns.
  public static func refusal(of text: String, among columns: [ImportColumn]) -> String? {
    do throws(ColumnMappingError) {
      try ColumnMapping(text).check(in: [columns])
      return nil
    } catch {
      return error.description
    }
  }

  /// Checks whether the column is a single one of at least one of several tables.
  ///
  /// - Throws: ``ColumnMappingError`` that lists the columns to choose from.
  func check(in tables: [[ImportColumn]]) throws(ColumnMappingError) {
    func list(_ names: [ColumnName], _ conjunction: String) -> String {
      names.map(\.text.excerpt).listed(last: conjunction)
    }
    let tables = tables.map { $0.map(\.name) }
    let found = tables.map { names in indices(in: names).map { names[$0] } }
    if let several = found.first(where: { Set($0).count > 1 }) {
      throw ColumnMappingError(
        description: "There are several columns \(heading.excerpt): choose \(list(several, "or")).")
    }
    guard found.allSatisfy(\.isEmpty) else { return }
    let names = tables.flatMap { $0 }
    let columns = names.isEmpty ? "There are none" : "There are \(list(names, "and"))"
    throw ColumnMappingError(description: "There is no column \(heading.excerpt). \(columns).")
  }

  // MARK: Fields

  /// The fields that a column can have, by name.
  private static let fields: [(name: String, field: PersonField)] =
    FieldCatalogue.current.fields.filter { $0.csvKind != nil && $0 != .addresses && $0 != .fullName }
    .map { ($0.name, $0) }
  private static let wholeColumns: [(name: String, meaning: CSVColumn)] = [
    ("name", .name), ("id", .id), ("birth year", .birthYear), ("birth month", .birthMonth), ("birth day", .birthDay),
    ("nothing", .ignored),
  ]
  private static let addressParts: [(name: String, part: CSVAddressPart)] = [
    (PersonField.addresses.name, .whole), ("street", .street), ("extended address", .extended), ("city", .city),
    ("region", .region), ("postcode", .postcode), ("country", .country), ("po box", .poBox),
  ]

  /// The names of all fields that a column can have.
  public static let fieldNames: [String] =
    ["name"] + fields.map(\.name) + addressParts.map(\.name) + wholeColumns.map(\.name).dropFirst()

  private static func meaning(ofFieldNamed text: String) throws(ColumnMappingError) -> CSVColumn {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
    let (name, label) = (parts[0].lowercased(), parts.count > 1 ? parts[1] : nil)
    if let found = addressParts.first(where: { $0.name == name }) { return .address(found.part, of: label ?? "") }
    if let found = fields.first(where: { isName(name, of: $0.field) })?.field {
      if found.kind is LabeledKind { return .field(found, label: label ?? "") }
      if label == nil { return .own(found) }
      throw ColumnMappingError(description: "The field “\(found.name)” has no label.")
    }
    if label == nil, isName(name, of: .fullName) { return .name }
    if label == nil, let found = wholeColumns.first(where: { $0.name == name }) { return found.meaning }
    let near = fieldNames.map { (name: $0, distance: $0.editDistance(to: name)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= max(2, name.count / 3) else {
      throw ColumnMappingError(
        description: "There is no field \(name.excerpt). The fields are \(fieldNames.listed(last: "and")).")
    }
    throw ColumnMappingError(description: "There is no field \(name.excerpt). Did you mean “\(near.name)”?")
  }

  /// Whether a text in lower case is the name, the key or the option of a field.
  private static func isName(_ text: String, of field: PersonField) -> Bool {
    text == field.name || text == field.id.lowercased() || text == field.option?.name
      || text == field.label.lowercased()
  }

  /// The name of a meaning, as ``init(_:)`` takes it where it is one that the user can choose.
  static func name(of meaning: CSVColumn) -> String {
    func labelled(_ name: String, _ label: String?) -> String {
      label.map { $0.isEmpty ? name : "\(name):\($0)" } ?? name
    }
    switch meaning {
    case .field(let field, let label): return labelled(field.name, label)
    case .address(let part, of: let address):
      let name = addressParts.first { $0.part == part }?.name
      return name.map { labelled($0, address) } ?? "label of the address"
    case .label, .otherLabel: return "label of the next column"
    case .other: return "\(PersonField.note.name), below its heading"
    case .name, .id, .birthYear, .birthMonth, .birthDay, .ignored:
      return wholeColumns.first { $0.meaning == meaning }?.name ?? ""
    }
  }
}
