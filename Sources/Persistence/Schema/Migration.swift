import Glibc

/// A step of a migration that cannot be derived from the models: a new name, or values to compute.
public enum Migration: Sendable {
  /// Renames a column, or the part of a list; its values stay.
  case renameColumn(table: String, from: String, to: String)
  /// Renames a list of a model; both names are without the model's.
  case renameList(table: String, from: String, to: String)
  /// An SQL statement. It runs before the columns that the file lacks are added, and is not logged.
  case statement(String)
  /// Runs a statement, which is not logged, with the values of each row that a function makes of the rows of a query.
  ///
  /// The function gets the rows that follow each other with the same first value.
  case compute(query: String, statement: String, rows: @Sendable ([[StoredValue]]) -> [[StoredValue]])

  func run(in database: Database) throws(StoreError) {
    switch self {
    case .renameColumn(let table, let old, let new):
      try database.execute("ALTER TABLE \(table) RENAME COLUMN \(old) TO \(new)")
    case .renameList(let table, let old, let new):
      try database.execute("ALTER TABLE \(table)_\(old) RENAME TO \(table)_\(new)")
    case .statement(let statement):
      try database.execute(statement)
    case .compute(let query, let statement, let rows):
      var group: [[StoredValue]] = []
      func finish() throws(StoreError) {
        if group.isEmpty { return }
        for values in rows(group) { try database.run(statement, values) }
        group = []
      }
      try database.each(query) { (row) throws(StoreError) in
        let values = (0..<row.columnCount).map(row.value)
        if group.last?.first != values.first { try finish() }
        group.append(values)
      }
      try finish()
    }
  }
}

extension StoreFormat {
  /// Migrates a file of a lower version, and keeps a copy of it: `NAME.version-VERSION`, or `NAME.version-VERSION-2`
  /// and so on where that exists, since the file may have been restored from a copy and changed.
  ///
  /// After an error the file is unchanged, and has no new copy.
  func migrate(_ file: BookFile) throws(StoreError) {
    let database = try Database(path: file.path, access: .readWrite)
    guard let old = try database.firstInteger("PRAGMA user_version"), old < version else { return }
    try file.withDraft { (draft) throws(StoreError) in
      try database.run("VACUUM INTO ?", .text(draft))
    } then: { (draft) throws(StoreError) in
      var copy: BookFile?
      do throws(StoreError) {
        try database.transaction(.exclusive) { () throws(StoreError) in
          // Another program may have migrated it already.
          guard let present = try database.firstInteger("PRAGMA user_version"), present < version else { return }
          copy = try placeCopy(draft, of: file, version: old)
          try migrate(database, from: present)
        }
      } catch {
        if let copy { Glibc.unlink(copy.path) }
        throw error.about(file.path)
      }
    }
  }

  /// Gives a copy of a file the first name that is free.
  private func placeCopy(_ draft: String, of file: BookFile, version: Int64) throws(StoreError) -> BookFile {
    var (copy, number) = (BookFile("\(file.path).version-\(version)"), 1)
    while try !copy.place(draft) {
      number += 1
      copy = BookFile("\(file.path).version-\(version)-\(number)")
    }
    return copy
  }

  /// Migrates a book of a lower version, inside a transaction.
  private func migrate(_ database: Database, from version: Int64) throws(StoreError) {
    try LogVersions(database: database).note(version)
    let triggers = try database.map("SELECT name FROM sqlite_master WHERE type = 'trigger'") { $0.text(0) }
    for trigger in triggers {
      // Another program may have made it, with any name.
      try database.execute("DROP TRIGGER \"\(trigger.replacing("\"", with: "\"\""))\"")
    }
    let steps = migrations.filter { $0.key > version }.sorted { $0.key < $1.key }
    for migration in steps.flatMap(\.value) { try migration.run(in: database) }
    for statement in SchemaSQL.common { try database.execute(statement) }
    for model in models { try shape(model, in: database) }
    try database.execute("PRAGMA user_version = \(self.version)")
  }
}
