import Reactive

extension Store {
  // MARK: The log

  /// The commits among the last `limit` transactions that changed records of a model, the newest first.
  ///
  /// - Complexity: O(changes of these commits).
  ///
  /// - Throws: The reason why the book cannot be read.
  public func log<M: Model>(of model: M.Type, limit: Int) throws(StoreError) -> [Commit<M>] {
    guard limit > 0 else { return [] }
    return try reader.transaction(.deferred) { () throws(StoreError) in
      var first: Int64 = 1
      var count = 0
      try LogReader(database: reader).groups { (group) in
        first = group.first
        count += 1
        return count < limit
      }
      return Array(try LogReader(database: reader).commits(of: model, after: first - 1).reversed().prefix(limit))
    }
  }

  /// The commits that changed one record, as far as the log has them, the newest first.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*k*), where *k* is the number of changes of the record, which an index finds.
  public func history<M: Model>(of record: M) throws(StoreError) -> [Commit<M>] {
    try reader.transaction(.deferred) { () throws(StoreError) in
      try LogReader(database: reader).commits(of: M.self, after: 0, row: record.row).reversed()
    }
  }

  /// The commits that changed the record with an id, as far as the log has them, the newest first; also of a deleted
  /// one.
  ///
  /// Case makes no difference.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(n) in the length of the log.
  public func history<M: Model>(of model: M.Type, id: String) throws(StoreError) -> [Commit<M>] {
    try reader.transaction(.deferred) { () throws(StoreError) in
      let row = try reader.firstInteger(
        "SELECT row FROM change WHERE entity = ? AND id = ? COLLATE NOCASE ORDER BY seq DESC LIMIT 1",
        .text(M.table.name), .text(id))
      guard let row else { return [] }
      return try LogReader(database: reader).commits(of: model, after: 0, row: row).reversed()
    }
  }

  /// The ids beginning with `prefix`, in any case, that the log has entries about, at most `limit`; the shortest first.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(n) in the length of the log.
  public func loggedIDs<M: Model>(
    of model: M.Type, withPrefix prefix: String, limit: Int
  ) throws(StoreError) -> [String] {
    try reader.map(
      """
      SELECT DISTINCT id FROM change WHERE \(IDPrefix.condition) AND entity = ?3 ORDER BY length(id), id LIMIT ?2
      """, [.text(prefix), .integer(Int64(limit)), .text(M.table.name)]
    ) { $0.text(0) }
  }

  /// Each commit from now on, of any program, with the records before and after, in order.
  ///
  /// It is delivered before the lists' updates for the same commit. It fails when the log can no longer be read; while
  /// the book is locked or the system reports errors, it waits, and ``changesFailurePublisher`` emits the reason. If
  /// that is so at the subscription, it begins with the commits after that.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - limit: The number of changes to read of each commit: an import of a hundred thousand is one commit with as
  ///     many changes. `nil` reads all.
  public func changes<M: Model>(of model: M.Type, limit: Int? = nil) -> AnyPublisher<Commit<M>, StoreError> {
    feed { (log, seq) throws(StoreError) in
      guard let limit else { return try log.commits(of: model, after: seq) }
      return try log.commits(of: model, after: seq, limit: limit)
    }
  }

  /// Each commit from now on that changes one record, with that change alone.
  ///
  /// A record that is deleted and added again with its id is the same record.
  public func changes<M: Model>(ofRecord record: M) -> AnyPublisher<Commit<M>, StoreError> {
    feed { [row = record.row, id = record.id] (log, seq) throws(StoreError) in
      let present = try log.database.firstInteger("SELECT row FROM \(M.table.name) WHERE id = ?", .text(id))
      var commits = try log.commits(of: M.self, after: seq, row: row)
      if let present, present != row {
        commits += try log.commits(of: M.self, after: seq, row: present)
        commits.sort { $0.number < $1.number }
      }
      return commits
    }
  }

  /// Emits the transient error that delays the publishers of commits, and `nil` when they continue.
  ///
  /// They begin to wait after a few seconds of a lock, and at once when the system reports an error.
  public var changesFailurePublisher: AnyPublisher<StoreError?, Never> { lists.feedFailure.eraseToAnyPublisher() }

  private func feed<M: Model>(
    _ read: @escaping @Sendable (LogReader, Int64) throws(StoreError) -> [Commit<M>]
  ) -> AnyPublisher<Commit<M>, StoreError> {
    AnyPublisher { [lists, engine, reader] observer, lifetime in
      do throws(StoreError) {
        var seq: Int64?
        do throws(StoreError) {
          seq = try LogPosition.last(in: reader)
        } catch {
          // The feed begins when the book can be read.
          guard error.isTemporary else { throw error }
        }
        let number = lists.takeNumber()
        let feed = ChangeFeed<M>(engine, listener: number, seq: seq, read: read)
        lists.attach(feed, as: number)
        lifetime.onCancel { withExtendedLifetime(feed) { lists.detach(number) } }
        feed.commits.attach(observer, to: lifetime)
      } catch {
        observer.send(completion: .failure(error))
      }
    }
  }
}
