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
  /// rewritten for that, and may keep some of them in the unused parts of its pages. A shared book keeps them beside
  /// the records, since another machine may have changed the record without knowledge of its deletion.
  ///
  /// Lists of all programs are loaded again. An update of an erased record throws ``StoreError/noSuchRecord(id:)``, and
  /// an insertion adds it again, in its former row.
  ///
  /// A deletion that a shared book has not exported yet stays as it is: without the record, the other machines would
  /// never learn of it.
  ///
  /// - Parameters:
  ///   - model: The model of the records.
  ///   - rows: The rows of the records; those that are in the book are left alone.
  ///   - monitor: Receives the progress, and may cancel.
  /// - Returns: The numbers of records that were erased, and of those that stay.
  /// - Throws: `CancellationError` when `monitor` cancelled, otherwise the reason why the book cannot be written.
  /// - Complexity: O(*k* log *n*) for *k* rows and a log of *n* entries.
  public func eraseDeleted<M: Model>(
    _ model: M.Type, rows: [Int64], monitor: WriteMonitor = WriteMonitor()
  ) throws -> ErasureResult {
    let connection = checked()
    try connection.endRun()
    let deleted = DeletedRecords<M>(database: connection.database)
    let exported = try LogPosition.kept(in: connection.database) ?? .max
    var result = ErasureResult()
    try monitor.forEachBatch(ofCount: rows.count) { batch in
      for row in rows[batch] {
        guard let deletion = try deleted.deletion(row: row) else { continue }
        guard deletion <= exported else {
          result.unexported += 1
          continue
        }
        try deleted.erase(row: row)
        result.erased += 1
      }
    }
    if result.erased > 0 { try connection.noteErasure() }
    return result
  }
}

/// What ``Transaction/eraseDeleted(_:rows:monitor:)`` has done.
public struct ErasureResult: Sendable, Hashable {
  /// The number of records that were erased.
  public var erased: Int
  /// The number of records that stay, since a shared book has not exported their deletions yet.
  public var unexported: Int

  /// Creates a result.
  public init(erased: Int = 0, unexported: Int = 0) {
    (self.erased, self.unexported) = (erased, unexported)
  }
}
