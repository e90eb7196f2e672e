import Persistence

/// Adds a field to an older book, and fills it from the lines of cards, which people had among the other properties
/// before there was the field.
///
/// The lines stay: they say more than the values, and the writers of cards use them as long as they fit.
struct FieldMigration {
  private let field: PersonField
  private let columns: [Column<Person>]
  private let lists: [List<Person>]

  init(_ field: PersonField) {
    self.field = field
    columns = field.kind.columns(named: field.column)
    lists = field.kind.lists(named: field.column)
  }

  /// The steps, for the version of the book that introduces the field.
  var steps: [Migration] {
    let tables = columns.map(add) + lists.map(makeTable)
    guard let property = field.property else { return tables }
    let names = Set(([property.name] + property.aliases).map { $0.uppercased() })
    let owner = field.kind is LabeledKind ? VCardField(name: property.name) : nil
    return tables + columns.map { fill($0, from: names) } + lists.map { fill($0, from: names) }
      + (owner.map { [keepOrder(of: $0)] } ?? [])
  }

  private func add(_ column: Column<Person>) -> Migration {
    .statement("ALTER TABLE person ADD COLUMN \(column.name) \(column.type)")
  }

  private func makeTable(of list: List<Person>) -> Migration {
    let parts = list.parts.map { ", \($0.name) \($0.type)" }.joined()
    return .statement(
      """
      CREATE TABLE IF NOT EXISTS person_\(list.name) (
        person INTEGER NOT NULL REFERENCES person(row), position INTEGER NOT NULL\(parts),
        PRIMARY KEY (person, position)
      ) STRICT, WITHOUT ROWID
      """)
  }

  private func fill(_ column: Column<Person>, from names: Set<String>) -> Migration {
    .compute(
      query: Self.lines, statement: "UPDATE person SET \(column.name) = ?2 WHERE row = ?1",
      rows: values(of: names) { [[column.get($0)]] })
  }

  private func fill(_ list: List<Person>, from names: Set<String>) -> Migration {
    let parts = list.parts.map { (name: $0.name, place: "?") }
    return .compute(
      query: Self.lines,
      statement: """
        INSERT INTO person_\(list.name)(person, position, \(parts.map(\.name).joined(separator: ", ")))
        VALUES (?, ?, \(parts.map(\.place).joined(separator: ", ")))
        """,
      rows: values(of: names) { list.get($0).enumerated().map { [.integer(Int64($0))] + $1 } })
  }

  private static let lines = "SELECT person, value FROM person_property ORDER BY person, position"

  /// Returns a function that reads the field from the lines of a person, and returns what `stored` makes of it, each
  /// after the person's row.
  private func values(
    of names: Set<String>, _ stored: @escaping @Sendable (Person) -> [[StoredValue]]
  ) -> @Sendable ([[StoredValue]]) -> [[StoredValue]] {
    { [kind = field.kind] rows in
      let lines = Self.properties(rows.map { $0[1] })
      guard let row = rows.first?[0], lines.contains(where: { names.contains($0.name.uppercased()) }) else { return [] }
      var person = Person()
      kind.copy(from: VCardContents(lines).person(), to: &person)
      return kind.isBlank(in: person) ? [] : stored(person).map { [row] + $0 }
    }
  }

  /// Gives the lines their new rank in the order of their cards.
  private func keepOrder(of owner: VCardField) -> Migration {
    .compute(
      query: """
        SELECT person.row, card_frame, value FROM person_property JOIN person ON person.row = person_property.person
        ORDER BY person_property.person, position
        """,
      statement: "UPDATE person SET card_frame = ?2 WHERE row = ?1"
    ) { rows in
      guard let first = rows.first else { return [] }
      let frame = VCardFrame(text: first[1].text ?? "").moving(Self.properties(rows.map { $0[2] }), to: owner)
      return frame.map { [[first[0], .text($0.text)]] } ?? []
    }
  }

  private static func properties(_ texts: [StoredValue]) -> [VCardProperty] {
    texts.enumerated().compactMap { OddLine.property($0.element.text ?? "", line: $0.offset) }
  }
}
