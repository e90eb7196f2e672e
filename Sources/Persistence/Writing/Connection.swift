/// The connection that writes, with a collator and a writer for each model.
///
/// It lives on the store's queue.
final class Connection {
  let database: Database
  private let format: StoreFormat
  private var isReadOnly: Bool
  private var writers: [ObjectIdentifier: AnyObject] = [:]
  private var records: [ObjectIdentifier: AnyObject] = [:]
  private var openedCollator: Collator?
  private let run: InsertionRun
  /// For each model, whether a row has no computed columns.
  private var incomplete: [Statement] = []
  /// The open transaction's number in the log, the last entry as of its last commit, and whether there was one.
  private var stamp: (id: Int64, end: Int64, isCommitted: Bool)?
  /// The last entry when the transaction was opened.
  private var before: Int64 = 0
  /// The transactions that this connection has committed, by their numbers in the log.
  private(set) var ownTransactions: Set<Int64> = []
  /// Whether the upkeep of the book has to be done after the next commit.
  var needsUpkeep = false
  /// Whether it has written something that changes no record.
  private var hasWrittenBesideTheLog = false
  /// Whether the open transaction has erased records, after which lists are read again.
  var hasErased = false

  /// - Parameter isReadOnly: Whether nothing can be written, so that missing computed columns stay missing.
  init(file: BookFile, format: StoreFormat, isReadOnly: Bool = false) throws(StoreError) {
    self.format = format
    self.isReadOnly = isReadOnly
    database = try Database.book(file, format, access: isReadOnly ? .readOnly : .readWrite)
    run = InsertionRun(database)
  }

  /// Reopens a book that was opened read-only.
  func becomeWritable() throws(StoreError) {
    try database.reopen(.readWrite)
    isReadOnly = false
  }

  func collator() throws(StoreError) -> Collator {
    if let openedCollator { return openedCollator }
    let collator = try makeCollator()
    openedCollator = collator
    return collator
  }

  /// Another collator for the book's locale, for another thread.
  func makeCollator() throws(StoreError) -> sending Collator {
    let locale = try database.meta(Database.localeKey) ?? ""
    guard let collator = Collator(locale: locale) ?? Collator(locale: "") else {
      throw .noCollation(path: database.path)
    }
    return collator
  }

  /// Drops what depends on the locale of the sort keys when another one was set, here or by another program.
  ///
  /// Called in each transaction before it uses them.
  func followLocale() throws(StoreError) {
    guard let openedCollator, try database.meta(Database.localeKey) ?? "" != openedCollator.locale else { return }
    self.openedCollator = nil
    openedInitials = nil
    writers = [:]
  }

  private var openedInitials: Initials?

  func initials() throws(StoreError) -> Initials {
    if let openedInitials { return openedInitials }
    let initials = Initials(try collator())
    openedInitials = initials
    return initials
  }

  func records<M: Model>(of model: M.Type) -> RecordAccess<M> {
    if let known = records[ObjectIdentifier(model)] as? RecordAccess<M> { return known }
    let new = RecordAccess<M>(database)
    records[ObjectIdentifier(model)] = new
    return new
  }

  func writer<M: Model>(of model: M.Type) throws(StoreError) -> RecordWriter<M> {
    if let known = writers[ObjectIdentifier(model)] as? RecordWriter<M> { return known }
    let new = RecordWriter<M>(database, collator: try collator(), run: run)
    writers[ObjectIdentifier(model)] = new
    return new
  }

  /// Merges the log into the file, as far as other connections permit.
  func close() {
    writers = [:]
    records = [:]
    incomplete = []
    run.close()
    database.close()
  }

  /// Ends a run of insertions, before a write of another kind.
  func endRun() throws(StoreError) {
    try run.end()
  }

  /// Marks the open transaction for commit although it has no log entries, because this write changes no record.
  func noteWritingBesideTheLog() {
    hasWrittenBesideTheLog = true
  }

  // MARK: Transactions

  /// Runs `body`, which writes and commits, in a transaction that is stamped with its author; rolls back when it
  /// throws.
  ///
  /// - Parameter monitor: May cancel it while it waits for another writer.
  func writing<T>(author: String, _ monitor: WriteMonitor = WriteMonitor(), _ body: () throws -> T) throws -> T {
    // Pages that a large transaction changes repeatedly should stay in memory until it ends.
    try database.execute("PRAGMA cache_size = -11000")
    defer { try? database.execute("PRAGMA cache_size = \(Database.cacheSize)") }
    stamp = nil
    do {
      do {
        try begin(author: author, isCancelled: monitor.isCancelled)
      } catch {
        try monitor.check()
        throw error
      }
      return try body()
    } catch {
      run.abandon()
      database.rollback()
      throw error
    }
  }

  /// Undoes or redoes a transaction, inside ``writing(author:_:)``.
  ///
  /// - Parameter number: The transaction; `nil` for the last one.
  /// - Returns: The kind of commit, and the reversed transaction.
  func reverse(
    _ direction: UndoLog.Direction, _ number: Int64?, _ monitor: WriteMonitor
  ) throws -> (TransactionAction, Reversal) {
    let log = UndoLog(database: database)
    let found =
      switch (direction, number) {
      case (_, let number?): try log.candidate(number, for: direction)
      case (.undo, nil): try log.nextUndo(of: nil)
      case (.redo, nil): try log.nextRedo(of: nil)
      }
    guard let found else { throw direction == .redo ? StoreError.nothingToRedo : StoreError.nothingToUndo }
    var count = 0
    for model in format.models { count += try Undo(connection: self).reverse(found.group, of: model, monitor) }
    try run.end()
    if let stamp, try LogPosition.last(in: database) == before {
      // Other changes have reversed it already. It is noted all the same, so that it is not the next one again.
      count = 0
      try database.run(
        "INSERT INTO change(tx, time, entity, row, op) VALUES (?, \(SchemaSQL.now), '', 0, 'nothing')",
        .integer(stamp.id))
    }
    let edit = try LogReader(database: database).group(from: found.edit) ?? found.group
    return (
      direction == .redo ? .redo(of: found.edit) : .undo(of: found.edit),
      Reversal(transaction: found.edit, author: edit.author, time: edit.time, count: count)
    )
  }

  /// Opens a transaction with a stamp: that of the last commit, if no other program has written since then.
  ///
  /// - Parameter isCancelled: Ends the wait for another writer.
  /// - Returns: Whether it goes on with the change of the commits before it, if there are any.
  @discardableResult
  func begin(author: String, isCancelled: @escaping @Sendable () -> Bool = { false }) throws(StoreError) -> Bool {
    try database.beginWriting(isCancelled: isCancelled)
    // A newer program may have migrated the book since it was opened: this one does not know all of its columns.
    try database.checkVersion(format)
    try followLocale()
    before = try LogPosition.last(in: database)
    hasWrittenBesideTheLog = false
    hasErased = false
    let goesOn = stamp.map { $0.end == before } ?? true
    if let stamp, goesOn, try reopen(stamp.id) { return true }
    try database.run("INSERT INTO tx(author, time, open) VALUES (?, \(SchemaSQL.now), 1)", .text(author))
    stamp = (database.lastInsertedRow, before, false)
    return goesOn
  }

  /// Stamps what is written from now on with another author, inside the open transaction.
  ///
  /// Each part is a change of its own, which one undo reverts.
  func changeAuthor(to author: String) throws(StoreError) {
    try run.end()
    guard let stamp else { return }
    let end = try LogPosition.last(in: database)
    if end == max(stamp.end, before) {
      try database.run("UPDATE tx SET author = ? WHERE id = ?", .text(author), .integer(stamp.id))
    } else {
      try database.run("UPDATE tx SET open = 0 WHERE id = ?", .integer(stamp.id))
      try database.run("INSERT INTO tx(author, time, open) VALUES (?, \(SchemaSQL.now), 1)", .text(author))
      self.stamp = (database.lastInsertedRow, end, false)
    }
  }

  /// Returns `false` when the stamp no longer exists, because nothing was written under it.
  private func reopen(_ stamp: Int64) throws(StoreError) -> Bool {
    try database.run("UPDATE tx SET open = 1 WHERE id = ?", .integer(stamp))
    return database.changes > 0
  }

  /// A complete transaction that is ready for ``commit(_:)``.
  struct PreparedCommit {
    fileprivate let id: Int64
    fileprivate let end: Int64
    /// Whether it changed so little that other writers can wait while its notifications are computed.
    let isSmall: Bool
  }

  /// Writes the rest of the open transaction.
  ///
  /// A transaction that has changed nothing is rolled back.
  ///
  /// - Returns: `nil` when there is nothing to commit.
  func prepareCommit(_ action: TransactionAction) throws(StoreError) -> PreparedCommit? {
    try run.end()
    // Behind the entries of the transaction, which follow each other.
    if hasErased { try noteUpkeep() }
    let end = try LogPosition.last(in: database)
    guard let id = stamp?.id, end != before || hasWrittenBesideTheLog else {
      // The new number is rolled back too, and may be used again.
      if stamp?.isCommitted == false { stamp = nil }
      database.rollback()
      return nil
    }
    if let openedCollator { try noteKeys(computedBy: format.signature(openedCollator)) }
    try database.run(
      "UPDATE tx SET open = 0, action = ?, target = ? WHERE id = ?", .text(action.name),
      action.target.map(StoredValue.integer) ?? .null, .integer(id))
    return PreparedCommit(id: id, end: end, isSmall: end - before <= Self.fewEntries)
  }

  private static let fewEntries: Int64 = 64

  /// Notes in the open transaction that it may have written keys of a version of ICU.
  ///
  /// Those are not comparable with the keys of another version, which another program has computed or is computing.
  /// They are computed again when the book is next opened, not here, since the two programs would do so in turns.
  private func noteKeys(computedBy signature: String) throws(StoreError) {
    if let computed = try database.meta("computed"), computed != signature { try database.setMeta("computed", nil) }
    if let mark = try database.meta("computing"), !mark.hasPrefix(signature + "|") {
      try database.setMeta("computing", nil)
    }
  }

  /// Commits a transaction.
  ///
  /// A large one makes no checkpoint, so that its notifications do not wait for it: the caller calls ``checkpoint()``.
  func commit(_ prepared: PreparedCommit) throws(StoreError) {
    if !prepared.isSmall { try database.execute("PRAGMA wal_autocheckpoint = 0") }
    defer { if !prepared.isSmall { try? database.execute("PRAGMA wal_autocheckpoint = 1000") } }
    try database.execute("COMMIT")
    stamp = (prepared.id, prepared.end, true)
    if prepared.end != before { ownTransactions.insert(prepared.id) }
  }

  /// Copies the log of the file's pages into the file, as far as its readers permit.
  ///
  /// An error is ignored: the next checkpoint of any program repeats it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pages in the log.
  func checkpoint() {
    try? database.execute("PRAGMA wal_checkpoint(PASSIVE)")
  }

  /// Runs `body` in a read transaction in which no sort key is missing.
  ///
  /// Another program may commit between the computation of missing keys and the reading; then both are repeated.
  func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    if isReadOnly {
      return try database.transaction(.deferred) { () throws(StoreError) -> T in
        try followLocale()
        return try body()
      }
    }
    while true {
      let result = try database.transaction(.deferred) { () throws(StoreError) -> T? in
        try followLocale()
        return try isComplete() ? try body() : nil
      }
      if let result { return result }
      try complete()
    }
  }

  func isComplete() throws(StoreError) -> Bool {
    if incomplete.isEmpty {
      incomplete = try format.models.map { (model) throws(StoreError) in
        try database.statement(Self.waiting(model) + " LIMIT 1")
      }
    }
    for statement in incomplete {
      defer { statement.reset() }
      if try statement.step() { return false }
    }
    return true
  }

  private static func waiting<M: Model>(_ model: M.Type) -> String {
    "SELECT row FROM \(M.table.name) WHERE search IS NULL"
  }

  /// Computes the sort keys and search texts that other programs left out.
  ///
  /// Costs one check when there are none.
  func complete() throws(StoreError) {
    for model in format.models { try complete(model) }
  }

  private func complete<M: Model>(_ model: M.Type) throws(StoreError) {
    let waiting = Self.waiting(model)
    while try database.firstInteger(waiting + " LIMIT 1") != nil {
      try database.transaction(.immediate) { () throws(StoreError) in
        try followLocale()
        let rows = try database.map(waiting + " LIMIT 2000") { $0.integer(0) }
        try complete(model, rows: rows)
        // A damaged index keeps listing complete rows, so that the loop would not end.
        if let next = try database.firstInteger(waiting + " LIMIT 1"), rows.contains(next) {
          throw .damaged(path: database.path, detail: "an index has records that it should not have")
        }
      }
    }
  }

  func complete<M: Model>(_ model: M.Type, rows: [Int64]) throws(StoreError) {
    let writer = try writer(of: model)
    for record in try records(of: model).records(rows: rows) { try writer.complete(record) }
  }
}

extension Database {
  /// The key of the locale of the sort keys.
  static let localeKey = "locale"

  /// 6 MB: the first pages that a search reads stay cached from one letter to the next.
  static let cacheSize = -6000

  /// Checks that the book has the version that the format describes.
  func checkVersion(_ format: StoreFormat) throws(StoreError) {
    let version = try firstInteger("PRAGMA user_version") ?? 0
    guard version <= format.version else {
      throw .newer(path: path, version: Int(version), understood: Int(format.version))
    }
    guard version == format.version else {
      throw .outdated(path: path, version: Int(version), needed: Int(format.version))
    }
  }

  /// A connection to a book that ``BookFile/inspect(applicationID:version:)`` has accepted.
  static func book(_ file: BookFile, _ format: StoreFormat, access: Access) throws(StoreError) -> Database {
    let database = try Database(path: file.path, access: access, functions: Folding.defineFunctions)
    // The log may have a migration that the file's header does not show yet.
    try database.checkVersion(format)
    try database.execute("PRAGMA cache_size = \(cacheSize)")
    // Reads the schema, so that a damaged one fails now.
    guard try database.firstInteger("SELECT count(*) FROM meta WHERE key = 'locale'") == 1 else {
      throw .damaged(path: file.path, detail: "its sort order is missing")
    }
    if access == .readWrite { try database.prepareToWrite() }
    return database
  }
}
