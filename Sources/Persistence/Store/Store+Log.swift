import Reactive

extension Store {
  // MARK: Taking back

  /// Takes back the last change, whoever made it, as a transaction of its own.
  ///
  /// - Throws: ``StoreError/nothingToUndo``, or ``StoreError/cannotUndo(reason:)`` when a later change depends on it.
  @discardableResult
  public func undo(author: String? = nil) async throws -> Reversal {
    defer { deliver() }
    return try await engine.reverse(author: author ?? self.author, isRedo: false)
  }

  /// Does again what was undone last; possible until somebody changes something else.
  ///
  /// - Throws: ``StoreError/nothingToRedo``, or ``StoreError/cannotUndo(reason:)``.
  @discardableResult
  public func redo(author: String? = nil) async throws -> Reversal {
    defer { deliver() }
    return try await engine.reverse(author: author ?? self.author, isRedo: true)
  }

  /// What ``undo(author:)`` would take back; nil: nothing.
  public func nextUndo<M: Model>(of model: M.Type) throws(StoreError) -> Commit<M>? {
    try next(of: model, Undo.nextUndo)
  }

  /// What ``redo(author:)`` would do again, as the undo of it; nil: nothing.
  public func nextRedo<M: Model>(of model: M.Type) throws(StoreError) -> Commit<M>? {
    try next(of: model, Undo.nextRedo)
  }

  private func next<M: Model>(
    of model: M.Type, _ find: (Database) throws(StoreError) -> Undo.Candidate?
  ) throws(StoreError) -> Commit<M>? {
    try reader.transaction(.deferred) { () throws(StoreError) in
      guard let candidate = try find(reader) else { return nil }
      return try LogReader(database: reader).commits(of: model, after: candidate.group.first - 1).first
    }
  }

  // MARK: The log

  /// The last commits, the newest first. It costs what they changed.
  public func log<M: Model>(of model: M.Type, limit: Int) throws(StoreError) -> [Commit<M>] {
    try reader.transaction(.deferred) { () throws(StoreError) in
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

  /// What has happened to one record, as far as the log goes back, the newest first.
  public func history<M: Model>(of record: M) throws(StoreError) -> [Commit<M>] {
    try reader.transaction(.deferred) { () throws(StoreError) in
      try LogReader(database: reader).commits(of: M.self, after: 0, row: record.row).reversed()
    }
  }

  /// Each commit from now on, of any program, with the records before and after, in order.
  ///
  /// It comes before the lists' updates for the same commit. What a commit is worth to its reader is not known here: an
  /// import of a hundred thousand is one commit with as many changes.
  public func changes<M: Model>(of model: M.Type) -> AnyPublisher<Commit<M>, Never> {
    AnyPublisher { [lists, engine, reader] observer, lifetime in
      // A book that cannot be read tells so to whoever looks at it; here there is nothing to tell.
      guard let seq = try? LogPosition.last(in: reader) else { return }
      let number = lists.takeNumber()
      let feed = ChangeFeed<M>(engine, id: number, seq: seq)
      lists.attach(feed, as: number)
      lifetime.onCancel { withExtendedLifetime(feed) { lists.detach(number) } }
      feed.commits.attach(observer, to: lifetime)
    }
  }
}
