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
  /// A table of another program adds to lists and the note what the person does not have yet. Empty cells are
  /// ignored. A whole name is ignored if the person's name contains all its words.
  ///
  /// A field that a table of ours has unchanged keeps what a cell cannot express.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values in the fields of the table.
  func update(of present: Person, to read: Person) -> Person {
    var person = present
    // A whole name changes several fields together.
    let names: Set<PersonField> = table.isOurs || !table.fields.contains(.fullName) ? [] : [.first, .last, .fullName]
    let words = { (text: String) in text.split { !$0.isLetter && !$0.isNumber } }
    // A person without a name has the organisation, for instance, in its place.
    let keepsName = Set(words(present.hasName ? present.name : "")).isSuperset(of: words(wholeName))
    for field in FieldCatalogue.current.fields where table.fields.contains(field) && !isUnchanged(field, present) {
      if keepsName, names.contains(field) { continue }
      if field == .fullName {
        person.setFullName(wholeName)
      } else if table.isOurs || names.contains(field) {
        field.kind.copy(from: read, to: &person)
      } else {
        field.update(&person, with: read)
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
