/// Reading the change log inside a transaction, and tables of other modules: for `Replication`.
extension Transaction {
  /// The number of the newest entry of the log, the transaction's own included; 0 in a new book.
  package func logPosition() throws(StoreError) -> Int64 {
    try checked().endRun()
    return try LogPosition.last(in: checked().database)
  }

  /// Whether the log lacks entries after a position.
  package func isLogPruned(after position: Int64) throws(StoreError) -> Bool {
    try LogPosition.isPruned(after: position, in: checked().database)
  }

  /// Keeps the entries of the log after a position from being pruned, whatever their age; `nil` ends that.
  package func keepLog(after position: Int64?) throws(StoreError) {
    guard try LogPosition.kept(in: checked().database) != position else { return }
    checked().noteWritingBesideTheLog()
    try LogPosition.setKept(position, in: checked().database)
  }

  /// The earlier version of the book in which an entry of the log was written; `nil` for the present one.
  package func version(ofEntry number: Int64) throws(StoreError) -> Int32? {
    try LogVersions(database: checked().database).version(ofEntry: number)
  }

  /// The commits after a position of the log, the oldest first.
  ///
  /// - Complexity: O(entries after the position).
  package func commits<M: Model>(of model: M.Type, after position: Int64) throws(StoreError) -> [Commit<M>] {
    try checked().endRun()
    return try LogReader(database: checked().database).commits(of: model, after: position)
  }

  /// Makes what is written from now on a change of another author, which has an undo of its own.
  package func changeAuthor(to author: String) throws(StoreError) {
    try checked().changeAuthor(to: author)
  }

  /// Runs a statement that changes no record, such as one about a table of another module.
  package func run(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) {
    checked().noteWritingBesideTheLog()
    try checked().database.run(sql, values)
  }

  /// The rows that a statement returns.
  package func rows(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> [[StoredValue]] {
    try checked().database.rows(sql, values)
  }
}
