import Reactive

/// Follows one record: the source of ``Store/publisher(of:)``.
final class RecordWatch<M: Model>: DeliveryReceiver {
  let values: CurrentValue<M, Never>
  private let row: Int64
  private let id: Int
  private let engine: Engine

  /// What has become of the record.
  private enum News: Sendable {
    case changed(M)
    case deleted
  }

  init(_ record: M, _ engine: Engine, id: Int, seq: Int64) {
    values = CurrentValue(record)
    row = record.row
    self.id = id
    self.engine = engine
    engine.perform { [row] engine in
      engine.follow(id, since: seq) { (database, seq) throws(StoreError) -> (any Sendable)? in
        let touched = try database.firstInteger(
          "SELECT 1 FROM change WHERE row = ? AND seq > ? LIMIT 1", .integer(row), .integer(seq))
        if touched == nil {
          guard try LogPosition.isPruned(after: seq, in: database) else { return nil }
        }
        let record = try Aggregates<M>(database).aggregate(row: row).model
        return record.map(News.changed) ?? News.deleted
      }
    }
  }

  deinit {
    engine.perform { [id] engine in engine.untrack(id) }
  }

  func receive(_ delivery: Delivery) {
    guard case .commits(let some) = delivery.content, let news = some as? News else { return }
    switch news {
    case .changed(let record): values.value = record
    case .deleted: values.send(completion: .finished)
    }
  }
}
