import CSQLite
import PeoplebookCore
import Persistence

/// The same work with SQLite's C interface alone: the baseline of every figure.
final class BareBook {
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  struct Failure: Error {
    let message: String
  }

  /// Opens a file with the settings of a book that its time depends on.
  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure }
    try execute("PRAGMA cache_size = -6000; PRAGMA synchronous = FULL")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }

  private func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  private func statement(_ sql: String) throws -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure }
    statements[sql] = statement
    return statement
  }

  private func insert(_ sql: String, _ values: [StoredValue]) throws {
    let statement = try statement(sql)
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      switch value {
      case .text(let text): sqlite3_bind_text(statement, index, text, -1, csqlite_transient())
      case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
      case .null, .real, .blob: sqlite3_bind_null(statement, index)
      }
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
    sqlite3_reset(statement)
  }

  /// Creates a file with these people, and closes it.
  static func fill(_ path: String, with people: [Person]) throws {
    let book = try BareBook(path)
    try book.createTables()
    try book.insert(people)
  }

  /// Creates the tables that a book has for people, with indexes on the names.
  func createTables() throws {
    try execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE person (row INTEGER PRIMARY KEY, id TEXT UNIQUE, first_name TEXT, last_name TEXT, nickname TEXT,
        organisation TEXT, title TEXT, birthday TEXT, note TEXT, search TEXT);
      CREATE INDEX person_name ON person(first_name, last_name);
      CREATE INDEX person_family ON person(last_name, first_name);
      CREATE TABLE email (
        person INTEGER, position INTEGER, label TEXT, value TEXT, PRIMARY KEY (person, position)) WITHOUT ROWID;
      CREATE TABLE phone (
        person INTEGER, position INTEGER, label TEXT, value TEXT, PRIMARY KEY (person, position)) WITHOUT ROWID;
      CREATE TABLE tag (person INTEGER, position INTEGER, value TEXT, PRIMARY KEY (person, position)) WITHOUT ROWID;
      CREATE INDEX tag_value ON tag(value);
      """)
  }

  /// Inserts people in one transaction that is synced like a book's, and whose end makes the checkpoint.
  func insert(_ people: [Person]) throws {
    try execute("BEGIN")
    for (offset, person) in people.enumerated() {
      let row = StoredValue.integer(Int64(offset + 1))
      let search = [person.firstName, person.lastName, person.nickname, person.organisation, person.note]
        .joined(separator: "\n")
      try insert(
        "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          row, .text(person.id), .text(person.firstName), .text(person.lastName),
          .text(person.nickname), .text(person.organisation), .text(person.title), person.writtenBirthday.stored,
          .text(person.note), .text(search),
        ])
      for (position, email) in person.emails.enumerated() {
        try insert(
          "INSERT INTO email VALUES (?, ?, ?, ?)", [row, position.stored, .text(email.label), .text(email.value)])
      }
      for (position, phone) in person.phones.enumerated() {
        try insert(
          "INSERT INTO phone VALUES (?, ?, ?, ?)", [row, position.stored, .text(phone.label), .text(phone.value)])
      }
      for (position, tag) in person.tags.enumerated() {
        try insert("INSERT INTO tag VALUES (?, ?, ?)", [row, position.stored, .text(tag)])
      }
    }
    try execute("COMMIT")
  }

  /// Deletes everything that ``insert(_:)`` inserted, row by row, in one transaction.
  func empty() throws {
    // Without a condition, SQLite would drop whole pages.
    try execute(
      """
      BEGIN;
      DELETE FROM email WHERE person > 0;
      DELETE FROM phone WHERE person > 0;
      DELETE FROM tag WHERE person > 0;
      DELETE FROM person WHERE row > 0;
      COMMIT;
      """)
  }

  /// Reads every column of the first page of people in a real book.
  func firstPage(_ count: Int) throws {
    let people = try statement("SELECT * FROM person ORDER BY sort_name, row LIMIT \(count)")
    while sqlite3_step(people) == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(people) { _ = sqlite3_column_text(people, column) }
      let row = sqlite3_column_int64(people, 0)
      for list in ["email", "phone", "tag", "property"] {
        let values = try statement("SELECT * FROM person_\(list) WHERE person = ? ORDER BY position")
        sqlite3_bind_int64(values, 1, row)
        while sqlite3_step(values) == SQLITE_ROW { _ = sqlite3_column_text(values, 2) }
        sqlite3_reset(values)
      }
    }
    sqlite3_reset(people)
  }

  /// Reads the first people in order with a word of this prefix, found through the word index and sorted.
  func firstFound(_ beginning: String, _ count: Int) throws {
    let people = try statement(
      """
      SELECT person.row FROM person_words JOIN person ON person.row = person_words.rowid
      WHERE person_words MATCH ? ORDER BY sort_name, person.row LIMIT \(count)
      """)
    sqlite3_bind_text(people, 1, "\"\(beginning)\"*", -1, csqlite_transient())
    while sqlite3_step(people) == SQLITE_ROW { _ = sqlite3_column_int64(people, 0) }
    sqlite3_reset(people)
  }
}
