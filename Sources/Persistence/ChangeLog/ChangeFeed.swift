import Reactive

/// Tells who committed what, as it happens: the source of ``Store/changes(of:)``.
final class ChangeFeed<M: Model>: DeliveryReceiver {
  let commits = Subject<Commit<M>, Never>()
  private let id: Int
  private let engine: Engine

  init(_ engine: Engine, id: Int, seq: Int64) {
    self.engine = engine
    self.id = id
    engine.perform { engine in
      engine.follow(id, since: seq) { (database, seq) throws(StoreError) in
        try LogReader(database: database).commits(of: M.self, after: seq)
      }
    }
  }

  deinit {
    engine.perform { [id] engine in engine.untrack(id) }
  }

  func receive(_ delivery: Delivery) {
    guard case .commits(let some) = delivery.content, let commits = some as? [Commit<M>] else { return }
    for commit in commits { self.commits.send(commit) }
  }
}
