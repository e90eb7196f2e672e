import CSQLite

/// SQLite as in a plain shell, without the program's functions, collations and settings.
final class PlainSQLite {
  private var connection: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw TestBook.Problem("cannot open \(path)") }
    sqlite3_busy_timeout(connection, 10_000)
  }

  deinit {
    sqlite3_close(connection)
  }

  /// Runs one statement and returns its rows as text; NULL is empty.
  @discardableResult
  func run(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw problem(sql) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
          })
      case SQLITE_DONE: return rows
      default: throw problem(sql)
      }
    }
  }

  private func problem(_ sql: String) -> TestBook.Problem {
    TestBook.Problem("\(sql): \(String(cString: sqlite3_errmsg(connection)))")
  }
}
