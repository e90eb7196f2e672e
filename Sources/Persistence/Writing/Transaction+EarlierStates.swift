extension Transaction {
  /// The number of the last transaction before this one; `nil` in a new book.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(log *n*) for a log of *n* entries.
  public func lastTransaction() throws(StoreError) -> Int64? {
    try checked().endRun()
    return try LogReader(database: checked().database).transactionNumbers(limit: 1).first
  }

  /// Gives the records of a model the state that they had before a transaction.
  ///
  /// What was inserted since is deleted, what was deleted is inserted again, and what was changed is changed back.
  ///
  /// Records that were erased stay deleted.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - number: The number of the transaction; see ``Store/transactionNumbers(before:limit:)``.
  ///   - monitor: Receives the progress, and may cancel.
  /// - Returns: The number of records that had another state.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  /// - Complexity: O(entries since then).
  public func revert<M: Model>(
    _ model: M.Type, toBefore number: Int64, monitor: WriteMonitor = WriteMonitor()
  ) throws -> Int {
    let connection = checked()
    try connection.endRun()
    let entries = try EntryReversal<M>(after: number - 1, groupsFrom: [number], in: connection.database)
    let versions = LogVersions(database: connection.database)
    let isOfFormerVersion = number <= (try versions.lastEntry())
    let deleted = DeletedRecords<M>(database: connection.database)
    let records = connection.records(of: model)
    let writer = try connection.writer(of: model)
    var (inserted, others): ([Int64], [Int]) = ([], [])
    try monitor.forEachBatch(ofCount: entries.count, after: 0, of: entries.count * 2) { range in
      for index in range {
        guard let (row, record) = try entries.earliest(index) else { continue }
        if record == nil { inserted.append(row) } else { others.append(index) }
      }
    }
    // Deletions are first: they free the ids of records that are inserted again.
    let present = try records.records(rows: inserted).map(\.row)
    try writer.delete(rows: present, monitor)
    try connection.endRun()
    var count = present.count
    try monitor.forEachBatch(ofCount: others.count, after: entries.count, of: entries.count * 2) { range in
      for index in others[range] {
        guard var record = try entries.earliest(index)?.record else { continue }
        if let current = try records.record(row: record.row) {
          if current == record { continue }
          try writer.update(current, to: record)
        } else {
          if isOfFormerVersion {
            let deletion = try deleted.deletion(row: record.row) ?? number
            if let version = try versions.version(ofEntry: deletion) { M.complete(&record, from: version) }
          }
          try writer.insert(&record)
          try connection.endRun()
        }
        count += 1
      }
    }
    return count
  }
}
