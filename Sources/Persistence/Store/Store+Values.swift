import Reactive

/// A value of a list, and how many records have it.
public struct ValueCount: Hashable, Sendable {
  public let value: String
  public let count: Int
}

extension Store {
  /// The values that stand in a list of any record, the most frequent first: the tags that there are, say. It costs
  /// what all the lists together have; where they are indexed, some 10 ms for each 100,000 values.
  public func values<M: Model>(of keyPath: KeyPath<M, [String]>) throws(StoreError) -> [ValueCount] {
    guard let list = M.table.list(at: keyPath) else {
      // A mistake of the programmer, which the first run of the code shows: no input leads here.
      preconditionFailure("\(keyPath) is not a list of \(M.self)")
    }
    return try reader.map(
      "SELECT value, count(*) FROM \(M.table.listTable(list)) GROUP BY value ORDER BY count(*) DESC, value"
    ) { ValueCount(value: $0.text(0), count: Int($0.integer(1))) }
  }
}

extension Store {
  // MARK: One record

  /// The record as it stands, then after each commit that changes it, whoever made it. It ends when the record is
  /// deleted, or is not in the book to begin with; and never tells the same twice.
  public func publisher<M: Model>(of record: M) -> AnyPublisher<M, Never> {
    AnyPublisher { [lists, engine, reader] observer, lifetime in
      guard let start = try? self.present(record, in: reader) else { return observer.send(completion: .finished) }
      let number = lists.takeNumber()
      let watch = RecordWatch<M>(start.record, engine, id: number, seq: start.seq)
      lists.attach(watch, as: number)
      lifetime.onCancel { withExtendedLifetime(watch) { lists.detach(number) } }
      watch.values.removeDuplicates().attach(observer, to: lifetime)
    }
  }

  /// A property of a record: its value now, then each new one. It ends when the record is deleted.
  ///
  ///     store.propertyValuePublisher(\.firstName, of: ada).sink { name in … }.store(in: &tokens)
  public func propertyValuePublisher<M: Model, Value: Equatable>(
    _ keyPath: KeyPath<M, Value> & Sendable, of record: M
  ) -> AnyPublisher<Value, Never> {
    publisher(of: record).map { $0[keyPath: keyPath] }.removeDuplicates().eraseToAnyPublisher()
  }

  private func present<M: Model>(_ record: M, in reader: Database) throws(StoreError) -> (record: M, seq: Int64)? {
    try reader.transaction(.deferred) { () throws(StoreError) in
      let seq = try LogPosition.last(in: reader)
      return try records(of: M.self).record(row: record.row).map { ($0, seq) }
    }
  }
}
