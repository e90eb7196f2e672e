/// How a record of a table changes a person of the book.
struct CSVRecordUpdate {
  let table: CSVTable
  let cells: [String]
  /// The whole name that the cells made.
  let wholeName: String
  /// Whether some of the cells are in the note.
  let hasOthers: Bool

  /// The present person with the fields that the table has columns for.
  ///
  /// To lists, a table of another program adds what the person does not have yet.
  ///
  /// A field that a table of ours has unchanged keeps what a cell cannot express.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values in the fields of the table.
  func update(of present: Person, to read: Person) -> Person {
    var person = present
    for field in FieldCatalogue.current.fields where table.fields.contains(field) && !isUnchanged(field, present) {
      if field == .fullName {
        person.setFullName(wholeName)
      } else if !table.isOurs, field.kind is any ListFieldKind {
        field.merge([read], into: &person)
      } else {
        field.kind.copy(from: read, to: &person)
      }
    }
    return person
  }

  /// Whether the cell for a field in a table of ours is the one that the writer makes.
  private func isUnchanged(_ field: PersonField, _ present: Person) -> Bool {
    guard table.isOurs, !hasOthers || field != .note, let kind = field.csvKind else { return false }
    let column = field == .fullName ? CSVColumn.name : .own(field)
    let index = table.columns.firstIndex { $0.meaning == column }
    return index.map { $0 < cells.count ? cells[$0] : "" } == kind.cell(of: present).cleaned.trimmed
  }
}
