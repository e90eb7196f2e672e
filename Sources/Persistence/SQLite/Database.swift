import Algorithms
import CSQLite
import Glibc

/// A thin connection to an SQLite file, confined to the isolation domain where it was opened.
///
/// Statements are compiled once and cached. Errors are ``StoreError``s with the path.
final class Database {
  let path: String
  /// `nil` once it has been closed.
  private var handle: OpaquePointer?
  /// The connection for functions of SQLite; `nil` once it has been closed.
  var openHandle: OpaquePointer? { handle }
  private(set) var access: Access
  /// By their texts, of which there are few: a number that varies is a bound value.
  private(set) var statements: [String: Statement] = [:]
  /// The file's version when it was opened as immutable; `nil` when it was opened with locks, as usual.
  private var frozen: FileVersion?
  let lockWait = LockWait()
  private let defineMore: (OpaquePointer?) -> Void

  enum Access {
    case readWrite
    /// May take part in recovery, but changes nothing.
    case read
    /// For a read-only file, possibly in a read-only folder: no file is created beside it.
    case readOnly
    case create
  }

  /// - Parameter functions: Defines SQL functions on the connection, each time the file is opened.
  init(
    path: String, access: Access, functions: @escaping (OpaquePointer?) -> Void = { _ in }
  ) throws(StoreError) {
    self.path = path
    self.access = access
    defineMore = functions
    try open()
  }

  private func open() throws(StoreError) {
    switch access {
    case .readWrite, .read: try openHandle(path, SQLITE_OPEN_READWRITE)
    case .create: try openHandle(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    case .readOnly: try openToRead()
    }
    try forbidWriting()
  }

  /// If another program has written to the book and has it open, its log is beside it, and the book is opened as usual.
  ///
  /// Without a log SQLite would create one, where it may. The file is therefore opened as immutable, until there is a
  /// log with changes.
  ///
  /// While another program opens or closes the book its log may be incomplete, so this is retried for 0.1 s.
  private func openToRead() throws(StoreError) {
    var attempts = 0
    while true {
      let file = FileVersion(of: path)
      frozen = file?.hasLog == false ? file : nil
      do {
        try openHandle(
          frozen == nil ? path : Self.frozenAddress(of: path),
          SQLITE_OPEN_READONLY | (frozen == nil ? 0 : SQLITE_OPEN_URI))
        return try execute("SELECT 1 FROM sqlite_master")
      } catch {
        sqlite3_close_v2(handle)
        handle = nil
        attempts += 1
        guard attempts < 25 else { throw error }
        usleep(4_000)
      }
    }
  }

  private func openHandle(_ name: String, _ flags: Int32) throws(StoreError) {
    var handle: OpaquePointer?
    let code = Self.open(name, flags, &handle)
    guard let handle else { throw .inputOutput(path: path, detail: "no memory for a connection") }
    guard code == SQLITE_OK else {
      let error = error(code, of: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    defineFunctions()
    lockWait.install(on: handle)
  }

  /// Opens a connection.
  ///
  /// Every connection is opened here, because SQLite counts memory from its first use on, unless that was disabled.
  static func open(_ name: String, _ flags: Int32, _ handle: inout OpaquePointer?) -> Int32 {
    _ = memoryIsNotCounted
    return sqlite3_open_v2(name, &handle, SQLITE_OPEN_NOMUTEX | flags, nil)
  }

  /// Has no effect when another part of the process has used SQLite before.
  private static let memoryIsNotCounted: Void = { _ = csqlite_count_no_memory() }()

  /// The name of an SQL function for this connection's own statements: the bytes that hexadecimal digits represent.
  static let bytesOfHexadecimal = "bytes_of_hexadecimal"

  private func defineFunctions() {
    defineMore(handle)
    sqlite3_create_function_v2(
      handle, Self.bytesOfHexadecimal, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        let value = values?[0]
        guard let text = sqlite3_value_text(value) else { return sqlite3_result_null(context) }
        let digits = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
        let bytes = Hexadecimal.bytes(ofUnchecked: digits)
        sqlite3_result_blob(context, bytes, Int32(bytes.count), csqlite_transient())
      }, nil, nil, nil)
  }

  /// Whether another program has written to a file that was opened as immutable.
  var isOutdated: Bool { frozen.map { $0 != FileVersion(of: path) } ?? false }

  /// Reopens the file in its current state, with the same statements, none of which may be running.
  ///
  /// After an error nothing has changed.
  func renew() throws(StoreError) {
    let old = (handle, frozen)
    (handle, frozen) = (nil, nil)
    do {
      try open()
      // SQLite opens the files with the first statement.
      try execute("SELECT 1 FROM sqlite_master")
    } catch {
      sqlite3_close_v2(handle)
      (handle, frozen) = old
      throw error
    }
    for (sql, statement) in statements {
      // Statements that need a temporary table of the old connection are compiled when they are next requested.
      if let compiled = try? prepare(sql) { statement.replace(compiled) } else { statements[sql] = nil }
    }
    sqlite3_close_v2(old.0)
  }

  /// Reopens a file that was opened read-only, with more access; see ``renew()``.
  func reopen(_ access: Access) throws(StoreError) {
    let old = self.access
    self.access = access
    do {
      try renew()
    } catch {
      self.access = old
      throw error
    }
    if access == .readWrite { try prepareToWrite() }
  }

  /// Sets what a connection that writes depends on.
  func prepareToWrite() throws(StoreError) {
    // Each statement that fires triggers keeps its own journal, which must not be written to a file.
    try execute("PRAGMA temp_store = MEMORY")
    try execute("PRAGMA synchronous = FULL")
    // What is deleted is overwritten with zeros; Debian's SQLite does so by default.
    try execute("PRAGMA secure_delete = ON")
    // After a large transaction the log is truncated to this size, in bytes.
    try execute("PRAGMA journal_size_limit = 4000000")
    try execute("PRAGMA foreign_keys = OFF")
  }

  /// Begins a transaction that writes.
  ///
  /// - Parameter isCancelled: Checked while another writer has the lock; `true` ends the wait.
  func beginWriting(isCancelled: @escaping @Sendable () -> Bool) throws(StoreError) {
    lockWait.isCancelled = isCancelled
    defer { lockWait.isCancelled = { false } }
    try execute(TransactionKind.immediate.rawValue)
  }

  deinit { close() }

  /// Later calls throw.
  ///
  /// When the last connection of all programs is closed, SQLite's files beside the book are deleted.
  func close() {
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  // MARK: Running statements

  /// The compiled statement, cached for the next time; a new one while the cached one is running.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let kept = statements[sql], !kept.isRunning { return kept }
    let compiled = try compile(sql)
    if statements[sql] == nil {
      if statements.count >= Self.mostStatements { forgetStatements() }
      statements[sql] = compiled
    }
    return compiled
  }

  /// The most cached statements: more than there are fixed texts.
  private static let mostStatements = 256

  /// Forgets the cached statements, except those that are running or that a caller keeps: ``renew()`` replaces cached
  /// ones only.
  private func forgetStatements() {
    for sql in Array(statements.keys) where isKnownUniquelyReferenced(&statements[sql]) {
      if statements[sql]?.isRunning == false { statements[sql] = nil }
    }
  }

  /// The compiled statement for a caller that runs it so often that even the look-up would matter: it is stored in
  /// `place`.
  func statement(_ sql: @autoclosure () -> String, in place: inout Statement?) throws(StoreError) -> Statement {
    if let place { return place }
    let compiled = try statement(sql())
    place = compiled
    return compiled
  }

  /// Runs statements without values, and ignores their rows.
  func execute(_ sql: String) throws(StoreError) {
    guard handle != nil else { throw .closed(path: path) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func forbidWriting() throws(StoreError) {
    if access == .read { try execute("PRAGMA query_only = 1") }
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

  /// The result of `read` for the first row; `nil` when there is none.
  func first<T>(
    _ sql: String, _ values: StoredValue..., read: (Statement) throws(StoreError) -> T
  ) throws(StoreError) -> T? {
    try first(sql, values, read: read)
  }

  func first<T>(
    _ sql: String, _ values: [StoredValue], read: (Statement) throws(StoreError) -> T
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

  /// The number of records of a table, as its counter says.
  func counter(of table: String) throws(StoreError) -> Int {
    max(0, Int(try firstInteger("SELECT value FROM counter WHERE name = ?", .text(table)) ?? 0))
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

  /// The values of all rows.
  func rows(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> [[StoredValue]] {
    try map(sql, values) { row in row.values(row.columnCount) }
  }

  // MARK: Transactions and changes

  /// Ends the transaction if one is open: some errors have ended it already.
  func rollback() {
    guard handle != nil, isInTransaction else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Enables or disables triggers.
  func setTriggers(areEnabled: Bool) {
    csqlite_set_triggers(handle, areEnabled ? 1 : 0)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  /// Whether the open transaction has written or is about to.
  var isWriting: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }
  var changes: Int { Int(sqlite3_changes64(handle)) }
  /// The number of rows that all statements have changed.
  var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// A number that changes with each visible commit of another connection.
  ///
  /// A checkpoint may change it too.
  func dataVersion() throws(StoreError) -> Int64 {
    try firstInteger("PRAGMA data_version") ?? 0
  }

  // MARK: Private

  private func compile(_ sql: String) throws(StoreError) -> Statement {
    Statement(try prepare(sql), of: self)
  }

  private func prepare(_ sql: String) throws(StoreError) -> OpaquePointer {
    guard handle != nil else { throw .closed(path: path) }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return statement
  }

  func error(_ code: Int32) -> StoreError {
    let systemError = errno
    // A mixture of old and new pages appears damaged.
    if isOutdated { return .locked(path: path) }
    let error = error(code, of: handle)
    // On a full disk, the system reports it.
    guard case .diskFull = error, code == SQLITE_FULL, systemError != ENOSPC, hasUsedLastRow else { return error }
    return .refused(
      path: path, detail: "one of its tables has no row numbers left, so export the people into a new book")
  }

  /// Whether a table has given its highest row number, after which SQLite reports a full disk.
  private var hasUsedLastRow: Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let query = "SELECT 1 FROM sqlite_sequence WHERE seq = \(Int64.max)"
    return sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW
  }

  private func error(_ code: Int32, of handle: OpaquePointer?) -> StoreError {
    // SQLite does not keep the system's error when a COMMIT fails, but this thread still has it.
    let present = errno
    let kept = sqlite3_system_errno(handle)
    let systemError =
      code & 0xff == SQLITE_CORRUPT ? csqlite_last_file_error(handle) : kept == 0 ? present : kept
    return StoreError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), systemError: systemError, path: path)
  }
}
