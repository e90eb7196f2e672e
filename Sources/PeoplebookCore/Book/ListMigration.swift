import Persistence

/// Fills the table of a field of several values from the lines of cards, which people had among the other properties
/// before there was the field.
///
/// The lines stay: they say more than the values, and the writers of cards use them as long as they fit.
struct ListMigration {
  private let table: String
  private let field: VCardField

  init(_ field: PersonField, _ lines: VCardField) {
    table = "person_\(field.column)"
    self.field = lines
  }

  /// The steps, for the version of the book that introduces the field.
  var steps: [Migration] { [makeTable, fill, keepOrder] }

  private var makeTable: Migration {
    let parts = LabeledValue.parts.map { ", \($0.name) \($0.type)" }.joined()
    return .statement(
      """
      CREATE TABLE IF NOT EXISTS \(table) (
        person INTEGER NOT NULL REFERENCES person(row), position INTEGER NOT NULL\(parts),
        PRIMARY KEY (person, position)
      ) STRICT, WITHOUT ROWID
      """)
  }

  private var fill: Migration {
    .compute(
      query: "SELECT person, value FROM person_property ORDER BY person, position",
      statement: "INSERT INTO \(table)(person, position, label, value) VALUES (?, ?, ?, ?)", rows: values)
  }

  /// Gives the lines their new rank in the order of their cards.
  private var keepOrder: Migration {
    .compute(
      query: """
        SELECT person.row, card_frame, value FROM person_property JOIN person ON person.row = person_property.person
        ORDER BY person_property.person, position
        """,
      statement: "UPDATE person SET card_frame = ?2 WHERE row = ?1"
    ) { [field] rows in
      guard let owner = rows.first else { return [] }
      let lines = Self.lines(rows.map { $0[2] })
      return VCardFrame(text: owner[1].text ?? "").moving(lines, to: field).map { [[owner[0], .text($0.text)]] } ?? []
    }
  }

  /// The values in the lines of a person: the owner, the position, the label and the text of each.
  private func values(_ rows: [[StoredValue]]) -> [[StoredValue]] {
    let contents = VCardContents(Self.lines(rows.map { $0[1] }))
    return contents.values(of: field).enumerated().map { [rows[0][0], .integer(Int64($0))] + $1.parts }
  }

  private static func lines(_ texts: [StoredValue]) -> [VCardProperty] {
    texts.enumerated().compactMap { OddLine.property($0.element.text ?? "", line: $0.offset) }
  }
}
