import Reactive

/// A value of a list, and the number of records that have it.
public struct ValueCount: Hashable, Sendable {
  /// A value that occurs in a list.
  public let value: String
  /// The number of records that have it.
  public let count: Int

  /// Creates the count of a value.
  public init(value: String, count: Int) {
    self.value = value
    self.count = count
  }
}

extension Store {
  /// The values in a list of all records, the most frequent first, such as all tags.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(values in all lists); where they are indexed, some 10 ms for each 100,000.
  public func values<M: Model>(of keyPath: KeyPath<M, [String]>) throws(StoreError) -> [ValueCount] {
    try Self.values(of: keyPath, in: reader)
  }

  nonisolated static func values<M: Model>(
    of keyPath: KeyPath<M, [String]>, in database: Database
  ) throws(StoreError) -> [ValueCount] {
    guard let list = M.table.list(at: keyPath) else {
      // A programmer error that the first run reveals: no input leads here.
      preconditionFailure("\(keyPath) is not a list of \(M.self)")
    }
    return try database.map(
      "SELECT value, count(*) FROM \(M.table.listTable(list)) GROUP BY value ORDER BY count(*) DESC, value"
    ) { ValueCount(value: $0.text(0), count: Int($0.integer(1))) }
  }
}

extension Store {
  /// The rows that a query of another module's table returns, read at once.
  package func rows(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> [[StoredValue]] {
    try reader.rows(sql, values)
  }
}

extension Store {
  // MARK: One record

  /// The record, first as it is now and then after each commit of any program that changes it; never the same value
  /// twice.
  ///
  /// It finishes when the record is deleted, or at once when it is not in the book. It fails when the record can no
  /// longer be read: that is not a deletion.
  public func publisher<M: Model>(of record: M) -> AnyPublisher<M, StoreError> {
    AnyPublisher { [self] observer, lifetime in
      do throws(StoreError) {
        guard let watch = try self.watch(record) else { return observer.send(completion: .finished) }
        lifetime.onCancel { withExtendedLifetime(watch) {} }
        watch.values.removeDuplicates().attach(observer, to: lifetime)
      } catch {
        observer.send(completion: .failure(error))
      }
    }
  }

  /// A property of a record: its value now, then each new one.
  ///
  ///     store.propertyValuePublisher(\.firstName, of: ada).replaceError(with: "")
  ///       .sink { name in … }.store(in: &tokens)
  ///
  /// It finishes when the record is deleted, and fails when it can no longer be read.
  public func propertyValuePublisher<M: Model, Value: Equatable>(
    _ keyPath: KeyPath<M, Value> & Sendable, of record: M
  ) -> AnyPublisher<Value, StoreError> {
    publisher(of: record).map { $0[keyPath: keyPath] }.removeDuplicates().eraseToAnyPublisher()
  }

  /// The watch of a record: one for all subscribers; `nil` when the record is not in the book.
  private func watch<M: Model>(_ record: M) throws(StoreError) -> RecordWatch<M>? {
    // A watch may still be that of a former record in the same row.
    if let watch = lists.watch(of: record), !watch.isOver, record.id.isEmpty || watch.values.value.id == record.id {
      return watch
    }
    let start = try reader.transaction(.deferred) { () throws(StoreError) -> (record: M, seq: Int64)? in
      let seq = try LogPosition.last(in: reader)
      return try lists.records(of: M.self).record(row: record.row).map { ($0, seq) }
    }
    guard let start, record.id.isEmpty || start.record.id == record.id else { return nil }
    let number = lists.takeNumber()
    let watch = RecordWatch<M>(start.record, engine, listener: number, seq: start.seq)
    lists.attach(watch, as: number, of: start.record)
    return watch
  }
}
