import CSQLite

@testable import Persistence

/// Another program that uses the book with SQLite's defaults, as the `sqlite3` shell does.
final class Shell {
  private var handle: OpaquePointer?

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure }
    sqlite3_busy_timeout(handle, 60_000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }

  /// Runs statements and returns all their rows; values as text, `nil` for NULL.
  @discardableResult
  func run(_ sql: String) throws -> [[String?]] {
    var rows: [[String?]] = []
    var rest = sql
    while !rest.isEmpty {
      var statement: OpaquePointer?
      var consumed = 0
      let code = rest.withCString { start in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, start, -1, &statement, &tail)
        if let tail { consumed = tail - start }
        return code
      }
      guard code == SQLITE_OK else { throw failure }
      defer { sqlite3_finalize(statement) }
      rest = String(decoding: rest.utf8.dropFirst(consumed), as: UTF8.self)
      guard let statement else { continue }
      while true {
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { break }
        guard code == SQLITE_ROW else { throw failure }
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) }
          })
      }
    }
    return rows
  }

  /// Fails when the book contradicts itself: the file, a counter, the words of a search, the owner of a list element.
  func check() throws {
    guard try value("PRAGMA integrity_check") == "ok" else { throw Failure(description: "integrity_check") }
    guard try value("SELECT count(*) FROM friend") == value("SELECT value FROM counter WHERE name = 'friend'") else {
      throw Failure(description: "the counter is wrong")
    }
    // A transaction that begins with reading cannot write once the store has written.
    try run("BEGIN IMMEDIATE")
    defer { _ = try? run("ROLLBACK") }
    for statement in Friend.table.removeKeptWords(where: "true") { try run(statement) }
    try run("INSERT INTO friend_words(friend_words, rank) VALUES ('integrity-check', 1)")
    for list in ["friend_tag", "friend_mail"] {
      guard try value("SELECT count(*) FROM \(list) WHERE friend NOT IN (SELECT row FROM friend)") == "0" else {
        throw Failure(description: "\(list) has orphans")
      }
    }
  }

  /// The first value of the first row.
  func value(_ sql: String) throws -> String? {
    try run(sql).first?.first ?? nil
  }
}
