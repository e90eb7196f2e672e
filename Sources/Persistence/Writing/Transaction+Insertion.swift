import Algorithms

extension Transaction {
  /// A preparer of records for this book.
  ///
  /// - Throws: The reason why the book cannot be read.
  public func preparer<M: Model>(of model: M.Type) throws(StoreError) -> RecordPreparer<M> {
    RecordPreparer(try checked().makeCollator())
  }

  /// Adds a prepared record.
  ///
  /// - Throws: ``StoreError/refused(path:detail:)`` when its id is taken.
  /// - Complexity: O(log *n*), where *n* is the number of records.
  public func insertPrepared<M: Model>(_ prepared: PreparedRecord<M>) throws(StoreError) {
    _ = try checked().writer(of: M.self).insert(prepared)
  }

  /// Adds many records, which another thread prepares.
  ///
  /// - Throws: ``StoreError/refused(path:detail:)`` when an id is taken.
  /// - Complexity: O(*k* log *n*) for *k* records and *n* in the book.
  public func insertAll<M: Model>(_ records: [M]) throws {
    let preparer = try preparer(of: M.self)
    try readAhead(limit: 4) { send in
      for start in stride(from: 0, to: records.count, by: 64) {
        try send(records[start..<min(start + 64, records.count)].map(preparer.prepared))
      }
    } consume: { batch in
      for prepared in batch { try insertPrepared(prepared) }
    }
  }
}
