/// Undoes and redoes the last transaction, or a given earlier one.
///
///     if let last = try await store.undoableTransaction(of: Person.self, scope: .own) {
///       try await store.undo(transaction: last.number)
///     }
///
/// An undo is a transaction of its own, and can be redone. A transaction can be undone once; then it can be redone, and
/// so on.
extension Store {
  // MARK: Queries

  /// The last transaction that can be undone, read on the store's queue; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - scope: `.own` considers only this store's transactions since it was opened, whatever other programs did later.
  ///   - excluded: The numbers of transactions to pass over, such as those that a later change depends on.
  ///   - limit: The number of its changes to read.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*t* log *n* + *k*) for *t* later transactions in a log of *n* changes, and *k* changes of the
  ///   result.
  public func undoableTransaction<M: Model>(
    of model: M.Type, scope: UndoScope, excluding excluded: Set<Int64> = [], limit: Int = 3
  ) async throws(StoreError) -> TransactionSummary<M>? {
    try await engine.summary(of: model, limit: limit) { (log, own) throws(StoreError) in
      try log.nextUndo(of: scope == .own ? own : nil, excluding: excluded)?.edit
    }
  }

  /// The last transaction that was undone and can be redone, read on the store's queue; `nil` when there is none.
  ///
  /// With `.own`, it is the last one that this store undid, until this store makes another change.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - scope: Whose undos are considered.
  ///   - limit: The number of its changes to read.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*t* log *n* + *k*) for *t* later transactions in a log of *n* changes, and *k* changes of the
  ///   result.
  public func redoableTransaction<M: Model>(
    of model: M.Type, scope: UndoScope, limit: Int = 3
  ) async throws(StoreError) -> TransactionSummary<M>? {
    try await engine.summary(of: model, limit: limit) { (log, own) throws(StoreError) in
      try log.nextRedo(of: scope == .own ? own : nil)?.edit
    }
  }

  /// A summary of the transaction with a number; `nil` when the log no longer has it.
  ///
  /// - Parameters:
  ///   - number: ``TransactionSummary/number`` or ``Commit/number``.
  ///   - model: The model of the records.
  ///   - limit: The number of its changes to read.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log *n* + *k*) for *k* changes in a log of *n*.
  public func transaction<M: Model>(
    _ number: Int64, of model: M.Type, limit: Int = 3
  ) async throws(StoreError) -> TransactionSummary<M>? {
    try await engine.summary(of: model, limit: limit) { _, _ in number }
  }

  /// Summaries of the transactions with some numbers, in one reading, without those that the log no longer has.
  ///
  /// - Parameters:
  ///   - numbers: ``TransactionSummary/number`` of each.
  ///   - model: The model of the records.
  ///   - row: Reads only the changes to the record with this row, whatever else a transaction changed.
  ///   - limit: The number of changes to read of each.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes in these transactions and later ones of the same records, in a log of
  ///   *n*.
  public func transactions<M: Model>(
    _ numbers: [Int64], of model: M.Type, ofRow row: Int64? = nil, limit: Int = 3
  ) async throws(StoreError) -> [TransactionSummary<M>] {
    try await engine.summaries(of: model, numbers, row: row, limit: limit)
  }

  /// The last transactions before another one, the newest first, read on the store's queue.
  ///
  /// An undo or a redo is not among them: it shows as ``LoggedEdit/isUndone`` of the transaction that it concerns. Nor
  /// is an erased one.
  ///
  /// - Parameters:
  ///   - row: Considers only transactions that changed the record with this row; `nil` considers all.
  ///   - number: The number of the transaction that follows them; `nil` begins with the last one.
  ///   - limit: The number of transactions.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k* log *n* + *t*) for *k* transactions, of a log with *n* entries and *t* transactions.
  public func edits(
    ofRow row: Int64? = nil, before number: Int64? = nil, limit: Int
  ) async throws(StoreError) -> [LoggedEdit] {
    try await engine.edits(of: row, before: number ?? .max, limit: limit)
  }

  // MARK: The last transaction

  /// Undoes the last change of any program, as a transaction of its own.
  ///
  /// - Returns: The transaction that was undone.
  /// - Throws: ``StoreError/nothingToUndo``; ``StoreError/undoConflict(id:name:fields:author:)`` when a later change
  ///   depends on it.
  /// - Complexity: O(changes of that transaction).
  @discardableResult
  public func undo(author: String? = nil) async throws -> Reversal {
    try await reverse(.undo, nil, author: author)
  }

  /// Redoes the transaction that was undone last; possible until something else is changed.
  ///
  /// - Returns: The transaction that was redone.
  /// - Throws: ``StoreError/nothingToRedo``; ``StoreError/undoConflict(id:name:fields:author:)``.
  /// - Complexity: O(changes of that transaction).
  @discardableResult
  public func redo(author: String? = nil) async throws -> Reversal {
    try await reverse(.redo, nil, author: author)
  }

  // MARK: A given transaction

  /// Undoes one transaction, whatever was committed after it.
  ///
  /// All of it is undone, or nothing. Later changes of other fields, and of other records, stay.
  ///
  /// - Parameters:
  ///   - number: ``TransactionSummary/number`` of the transaction.
  ///   - author: The author of the undo; the store’s by default.
  ///   - monitor: Receives the progress, and may cancel: then `CancellationError` is thrown, and the book is as it was.
  /// - Returns: The transaction that was undone.
  /// - Throws: ``StoreError/nothingToUndo`` when it has been undone, forgotten, or erased;
  ///   ``StoreError/undoConflict(id:name:fields:author:)`` when one of its fields has another value since.
  /// - Complexity: O(changes of that transaction).
  @discardableResult
  public func undo(
    transaction number: Int64, author: String? = nil, monitor: WriteMonitor = WriteMonitor()
  ) async throws -> Reversal {
    try await reverse(.undo, number, author: author, monitor)
  }

  /// Redoes one transaction that was undone, whatever was committed after that.
  ///
  /// - Parameters:
  ///   - number: ``TransactionSummary/number`` of the transaction, not of its undo.
  ///   - author: The author of the redo; the store’s by default.
  ///   - monitor: As for ``undo(transaction:author:monitor:)``.
  /// - Returns: The transaction that was redone.
  /// - Throws: ``StoreError/nothingToRedo`` when it has not been undone, is forgotten, or erased;
  ///   ``StoreError/undoConflict(id:name:fields:author:)``.
  /// - Complexity: O(changes of that transaction).
  @discardableResult
  public func redo(
    transaction number: Int64, author: String? = nil, monitor: WriteMonitor = WriteMonitor()
  ) async throws -> Reversal {
    try await reverse(.redo, number, author: author, monitor)
  }

  private func reverse(
    _ direction: UndoLog.Direction, _ number: Int64?, author: String?, _ monitor: WriteMonitor = WriteMonitor()
  ) async throws -> Reversal {
    defer { lists.deliver() }
    return try await engine.reverse(direction, number, author: author ?? self.author, monitor)
  }

  // MARK: All programs, synchronously

  /// The transaction that ``undo(author:)`` would undo; `nil` when there is none, or when it has no records of `model`.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(changes of that transaction), on the main actor. See
  ///   ``undoableTransaction(of:scope:excluding:limit:)``.
  public func nextUndo<M: Model>(of model: M.Type) throws(StoreError) -> Commit<M>? {
    try commit(of: model) { (log) throws(StoreError) in try log.nextUndo(of: nil) }
  }

  /// The transaction that ``redo(author:)`` would redo; `nil` when there is none, or when it has no records of `model`.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(changes of that transaction), on the main actor. See ``redoableTransaction(of:scope:limit:)``.
  public func nextRedo<M: Model>(of model: M.Type) throws(StoreError) -> Commit<M>? {
    try commit(of: model) { (log) throws(StoreError) in try log.nextRedo(of: nil) }
  }

  private func commit<M: Model>(
    of model: M.Type, _ find: (UndoLog) throws(StoreError) -> UndoLog.Candidate?
  ) throws(StoreError) -> Commit<M>? {
    try reader.transaction(.deferred) { () throws(StoreError) in
      guard let candidate = try find(UndoLog(database: reader)) else { return nil }
      let log = LogReader(database: reader)
      return try log.commit(of: model, log.group(from: candidate.edit) ?? candidate.group)
    }
  }
}

extension Engine {
  /// A summary of a transaction.
  ///
  /// - Parameter find: Returns the number of the transaction, given the log and this store's own transactions.
  fileprivate func summary<M: Model>(
    of model: M.Type, limit: Int, _ find: @Sendable (UndoLog, _ own: Set<Int64>) throws(StoreError) -> Int64?
  ) throws(StoreError) -> TransactionSummary<M>? {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      let own = connection.ownTransactions
      guard let number = try find(UndoLog(database: connection.database), own) else { return nil }
      return try LogReader(database: connection.database).summaries(of: model, [number], limit: limit, own: own).first
    }
  }

  fileprivate func summaries<M: Model>(
    of model: M.Type, _ numbers: [Int64], row: Int64?, limit: Int
  ) throws(StoreError) -> [TransactionSummary<M>] {
    let own = try open().ownTransactions
    return try read { (database) throws(StoreError) in
      try LogReader(database: database).summaries(of: model, numbers, row: row, limit: limit, own: own)
    }
  }

  fileprivate func edits(of row: Int64?, before number: Int64, limit: Int) throws(StoreError) -> [LoggedEdit] {
    try read { (database) throws(StoreError) in
      try UndoLog(database: database).edits(of: row, before: number, limit: limit)
    }
  }
}
