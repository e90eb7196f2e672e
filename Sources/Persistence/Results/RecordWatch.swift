import Reactive

/// Observes one record: the source of ``Store/publisher(of:)``, one for all subscribers.
final class RecordWatch<M: Model>: DeliveryReceiver {
  let values: CurrentValue<M, StoreError>
  /// Whether there will be no more values.
  private(set) var isOver = false
  private let listener: Int
  private let engine: Engine

  /// The effect of a commit on the record.
  private enum Outcome: Sendable {
    case changed(M)
    case deleted
  }

  /// - Parameter seq: The log's last entry when the record was read.
  init(_ record: M, _ engine: Engine, listener: Int, seq: Int64) {
    values = CurrentValue(record)
    self.listener = listener
    self.engine = engine
    engine.perform { [row = record.row, id = record.id] engine in
      engine.follow(listener, since: seq) { (database, seq) throws(StoreError) -> (any Sendable)? in
        let touched = try database.firstInteger(
          "SELECT 1 FROM change WHERE row = ? AND seq > ? LIMIT 1", .integer(row), .integer(seq))
        if touched == nil {
          guard try LogPosition.isPruned(after: seq, in: database) else { return nil }
        }
        guard let record = try Aggregates<M>(database).aggregate(row: row).model else { return Outcome.deleted }
        guard record.id != id else { return Outcome.changed(record) }
        // If another program has put another record into the row, the log has an insertion.
        let inserted = try database.firstInteger(
          "SELECT 1 FROM change WHERE row = ? AND seq > ? AND op = 'insert' AND entity = ? LIMIT 1", .integer(row),
          .integer(seq), .text(M.table.name))
        return inserted == nil ? Outcome.changed(record) : Outcome.deleted
      }
    }
  }

  deinit {
    engine.perform { [listener] engine in engine.untrack(listener) }
  }

  func receive(_ delivery: Delivery) {
    switch delivery.content {
    case .commits(let outcome as Outcome):
      switch outcome {
      case .changed(let record): values.value = record
      case .deleted: end(.finished)
      }
    case .failure(let error): end(.failure(error))
    default: break
    }
  }

  private func end(_ completion: Completion<StoreError>) {
    isOver = true
    values.send(completion: completion)
  }
}
