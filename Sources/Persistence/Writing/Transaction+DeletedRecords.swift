extension Transaction {
  /// Inserts deleted records again, each in its former row.
  ///
  /// - Returns: The number of those that could be inserted: the others are in the book, or no longer in the log.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  /// - Complexity: O(*k* log *n*) for *k* rows and a log of *n* entries.
  public func restoreDeleted<M: Model>(
    _ model: M.Type, rows: [Int64], monitor: WriteMonitor = WriteMonitor()
  ) throws -> Int {
    let connection = checked()
    try connection.endRun()
    let deleted = DeletedRecords<M>(database: connection.database)
    let writer = try connection.writer(of: model)
    var count = 0
    try monitor.forEachBatch(ofCount: rows.count) { batch in
      for row in rows[batch] {
        guard var record = try deleted.record(row: row) else { continue }
        try writer.insert(&record)
        try connection.endRun()
        count += 1
      }
    }
    return count
  }

  /// Removes deleted records from the change log for good: neither an undo nor ``restoreDeleted(_:rows:monitor:)``
  /// brings them back.
  ///
  /// Their texts leave the file, and SQLite's log beside it, soon after the commit. A book of more than 256 MB is not
  /// rewritten for that, and may keep some of them in the unused parts of its pages.
  ///
  /// Lists of all programs are loaded again.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - rows: The rows of the records; those that are in the book are left alone.
  ///   - monitor: Receives the progress, and may cancel.
  /// - Returns: The number of records.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  /// - Complexity: O(*k* log *n*) for *k* rows and a log of *n* entries.
  public func eraseDeleted<M: Model>(
    _ model: M.Type, rows: [Int64], monitor: WriteMonitor = WriteMonitor()
  ) throws -> Int {
    let connection = checked()
    try connection.endRun()
    let deleted = DeletedRecords<M>(database: connection.database)
    var count = 0
    try monitor.forEachBatch(ofCount: rows.count) { batch in
      for row in rows[batch] where try !deleted.rows(where: "AND change.row = ?1", [.integer(row)]).isEmpty {
        try deleted.erase(row: row)
        count += 1
      }
    }
    if count > 0 {
      try connection.noteUpkeep()
      try connection.noteErasure()
    }
    return count
  }
}
