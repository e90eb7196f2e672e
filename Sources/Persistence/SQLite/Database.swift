import CSQLite
import Glibc

/// A connection to an SQLite file: thin, and confined to where it was opened.
///
/// Statements are compiled once and kept. Errors are ``StoreError``s that know the path.
final class Database {
  let path: String
  /// Nil once it has been closed.
  private var handle: OpaquePointer?
  private let access: Access
  private var statements: [String: Statement] = [:]

  enum Access {
    case readWrite
    /// May take part in recovery, but changes nothing.
    case read
    case create
  }

  init(path: String, access: Access) throws(StoreError) {
    self.path = path
    self.access = access
    _ = Self.countsNoMemory
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | (access == .create ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw .inputOutput(path: path, detail: "no memory for a connection") }
    self.handle = handle
    guard code == SQLITE_OK else {
      let error = Self.error(code, handle, path)
      sqlite3_close_v2(handle)
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    waitForOthers()
    try forbidWriting()
  }

  /// Asked for once; where somebody else has used SQLite before, it stays as it was.
  private static let countsNoMemory = csqlite_count_no_memory() == SQLITE_OK

  /// Makes statements wait for another writer, and look again every 4 ms: 5 s in all, unless a test has no time for
  /// that.
  ///
  /// SQLite's own way of waiting looks ever more rarely, so that of several who write without a rest one may never get
  /// its turn.
  func waitForOthers(looks: Int = 1_250) {
    sqlite3_busy_handler(
      handle,
      { limit, looks in
        usleep(looks < 8 ? 500 : 4_000)
        return looks < Int(bitPattern: limit) ? 1 : 0
      }, UnsafeMutableRawPointer(bitPattern: looks))
  }

  deinit { close() }

  /// Whoever asks for anything afterwards gets an error. The last connection of all programs to be closed takes what
  /// SQLite keeps beside the file along.
  func close() {
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// The first bytes of a file, whatever it is; none when it has fewer. Nothing is made beside it.
  ///
  /// A file that SQLite may have open must not be opened but by SQLite: when any descriptor of it is closed, POSIX
  /// takes away all locks that this process has on it, and the next program to close the book would remove the log that
  /// this one writes to.
  static func beginning(of path: String, count: Int) throws(StoreError) -> [UInt8] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    guard sqlite3_open_v2("file://\(escaped(path))?immutable=1", &handle, flags, nil) == SQLITE_OK else {
      let code = handle.map(sqlite3_system_errno) ?? ENOMEM
      throw BookFile.error(code == 0 ? EIO : code, path)
    }
    // A macro that Swift does not see.
    let isShort = SQLITE_IOERR | 2 << 8
    var file: UnsafeMutablePointer<sqlite3_file>?
    var bytes = [UInt8](repeating: 0, count: count)
    guard sqlite3_file_control(handle, nil, SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let code = file?.pointee.pMethods?.pointee.xRead(file, &bytes, Int32(count), 0),
      code == SQLITE_OK || code == isShort
    else { throw BookFile.error(EIO, path) }
    return code == isShort ? [] : bytes
  }

  /// As part of an address, in which `?`, `#` and `%` mean something.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: path.utf8.flatMap { byte in
        let isPlain = byte == 0x2F || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        return isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }, as: UTF8.self)
  }

  // MARK: Running statements

  /// The compiled statement, kept for the next time; a fresh one while the kept one is running.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let kept = statements[sql], !kept.isRunning { return kept }
    let compiled = try compile(sql)
    if statements[sql] == nil { statements[sql] = compiled }
    return compiled
  }

  /// The same for somebody who asks so often that even looking for it would take time: it is kept in `place`.
  func statement(_ sql: @autoclosure () -> String, in place: inout Statement?) throws(StoreError) -> Statement {
    if let place { return place }
    let compiled = try statement(sql())
    place = compiled
    return compiled
  }

  /// Runs one or several statements that need no values and whose rows don't matter.
  func execute(_ sql: String) throws(StoreError) {
    guard handle != nil else { throw .closed(path: path) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func forbidWriting() throws(StoreError) {
    if access == .read { try execute("PRAGMA query_only = 1") }
  }

  /// Makes something in the schema `temp`, which is this connection's own, also on one that may not write to the file.
  func executeTemporarily(_ sql: String) throws(StoreError) {
    try execute("PRAGMA query_only = 0")
    defer { try? forbidWriting() }
    try execute(sql)
  }

  func run(_ sql: String, _ values: StoredValue...) throws(StoreError) {
    try run(sql, values)
  }

  func run(_ sql: String, _ values: [StoredValue]) throws(StoreError) {
    let statement = try statement(sql)
    statement.bind(values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// What `read` makes of the first row; nil when there is none.
  func first<T>(
    _ sql: String, _ values: StoredValue..., read: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    let statement = try statement(sql)
    statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? try read(statement) : nil
  }

  func firstInteger(_ sql: String, _ values: StoredValue...) throws(StoreError) -> Int64? {
    let statement = try statement(sql)
    statement.bind(values)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
  }

  func each(
    _ sql: String, _ values: [StoredValue] = [], _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try statement(sql)
    statement.bind(values)
    defer { statement.reset() }
    while try statement.step() { try body(statement) }
  }

  func map<T>(
    _ sql: String, _ values: [StoredValue] = [], _ transform: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> [T] {
    var result: [T] = []
    try each(sql, values) { (row) throws(StoreError) in result.append(try transform(row)) }
    return result
  }

  // MARK: Transactions

  enum Begin: String {
    case deferred = "BEGIN"
    case immediate = "BEGIN IMMEDIATE"
    case exclusive = "BEGIN EXCLUSIVE"
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  func transaction<T, E: Error>(
    _ begin: Begin, wrapping wrap: (StoreError) -> E, _ body: () throws(E) -> T
  ) throws(E) -> T {
    do { try statement(begin.rawValue).run() } catch { throw wrap(error) }
    let result: T
    do {
      result = try body()
    } catch {
      rollback()
      throw error
    }
    do {
      try statement("COMMIT").run()
    } catch {
      rollback()
      throw wrap(error)
    }
    return result
  }

  func transaction<T>(_ begin: Begin, _ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try transaction(begin, wrapping: { $0 }, body)
  }

  /// Ends the transaction, if one is open: some errors have ended it already.
  func rollback() {
    guard handle != nil, isInTransaction else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Whether triggers fire from now on.
  func setTriggers(_ fire: Bool) {
    csqlite_set_triggers(handle, fire ? 1 : 0)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  var changes: Int { Int(sqlite3_changes64(handle)) }
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Changes with each commit of another connection that this one has come to see. "Perhaps": a checkpoint moves it
  /// too.
  func dataVersion() throws(StoreError) -> Int64 {
    try firstInteger("PRAGMA data_version") ?? 0
  }

  // MARK: Inside

  private func compile(_ sql: String) throws(StoreError) -> Statement {
    guard handle != nil else { throw .closed(path: path) }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return Statement(statement, of: self)
  }

  func error(_ code: Int32) -> StoreError {
    Self.error(code, handle, path)
  }

  private static func error(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> StoreError {
    // SQLite does not keep the system's error when a COMMIT fails; this thread still has it.
    let present = errno
    let kept = sqlite3_system_errno(handle)
    return StoreError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), systemError: kept == 0 ? present : kept, path: path)
  }
}
