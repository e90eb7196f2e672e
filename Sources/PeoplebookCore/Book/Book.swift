import Persistence

/// The file format of a book of people, and how a book is opened.
public enum Book {
  /// The format: its mark in the file's header is "Peop".
  ///
  /// Its version is that of the latest field.
  public static let format = StoreFormat(
    applicationID: 0x5065_6F70, version: FieldCatalogue.current.version, models: [Person.self],
    migrations: migrations(of: FieldCatalogue.current))

  /// The migration of each version, before the book gets the columns and lists of its fields.
  private static func migrations(of catalogue: FieldCatalogue) -> [Int32: [Migration]] {
    var migrations: [Int32: [Migration]] = [:]
    for field in catalogue.fields {
      if field == .fullName {
        migrations[field.version, default: []] += [
          addColumn(of: field), .statement(fillFullName), .statement("ALTER TABLE person ADD COLUMN card_frame TEXT"),
        ]
      } else if field.isLater {
        if field.kind is LabeledKind, let property = field.property, let lines = VCardField(name: property.name) {
          migrations[field.version, default: []] += ListMigration(field, lines).steps
        }
        // The book makes the tables of other lists.
        if !field.kind.columns(named: field.column).isEmpty {
          migrations[field.version, default: []].append(addColumn(of: field))
        }
        if let kind = field.kind as? any KeyedTextKind, let property = field.property {
          migrations[field.version, default: []].append(fill(field, kind, fromLinesOf: property))
        }
      }
    }
    return migrations
  }

  private static func addColumn(of field: PersonField) -> Migration {
    .statement("ALTER TABLE person ADD COLUMN \(field.column) \(String.columnType)")
  }

  /// Fills a text from the first line of the card with its property, which the person had among the other properties
  /// before there was the field.
  private static func fill(
    _ field: PersonField, _ kind: any KeyedTextKind, fromLinesOf property: PersonField.Property
  ) -> Migration {
    let name = property.name
    let names = ["\(name):%", "\(name);%", "%.\(name):%", "%.\(name);%"]
    let isLine = names.map { "substr(value, 1, instr(value, ':')) LIKE '\($0)'" }.joined(separator: " OR ")
    return .statement(
      """
      UPDATE person SET \(field.column) = \(kind.storedText("line.text"))
      FROM (
        SELECT row, trim(\(unescaped("text"))) AS text
        FROM (\(values(of: property, where: isLine)))
      ) AS line
      WHERE line.row = person.row
      """)
  }

  /// A query for the first value of each person in the lines that satisfy `condition`, or for a part of it.
  private static func values(of property: PersonField.Property, where condition: String) -> String {
    let value = "substr(value, instr(value, ':') + 1)"
    let lines = """
      SELECT person AS row, \(value) AS text
      FROM person_property WHERE \(condition) GROUP BY person HAVING position = min(position)
      """
    guard let part = property.part else { return lines }
    // A text has no control characters: they stand for its escapes while the value is split.
    let escapes = [(#"'\\'"#, "char(1)"), (#"'\;'"#, "char(2)"), (#"'\,'"#, "char(3)")]
    let masked = escapes.reduce("text") { "replace(\($0), \($1.0), \($1.1))" }
    var query = "SELECT row, \(masked) || '\(String(repeating: ";", count: part + 1))' AS text FROM (\(lines))"
    for _ in 0..<part { query = "SELECT row, substr(text, instr(text, ';') + 1) AS text FROM (\(query))" }
    var text = "substr(text, 1, instr(text, ';') - 1)"
    if property.name == "N" {
      // Each part of a name is a list of names.
      for comma in [", ", ","] { text = "replace(\(text), '\(comma)', ' ')" }
    }
    text = escapes.reversed().reduce(text) { "replace(\($0), \($1.1), \($1.0))" }
    return "SELECT row, \(text) AS text FROM (\(query))"
  }

  /// An SQL expression for the text of a card's line without its escapes.
  private static func unescaped(_ value: String) -> String {
    let escapes = [
      (#"'\\'"#, "char(1)"), (#"'\,'"#, "','"), (#"'\;'"#, "';'"), (#"'\:'"#, "':'"), (#"'\n'"#, "char(10)"),
      (#"'\N'"#, "char(10)"), ("char(1)", #"'\'"#),
    ]
    return escapes.reduce(value) { "replace(\($0), \($1.0), \($1.1))" }
  }

  /// Fills the full name from the FN line of the card, which books before version 5 kept among the other properties
  /// wherever it said more than first and last name.
  private static let fillFullName = #"""
    UPDATE person SET full_name = card.full_name
    FROM (
      SELECT person AS row, replace(replace(replace(replace(replace(replace(
        substr(value, 4), '\\', char(1)), '\,', ','), '\;', ';'), '\:', ':'), '\n', ' '), char(1), '\') AS full_name
      FROM person_property WHERE value LIKE 'FN:%' GROUP BY person HAVING position = min(position)
    ) AS card
    WHERE card.row = person.row
      AND card.full_name NOT IN (
        '', first_name || ' ' || last_name, last_name || ', ' || first_name, first_name, last_name
      )
    """#

  /// Opens a book; creates an empty one where there is none, unless `create` is `false`.
  ///
  /// - Throws: When the file cannot be read, or is not a book.
  @MainActor
  public static func open(
    at path: String, create: Bool = true, author: String? = nil
  ) throws(StoreError) -> Store {
    try Store.open(at: path, format, create: create, author: author)
  }
}
