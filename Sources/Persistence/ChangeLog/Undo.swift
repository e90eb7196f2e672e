/// Reverses whole transactions, whoever made them: undoes them, or redoes them by reversing their undo.
struct Undo {
  let connection: Connection

  enum Direction: Sendable {
    case undo
    case redo
  }

  /// Reverses what a group did to records of a model.
  ///
  /// - Returns: how many records there were.
  /// - Throws: ``StoreError/undoConflict(name:fields:author:)`` when a later change depends on it; `CancellationError`.
  func reverse<M: Model>(_ group: EntryGroup, of model: M.Type, _ monitor: WriteMonitor) throws -> Int {
    let entries = try Entries<M>(after: group.first - 1, row: nil, in: connection.database)
    let records = connection.records(of: model)
    let writer = try connection.writer(of: model)
    var count = 0
    var changed: [Int] = []
    var gone: [Int] = []
    // In batches, so that memory does not grow with the transaction. Deletions come first: they free the ids of records
    // that are inserted again.
    try monitor.forEachBatch(ofCount: entries.count) { range in
      var newcomers: [Int64: M] = [:]
      for number in range {
        guard let change = try entries.change(number, in: group.first) else {
          continue
        }
        count += 1
        switch change.kind {
        case .insertion: newcomers[change.row] = change.after
        case .update: changed.append(number)
        case .deletion: gone.append(number)
        }
      }
      let present = try records.records(rows: newcomers.keys.sorted())
      for record in present where newcomers[record.row] != record { throw try conflict(record, since: group) }
      try writer.delete(rows: present.map(\.row))
    }
    for number in changed {
      guard let change = try entries.change(number, in: group.first),
        let before = change.before, let after = change.after
      else { continue }
      guard let present = try records.record(row: change.row) else { throw try conflict(before, since: group) }
      var merged = present
      let fields = merged.merge(before, editedFrom: after)
      guard fields.isEmpty else { throw try conflict(present, fields, since: group) }
      try writer.update(present, to: merged)
    }
    for number in gone {
      guard
        var before = try entries.change(number, in: group.first)?.before
      else { continue }
      guard try records.record(row: before.row) == nil, try records.record(id: before.id) == nil else {
        throw try conflict(before, since: group)
      }
      try writer.insert(&before)
    }
    return count
  }

  /// The error that says what keeps the group from being reversed: who changed `record` after it, and in which fields.
  private func conflict<M: Model>(
    _ record: M, _ fields: [String] = [], since group: EntryGroup
  ) throws(StoreError) -> StoreError {
    let author = try connection.database.first(
      """
      SELECT tx.author FROM change JOIN tx ON tx.id = change.tx WHERE change.row = ? AND seq > ? ORDER BY seq DESC LIMIT 1
      """, .integer(record.row), .integer(group.last)
    ) { $0.isNull(0) ? nil : $0.text(0) }
    let name = M.table.searchText(record).first { !$0.isEmpty } ?? record.id
    return .undoConflict(name: name, fields: fields, author: author ?? nil)
  }
}

/// What an undo or a redo has reversed.
public struct Reversal: Sendable, Hashable {
  /// The transaction that was undone or redone: ``TransactionSummary/number``.
  public let transaction: Int64
  /// Who had made the change; `nil` for a program that left no name.
  public let author: String?
  /// When, in milliseconds since 1970.
  public let time: Int64
  /// How many records were concerned.
  public let count: Int
}
