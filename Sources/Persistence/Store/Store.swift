import Dispatch
import Glibc
import Reactive

/// An open book, with live lists to read and transactions to change it.
///
///     let store = try Store.open(at: path, format)
///     let people = store.objects(Person.self)
///     let ada = try await store.write(author: "me") { try $0.insert(Person(named: "Ada")) }
///
/// Pages are read on the main actor, by a separate connection. Transactions run on the store's own queue and are
/// awaited, so that no writer blocks the interface. Several programs may have a book open at once; each sees the
/// changes of the others.
@MainActor
public final class Store {
  /// The absolute path of the book, with symbolic links resolved.
  public nonisolated let path: String
  /// Whether `open` has created the book.
  public let isNew: Bool
  /// Whether the book or its folder may not be written: every change fails with ``readOnlyReason``.
  ///
  /// Its lists are still live. Records that another program wrote, and for which no store has computed sort keys yet,
  /// are first in its lists and are not found by searches.
  public nonisolated var isReadOnly: Bool {
    if case .diskFull = readOnlyReason { false } else { readOnlyReason != nil }
  }
  /// The error of every change, which is ``StoreError/readOnly(path:)`` or ``StoreError/diskFull(path:)``; `nil` when
  /// the book can be written.
  ///
  /// After the disk was full, the next change checks whether there is room again.
  public nonisolated var readOnlyReason: StoreError? { engine.readOnlyReason }
  /// The author of this program's changes, unless a transaction has another one: `peoplebook@host:1234`.
  public let author: String
  nonisolated let engine: Engine
  let lists: LiveLists
  var reader: Database { lists.reader }

  // MARK: Opening

  /// Opens the book at `path`.
  ///
  /// A book is opened read-only when the file or its folder may not be written, or when its disk has no room for the
  /// files that SQLite keeps beside it (except after a crash that left SQLite's log); see ``readOnlyReason``. A book of
  /// an older version is migrated, after a copy was made beside it; see ``StoreFormat``. A file that is not a book, or
  /// has an unknown version, is not changed by a byte, and no file is created beside it.
  ///
  /// - Parameters:
  ///   - path: The path of the book.
  ///   - format: The tables of the book, and its version.
  ///   - create: Whether to create a missing book with its directories.
  ///   - author: The author of this program's changes; the program, host and process by default.
  /// - Throws: The reason why the book cannot be opened, such as ``StoreError/missing(path:)``.
  public static func open(
    at path: String, _ format: StoreFormat, create: Bool = true, author: String? = nil
  ) throws(StoreError) -> Store {
    // A limit on the size of files should be an error like a full disk, not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    let file = BookFile(path)
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    var isNew = false
    switch try file.inspect(applicationID: format.applicationID, version: format.version) {
    case .book(let version):
      if version < format.version, !file.isReadOnly { try format.migrate(file) }
    case .absent:
      guard create else { throw .missing(path: file.path) }
      let locale = Collator.locale(of: environment)
      try file.makeDirectories()
      try file.create { (draft) throws(StoreError) in
        try format.make(in: Database(path: draft, access: .create), locale: locale)
      }
      isNew = true
    case .empty:
      guard create else { throw .missing(path: file.path) }
      try format.make(in: Database(path: file.path, access: .readWrite), locale: Collator.locale(of: environment))
      isNew = true
    }
    var opened = BookFile(path)
    do {
      return try Store(opened, format, isNew: isNew, author: author ?? defaultAuthor)
    } catch .diskFull where !isNew {
      opened.isOnFullDisk = true
      return try Store(opened, format, isNew: false, author: author ?? defaultAuthor)
    }
  }

  private init(_ file: BookFile, _ format: StoreFormat, isNew: Bool, author: String) throws(StoreError) {
    path = file.path
    self.isNew = isNew
    self.author = author
    lists = try LiveLists(file, format)
    engine = lists.engine
  }

  isolated deinit {}

  /// Closes the book after all earlier requests; lists fail with ``StoreError/closed(path:)``.
  ///
  /// A book that no other program has open is then one file. A program that ends without closing it loses no data, but
  /// leaves SQLite's log beside the file.
  public func close() async {
    await engine.close()
    lists.deliver()
    reader.close()
  }

  /// Closes the book after all earlier requests, and blocks the caller until then: the caller ends the program.
  ///
  /// - Parameter timeout: How long to wait at most. A write that has not ended by then may be committed or not.
  public func closeAtExit(waitingFor timeout: DispatchTimeInterval = .seconds(1)) {
    // The connection that is closed last copies the log into the file.
    reader.close()
    let isClosed = DispatchSemaphore(value: 0)
    engine.perform { engine in
      engine.close()
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: .now() + timeout)
  }

  private static var defaultAuthor: String {
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program = CommandLine.arguments.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "program"
    return "\(program)@\(name):\(getpid())"
  }

  // MARK: Reading

  /// All records of a model, in their default order.
  ///
  /// Nothing is read yet.
  public func objects<M: Model>(_ model: M.Type) -> Results<M> {
    Results(Query<M>(), of: lists)
  }

  /// A live list of the records that match a query.
  public func objects<M: Model>(_ query: Query<M>) -> Results<M> {
    Results(query, of: lists)
  }

  /// The record with an id; `nil` when there is none.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log n) in the number of records.
  public func get<M: Model>(_ model: M.Type, id: String) throws(StoreError) -> M? {
    try lists.records(of: model).record(id: id)
  }

  /// The record in a row; `nil` when there is none.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log n) in the number of records.
  public func get<M: Model>(_ model: M.Type, row: Int64) throws(StoreError) -> M? {
    try lists.records(of: model).record(row: row)
  }

  /// The records with an id that begins with `prefix`, in any case, at most `limit`; the shortest ids first.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log n) in the number of records, and O(m) in the number of ids with the same first characters.
  public func get<M: Model>(_ model: M.Type, idPrefix prefix: String, limit: Int = 2) throws(StoreError) -> [M] {
    try lists.records(of: model).records(idPrefix: prefix, limit: limit)
  }

  /// The records that match a query, read at once: for scripts, not for screens.
  ///
  /// None when `limit` is less than one.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*) in the number of records, or in that of the matches where an index finds them.
  public func fetch<M: Model>(_ query: Query<M>, limit: Int? = nil) throws(StoreError) -> [M] {
    try lists.records(of: M.self).records(of: query.plan, limit: limit, in: reader)
  }

  /// The number of records, from a counter.
  ///
  /// - Throws: The reason why the book cannot be read.
  public func count<M: Model>(_ model: M.Type) throws(StoreError) -> Int {
    try Self.count(model, in: reader)
  }

  nonisolated static func count<M: Model>(_ model: M.Type, in database: Database) throws(StoreError) -> Int {
    try database.counter(of: M.table.name)
  }

  // MARK: Changes

  /// Runs `body` in a transaction on the store's queue.
  ///
  /// Lists have been notified by then. A book that stays locked by another writer for 5 s is
  /// ``StoreError/locked(path:)``.
  ///
  /// - Parameters:
  ///   - author: The author of the change; the store’s by default.
  ///   - monitor: May cancel it while it waits for another writer: then `CancellationError` is thrown.
  ///   - body: Reads and writes through the transaction.
  /// - Returns: The result of `body`, once what it wrote is safe on the disk.
  /// - Throws: The error of `body`, or the reason why the book cannot be written. Everything is rolled back then.
  @discardableResult
  public func write<T: Sendable>(
    author: String? = nil, monitor: WriteMonitor = WriteMonitor(),
    _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> T {
    defer { lists.deliver() }
    return try await engine.write(author: author ?? self.author, monitor, body)
  }

  /// The time of this store's last commit, in nanoseconds of the monotonic clock; for benchmarks.
  package var lastCommit: UInt64 {
    get async { await engine.lastCommit }
  }
}
