import CSQLite
import Glibc

/// Keeps actors in an SQLite file.
///
/// A state is written before the result of the action that changed it is sent, so that a confirmed action survives the
/// end of the process. The file belongs to one storage until its host stops: no other process can read or write it.
@NetworkActor
public final class SQLiteStorage: ActorStorage {
  /// Why the file cannot be used.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence.
    public let message: String

    /// One sentence.
    public var description: String { message }
  }

  private var open: Database?

  /// Opens a file, and makes it if it does not exist; a new one only its user can read.
  ///
  /// - Throws: ``Failure`` if it is not a file of actors, cannot be written or is used by another host.
  public init(path: String) throws {
    let database = try Database(path)
    // SQLite holds the lock until the file is closed or the process ends. It takes it with the first transaction.
    try database.run("PRAGMA locking_mode = EXCLUSIVE")
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("BEGIN EXCLUSIVE")
    try database.run("COMMIT")
    try database.run("PRAGMA synchronous = NORMAL")
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS actors (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, key BLOB NOT NULL, input BLOB, state BLOB, created INTEGER NOT NULL)
      """)
    try database.run("CREATE INDEX IF NOT EXISTS actors_by_key ON actors (name, key)")
    open = database
  }

  private var database: Database {
    get throws {
      guard let open else { throw Failure(message: "The host of these actors has stopped.") }
      return open
    }
  }

  /// Closes the file, so that another host may use it; later calls throw ``Failure``.
  public func close() { open = nil }

  private static let columns = "SELECT id, name, key, input, state, created FROM actors"

  /// Returns the actor with an id.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  /// - Complexity: O(log *n*), where *n* is the number of actors.
  public func actor(id: String) throws -> StoredActor? {
    try database.rows("\(Self.columns) WHERE id = ?", [.text(id)]).first
  }

  /// Returns the actors with a name, and with a key if one is given.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  /// - Complexity: O(log *n* + *k*) for *k* of *n* actors.
  public func actors(name: String, key: [String]?) throws -> [StoredActor] {
    guard let key else { return try database.rows("\(Self.columns) WHERE name = ? ORDER BY rowid", [.text(name)]) }
    return try database.rows(
      "\(Self.columns) WHERE name = ? AND key = ? ORDER BY rowid", [.text(name), .blob(Self.bytes(of: key))])
  }

  /// Keeps an actor.
  ///
  /// - Throws: ``Failure`` if the file cannot be written, or the state is beyond ``WireLimits``.
  /// - Complexity: O(log *n* + *m*), where *n* is the number of actors and *m* the size of this one.
  public func save(_ actor: StoredActor) throws {
    try database.run(
      """
      INSERT INTO actors VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET state = excluded.state
      """,
      [
        .text(actor.id), .text(actor.name), .blob(Self.bytes(of: actor.key)),
        try actor.input.map { .blob(try Self.readableBytes(of: $0)) } ?? .null,
        try actor.state.map { .blob(try Self.readableBytes(of: $0)) } ?? .null, .integer(actor.created),
      ])
  }

  /// Removes an actor, readable or not, and returns whether there was one.
  ///
  /// - Throws: ``Failure`` if the file cannot be written.
  /// - Complexity: O(log *n*), where *n* is the number of actors.
  public func remove(id: String) throws -> Bool {
    try database.run("DELETE FROM actors WHERE id = ?", [.text(id)]) > 0
  }

  /// Returns the bytes of a value.
  ///
  /// - Throws: ``Failure`` if the value could not be read again.
  private static func readableBytes(of value: JSONValue) throws -> [UInt8] {
    let bytes = CBORWriter.bytes(of: value)
    do { _ = try CBORReader.value(of: bytes) } catch {
      throw Failure(message: "The state of an actor cannot be saved: \(error).")
    }
    return bytes
  }

  private static func bytes(of key: [String]) -> [UInt8] { CBORWriter.bytes(of: .array(key.map { .string($0) })) }
}

extension SQLiteStorage {
  /// The few functions of SQLite that the storage needs.
  @NetworkActor
  private final class Database {
    enum Value {
      case null
      case integer(Int64)
      case text(String)
      case blob([UInt8])
    }

    private let path: String
    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    init(_ path: String) throws {
      self.path = path
      // SQLite would make a file that other users can read. A file that exists is not opened here: closing it would
      // release the locks of this process.
      if path != ":memory:" {
        let file = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 { Glibc.close(file) }
      }
      let status = sqlite3_open_v2(
        path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
      guard status == SQLITE_OK else { throw failure }
    }

    isolated deinit {
      for statement in statements.values { sqlite3_finalize(statement) }
      sqlite3_close_v2(handle)
    }

    private var failure: SQLiteStorage.Failure {
      if sqlite3_errcode(handle) == SQLITE_BUSY {
        return SQLiteStorage.Failure(message: "Another host uses the file “\(path)”.")
      }
      let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory"
      return SQLiteStorage.Failure(message: "Cannot keep the actors: \(reason) (“\(path)”).")
    }

    private func statement(_ text: String) throws -> OpaquePointer {
      if let statement = statements[text] { return statement }
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure }
      statements[text] = statement
      return statement
    }

    private func bind(_ values: [Value], to statement: OpaquePointer) {
      for (index, value) in values.enumerated() {
        let position = Int32(index + 1)
        switch value {
        case .null: sqlite3_bind_null(statement, position)
        case .integer(let number): sqlite3_bind_int64(statement, position, number)
        case .text(let text):
          sqlite3_bind_text(statement, position, text, Int32(text.utf8.count), csqlite_transient())
        case .blob(let bytes):
          sqlite3_bind_blob(statement, position, bytes, Int32(bytes.count), csqlite_transient())
        }
      }
    }

    /// Runs a statement, and returns how many rows it has changed.
    @discardableResult
    func run(_ text: String, _ values: [Value] = []) throws -> Int {
      let statement = try statement(text)
      defer { sqlite3_reset(statement) }
      bind(values, to: statement)
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: continue
        case SQLITE_DONE: return Int(sqlite3_changes(handle))
        default: throw failure
        }
      }
    }

    func rows(_ text: String, _ values: [Value]) throws -> [StoredActor] {
      let statement = try statement(text)
      defer { sqlite3_reset(statement) }
      bind(values, to: statement)
      var rows: [StoredActor] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: rows.append(try row(statement))
        case SQLITE_DONE: return rows
        default: throw failure
        }
      }
    }

    private func row(_ statement: OpaquePointer) throws -> StoredActor {
      func text(_ column: Int32) -> String { sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "" }
      func value(_ column: Int32) throws -> JSONValue? {
        guard let bytes = sqlite3_column_blob(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return try CBORReader.value(of: [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
      }
      do {
        return StoredActor(
          id: text(0), name: text(1), key: try value(2)?.decoded() ?? [], input: try value(3), state: try value(4),
          created: sqlite3_column_int64(statement, 5))
      } catch {
        throw HostError.damaged(text(0))
      }
    }
  }
}
