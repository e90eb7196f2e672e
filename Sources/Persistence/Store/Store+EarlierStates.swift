extension Store {
  /// The numbers of the last transactions before another one, the newest first, undos and redos included, read on the
  /// store's queue.
  ///
  /// An erased transaction is not among them.
  ///
  /// - Parameters:
  ///   - number: The number of the transaction that follows them; `nil` begins with the last one.
  ///   - limit: The number of transactions.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* transactions of a log of *n* entries.
  public func transactionNumbers(before number: Int64? = nil, limit: Int) async throws(StoreError) -> [Int64] {
    try await engine.transactionNumbers(before: number ?? .max, limit: limit)
  }

  /// All records of a model as they were at an earlier moment; see ``EarlierResults``.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - order: An order of a column.
  /// - Complexity: O(1): nothing is read yet.
  public func earlierObjects<M: Model>(_ model: M.Type, sortedBy order: Order<M>) -> EarlierResults<M> {
    EarlierResults(Query<M>().sorted(by: order), of: lists)
  }
}

extension Engine {
  fileprivate func transactionNumbers(before number: Int64, limit: Int) throws(StoreError) -> [Int64] {
    try read { (database) throws(StoreError) in
      try LogReader(database: database).transactionNumbers(before: number, limit: limit)
    }
  }
}
