/// Reverses whole transactions of any program: undoes them, or redoes them by reversing their undo.
struct Undo {
  let connection: Connection

  /// Reverses a group's changes to records of a model, except those to records that were erased.
  ///
  /// - Returns: The number of records.
  /// - Throws: ``StoreError/undoConflict(id:name:fields:author:)`` when a later change depends on it;
  ///   `CancellationError`.
  func reverse<M: Model>(_ group: EntryGroup, of model: M.Type, _ monitor: WriteMonitor) throws -> Int {
    try connection.endRun()
    let version = try LogVersions(database: connection.database).version(ofEntry: group.last)
    let simple = try SimpleEntries(of: model, in: group, includesDeletions: version == nil, connection.database)
    let rest = try simple.isAll ? nil : entries(of: group, model, but: simple.rows)
    let total = simple.rows.count + (rest?.count ?? 0)
    // Deletions are reversed first: they free the ids of records that are inserted again.
    try connection.writer(of: model).delete(rows: simple.inserted, monitor, of: total)
    var done = simple.inserted.count
    let count = try rest.map { try reverse($0, of: group, from: version, monitor, after: done, of: total) } ?? 0
    done += rest?.count ?? 0
    try connection.endRun()
    for text in simple.texts {
      try reverse(text, of: model, monitor, after: done, of: total)
      done += text.entries.count
    }
    try insert(simple.deleted, of: group, model, monitor, after: done, of: total)
    return simple.rows.count + count
  }

  /// The entries since a group began about rows that it touched, except `known` ones.
  private func entries<M: Model>(
    of group: EntryGroup, _ model: M.Type, but known: Set<Int64>
  ) throws(StoreError) -> EntryReversal<M> {
    let database = connection.database
    var rows: Set<Int64> = []
    try database.each(
      "SELECT DISTINCT row FROM change WHERE seq BETWEEN ? AND ?", [.integer(group.first), .integer(group.last)]
    ) { rows.insert($0.integer(0)) }
    rows.subtract(known)
    guard rows.count > Self.fewRows else {
      return try EntryReversal<M>(
        after: group.first - 1, rows: rows.sorted(), groupsFrom: [group.first, group.last + 1], in: database)
    }
    return try EntryReversal<M>(after: group.first - 1, in: database, where: rows.contains)
  }

  /// Up to this number of rows, their entries are looked up, without reading all later ones.
  private static var fewRows: Int { 1_000 }

  /// Deletes a text from a list of many records, or inserts it again.
  private func reverse<M: Model>(
    _ text: SimpleEntries.ListText, of model: M.Type, _ monitor: WriteMonitor, after done: Int, of total: Int
  ) throws {
    let writer = BulkListWriter(M.table.lists[text.list], in: connection.database)
    let bulk = BulkWriter<M>(connection.database)
    try bulk.beginWords()
    try monitor.forEachBatch(ofCount: text.entries.count, after: done, of: total) { range in
      if text.isInsertion {
        try writer.delete(text.text, insertedBy: text.entries[range])
      } else {
        try writer.insert(text.text, deletedBy: text.entries[range])
      }
    }
    try bulk.endWords()
  }

  /// Reverses changes one by one.
  ///
  /// - Parameter version: The older version of the book in which the entries were written.
  private func reverse<M: Model>(
    _ entries: EntryReversal<M>, of group: EntryGroup, from version: Int32?, _ monitor: WriteMonitor, after done: Int,
    of total: Int
  ) throws -> Int {
    let records = connection.records(of: M.self)
    let writer = try connection.writer(of: M.self)
    var count = 0
    var changed: [Int] = []
    var gone: [Int] = []
    // In batches, so that memory does not grow with the transaction.
    try monitor.forEachBatch(ofCount: entries.count, after: done, of: total) { range in
      var inserted: [Int64: M] = [:]
      for number in range {
        guard let change = try entries.change(number, in: group.first) else { continue }
        count += 1
        switch change.kind {
        case .insertion: inserted[change.row] = change.after
        case .update: changed.append(number)
        case .deletion: gone.append(number)
        }
      }
      let present = try records.records(rows: inserted.keys.sorted())
      for record in present where !M.areStoredAlike(inserted[record.row], record) {
        throw try conflict(record, since: group)
      }
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
      guard var before = try entries.change(number, in: group.first)?.before else { continue }
      guard try records.record(row: before.row) == nil, try records.record(id: before.id) == nil else {
        throw try conflict(before, since: group)
      }
      if let version { M.complete(&before, from: version) }
      try writer.insert(&before)
    }
    return count
  }

  /// Inserts deleted records again from entries that contain the whole records.
  private func insert<M: Model>(
    _ entries: [Int64], of group: EntryGroup, _ model: M.Type, _ monitor: WriteMonitor, after done: Int, of total: Int
  ) throws {
    guard !entries.isEmpty else { return }
    let writer = try connection.writer(of: model)
    let upkeep = try connection.database.firstInteger(
      "SELECT 1 FROM change WHERE row = 0 AND op = 'upkeep' AND seq > ? LIMIT 1", .integer(group.first))
    try monitor.forEachBatch(ofCount: entries.count, after: done, of: total) { range in
      for entry in entries[range] {
        do throws(StoreError) {
          try writer.insert(deletedBy: entry, areKeysValid: upkeep == nil)
        } catch {
          throw try conflict(inserting: entry, of: model, since: group) ?? error
        }
      }
    }
    try connection.endRun()
  }

  /// The error for a record that cannot be inserted again because its row or its id is taken; `nil` when neither is.
  private func conflict<M: Model>(
    inserting entry: Int64, of model: M.Type, since group: EntryGroup
  ) throws(StoreError) -> StoreError? {
    let (database, name) = (connection.database, M.table.name)
    let row = try database.firstInteger(
      """
      SELECT row FROM change WHERE seq = ?
        AND EXISTS (SELECT 1 FROM \(name) WHERE \(name).row = change.row OR \(name).id = change.id)
      """, .integer(entry))
    guard let row else { return nil }
    let changes = try EntryReversal<M>(after: group.first - 1, rows: [row], in: database).changes()
    let change = changes.min { $0.key < $1.key }?.value.first
    return try conflict(change?.record ?? M(), since: group)
  }

  /// The error with the reason why the group cannot be reversed: the author who changed `record` later, and the fields.
  private func conflict<M: Model>(
    _ record: M, _ fields: [String] = [], since group: EntryGroup
  ) throws(StoreError) -> StoreError {
    let author = try connection.database.first(
      """
      SELECT tx.author FROM change JOIN tx ON tx.id = change.tx
      WHERE change.row = ? AND seq > ? ORDER BY seq DESC LIMIT 1
      """, .integer(record.row), .integer(group.last)
    ) { $0.isNull(0) ? nil : $0.text(0) }
    let title = M.table.title?(record) ?? M.table.searchText(record).first { !$0.isEmpty }
    return .undoConflict(id: record.id, name: title ?? record.id, fields: fields, author: author ?? nil)
  }
}

/// The result of an undo or a redo.
public struct Reversal: Sendable, Hashable {
  /// The transaction that was undone or redone: ``TransactionSummary/number``.
  public let transaction: Int64
  /// The author of the change; `nil` when the program did not record one.
  public let author: String?
  /// The time of the change in milliseconds since 1970.
  public let time: Int64
  /// The number of changed records; 0 when other changes had reversed the transaction already.
  public let count: Int
}
