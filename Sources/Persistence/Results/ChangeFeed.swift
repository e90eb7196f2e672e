import Reactive

/// Publishes each commit as it happens: the source of ``Store/changes(of:limit:)`` and ``Store/changes(ofRecord:)``.
final class ChangeFeed<M: Model>: DeliveryReceiver {
  let commits = Subject<Commit<M>, StoreError>()
  private let listener: Int
  private let engine: Engine

  /// - Parameters:
  ///   - seq: The log's last entry that is not published; `nil` is the last one when the book can be read.
  ///   - read: Returns the commits after an entry; runs on the store's queue, inside a read transaction.
  init(
    _ engine: Engine, listener: Int, seq: Int64?,
    read: @escaping @Sendable (LogReader, Int64) throws(StoreError) -> [Commit<M>]
  ) {
    self.engine = engine
    self.listener = listener
    engine.perform { engine in
      engine.follow(listener, since: seq) { (database, seq) throws(StoreError) -> (any Sendable)? in
        let commits = try read(LogReader(database: database), seq)
        return commits.isEmpty ? nil : commits
      }
    }
  }

  deinit {
    engine.perform { [listener] engine in engine.untrack(listener) }
  }

  func receive(_ delivery: Delivery) {
    switch delivery.content {
    case .commits(let commits as [Commit<M>]):
      for commit in commits { self.commits.send(commit) }
    case .failure(let error): commits.send(completion: .failure(error))
    default: break
    }
  }
}
