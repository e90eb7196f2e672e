/// The columns of a table, from its headings.
struct CSVTable {
  /// A column.
  struct Column {
    let meaning: CSVColumn
    let heading: String
    /// The kind of the field with its values; `nil` for a column of something else.
    let kind: (any CSVKind)?
    /// Whether the values are the genders of people.
    let isGender: Bool

    /// Whether the values are the labels of others.
    var isLabel: Bool { meaning == .label || meaning == .otherLabel }
  }

  let columns: [Column]
  private let names: [ColumnName]
  /// Whether the table was written by this program; some of its columns may have been removed, and others added.
  let isOurs: Bool
  /// Whether numbers in its column of ids are ids, and not the numbers of another program.
  private let hasAnyIDs: Bool
  /// The fields that the table has columns for.
  let fields: Set<PersonField>
  /// The line of the headings.
  let line: Int
  /// The indices of the columns of dates.
  let dateColumns: [Int]

  /// - Parameter mappings: The meanings that the user has given to columns.
  init(headings: [String], line: Int, mappings: [ColumnMapping] = []) {
    self.line = line
    names = ColumnName.names(of: headings)
    var meanings = CSVColumn.columns(for: headings)
    for mapping in mappings {
      for index in mapping.indices(in: names) { meanings[index] = mapping.meaning ?? meanings[index] }
    }
    columns = zip(meanings, headings).map { meaning, heading in
      var field: PersonField?
      if case .field(let named, _) = meaning { field = named }
      return Column(
        meaning: meaning, heading: heading, kind: field?.csvKind,
        isGender: CSVColumn.genders.contains(FieldCatalogue.normalised(heading)))
    }
    dateColumns = columns.indices.filter { [columns] in columns[$0].kind is DateKind }
    let own = Set(CSVWriter.headings)
    let found = Set(headings)
    // Tables of older versions lack the later fields.
    hasAnyIDs = found.intersection(CSVWriter.firstHeadings).count * 2 >= CSVWriter.firstHeadings.count
    let hasOtherFields = zip(meanings, headings).contains { !own.contains($1) && ($0.field != nil || $0 == .name) }
    isOurs = found.contains("id") && !hasOtherFields && (hasAnyIDs || found.isSubset(of: own))
    var fields = Set(meanings.compactMap(\.field))
    if meanings.contains(.name) {
      if isOurs {
        fields.insert(.fullName)
      } else if fields.isDisjoint(with: [.first, .last]) {
        fields = fields.union([.first, .last, .fullName])
      }
    }
    if meanings.contains(.other) { fields.insert(.note) }
    self.fields = fields
  }

  /// The columns with a heading, and their fields.
  var importColumns: [ImportColumn] {
    zip(names, columns).filter { name, _ in !name.heading.isEmpty }.map {
      ImportColumn(name: $0, field: ColumnMapping.name(of: $1.meaning))
    }
  }

  /// Whether the cells are the headings of this table.
  func hasHeadings(_ cells: [String]) -> Bool {
    cells.count == columns.count
      && zip(cells, columns).allSatisfy { FieldCatalogue.normalised($0) == FieldCatalogue.normalised($1.heading) }
  }

  /// Whether a cell in the column of ids is the id of a person.
  func isID(_ cell: String) -> Bool {
    if isOurs { return hasAnyIDs || !cell.allSatisfy(\.isNumber) }
    return UUIDText.isUUID(UUIDText.canonical(cell))
  }

  /// Whether a cell is a program's placeholder for an unknown value: `0/0/00`, or a gender that is not specified.
  func isNothing(_ cell: String, in column: Column?) -> Bool {
    if isOurs { return false }
    if cell.utf8.first == UInt8(ascii: "0"), cell.allSatisfy({ "0/.-".contains($0) }),
      cell.split(whereSeparator: { "/.-".contains($0) }).count == 3
    {
      return true
    }
    if column?.meaning == .ignored { return CSVColumn.usualSettings.contains(FieldCatalogue.normalised(cell)) }
    return column?.isGender == true && CSVColumn.unknownGenders.contains(FieldCatalogue.normalised(cell))
  }
}
