extension Store {
  /// The numbers of the last transactions, the newest first, undos and redos included, read on the store's queue.
  ///
  /// - Parameter limit: The number of transactions.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* transactions of a log of *n* entries.
  public func transactions(limit: Int) async throws(StoreError) -> [Int64] {
    try await engine.transactions(limit: limit)
  }

  /// The sort keys of records in an order of their table, computed on the store's queue: byte strings that compare as
  /// the records do.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*) for *n* records.
  public func sortKeys<M: Model>(of records: [M], in order: Order<M>) async throws(StoreError) -> [[UInt8]] {
    try await engine.sortKeys(of: records, in: order)
  }
}

extension Engine {
  fileprivate func transactions(limit: Int) throws(StoreError) -> [Int64] {
    let connection = try open()
    return try connection.reading { () throws(StoreError) in
      try LogReader(database: connection.database).transactions(limit: limit)
    }
  }

  fileprivate func sortKeys<M: Model>(of records: [M], in order: Order<M>) throws(StoreError) -> [[UInt8]] {
    let collator = try open().collator()
    return records.map { order.withKey(of: $0, collator, Array.init) }
  }
}
