import Persistence

/// The file format of a book of people, and how a book is opened.
public enum Book {
  /// The format: its mark in the file's header is "Peop".
  ///
  /// Its version is that of the latest field.
  public static let format = StoreFormat(
    applicationID: 0x5065_6F70, version: FieldCatalogue.current.version, models: [Person.self],
    migrations: migrations(of: FieldCatalogue.current))

  /// The migration of each version.
  private static func migrations(of catalogue: FieldCatalogue) -> [Int32: [Migration]] {
    var migrations: [Int32: [Migration]] = [:]
    for field in catalogue.fields {
      if field == .fullName {
        migrations[field.version, default: []] += [
          .statement("ALTER TABLE person ADD COLUMN \(field.column) \(String.columnType)"), .statement(fillFullName),
          .statement("ALTER TABLE person ADD COLUMN card_frame TEXT"),
        ]
      } else if field.isLater {
        migrations[field.version, default: []] += FieldMigration(field).steps
      }
    }
    return migrations
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
