import Algorithms

extension Transaction {
  /// A preparer of records for this book.
  ///
  /// - Throws: The reason why the book cannot be read.
  public func preparer<M: Model>(of model: M.Type) throws(StoreError) -> RecordPreparer<M> {
    RecordPreparer(try checked().makeCollator())
  }

  /// Prepares records one after the other, or on another thread if there are many, and passes them to a closure.
  ///
  /// - Parameters:
  ///   - sources: What the records are made of.
  ///   - make: Returns the record of a source, `nil` when it has none, and what else the body needs.
  ///   - body: Receives what was made of each source, in their order.
  package func forEachPrepared<Source: Sendable, Item: Sendable, M: Model>(
    _ sources: [Source], _ make: @escaping @Sendable (Source) throws -> (item: Item, record: M?),
    _ body: (Item, PreparedRecord<M>?) throws -> Void
  ) throws {
    guard sources.count > Self.batch else {
      let writer = try checked().writer(of: M.self)
      for source in sources {
        let made = try make(source)
        try body(made.item, made.record.map(writer.prepared))
      }
      return
    }
    let preparer = try preparer(of: M.self)
    try readAhead(limit: 4) { send in
      for start in stride(from: 0, to: sources.count, by: Self.batch) {
        let part = sources[start..<min(start + Self.batch, sources.count)]
        try send(
          part.map { source in
            let made = try make(source)
            return (item: made.item, record: made.record.map(preparer.prepared))
          })
      }
    } consume: { batch in
      for (item, record) in batch { try body(item, record) }
    }
  }

  /// The number of records that are prepared together.
  private static let batch = 64

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
    try forEachPrepared(records, { ((), $0) }) { _, prepared in
      if let prepared { try insertPrepared(prepared) }
    }
  }
}
