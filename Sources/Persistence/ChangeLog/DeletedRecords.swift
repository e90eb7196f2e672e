/// A record that was deleted, as the change log still has it.
public struct DeletedRecord<M: Model>: Sendable, Hashable {
  /// The record before its deletion, with its former row.
  public let record: M
  /// The author of the deletion; `nil` when the program did not record one.
  public let author: String?
  /// The time of the deletion in milliseconds since 1970.
  public let time: Int64
}

/// Some deleted records, those that were deleted last first.
public struct DeletedRecordsPage<M: Model>: Sendable {
  /// The records.
  public let records: [DeletedRecord<M>]
  /// The position at which the next page begins; `nil` after the last record.
  public let next: Int64?
}

/// Reads, restores and erases the deleted records of one model in the change log.
///
/// A record is not a deleted one when its addition was undone: a redo brings it back.
struct DeletedRecords<M: Model> {
  let database: Database

  /// The log's last deletions of records that are not in the book, without erased ones.
  private static var deletions: String {
    let name = M.table.name
    return """
      FROM change LEFT JOIN tx ON tx.id = change.tx
      WHERE change.entity = '\(name)' AND change.op = 'delete' AND NOT \(LogReader.isErased)
        AND NOT EXISTS (SELECT 1 FROM \(name) WHERE \(name).row = change.row)
        AND NOT EXISTS (SELECT 1 FROM \(name) WHERE \(name).id = change.id)
        AND NOT EXISTS (
          SELECT 1 FROM change AS later
          WHERE later.row = change.row AND later.seq > change.seq AND later.entity = '\(name)' AND later.op = 'delete')
        AND (tx.action IS NOT 'undo' OR EXISTS (
          SELECT 1 FROM change AS earlier LEFT JOIN tx AS origin ON origin.id = earlier.tx
          WHERE earlier.row = change.row AND earlier.entity = '\(name)' AND earlier.op = 'delete'
            AND origin.action IS NOT 'undo'))
      """
  }

  /// The records that were deleted before the entry `seq`, at most `limit`.
  ///
  /// Inside a read transaction. A page considers a bounded number of entries, so it may be empty before the last one.
  func page(before seq: Int64, limit: Int) throws(StoreError) -> DeletedRecordsPage<M> {
    let end = min(seq, try LogPosition.last(in: database) + 1)
    let start = max(0, end - Self.entriesOfPage)
    let found = try database.map(
      """
      SELECT change.seq, change.row, change.time, tx.author \(Self.deletions) AND change.seq >= ?1 AND change.seq < ?2
      ORDER BY change.seq DESC LIMIT ?3
      """, [.integer(start), .integer(end), .integer(Int64(limit))]
    ) { (seq: $0.integer(0), row: $0.integer(1), time: $0.integer(2), author: $0.isNull(3) ? nil : $0.text(3)) }
    var records: [DeletedRecord<M>] = []
    for entry in found {
      guard let record = try record(row: entry.row) else { continue }
      records.append(DeletedRecord(record: record, author: entry.author, time: entry.time))
    }
    if found.count == limit, let last = found.last { return DeletedRecordsPage(records: records, next: last.seq) }
    let oldest = try database.firstInteger("SELECT min(seq) FROM change") ?? end
    return DeletedRecordsPage(records: records, next: start > oldest ? start : nil)
  }

  /// The number of entries that a page considers: some 20 ms.
  private static var entriesOfPage: Int64 { 50_000 }

  /// The deleted record of a row; `nil` when it was restored, erased or pruned.
  func record(row: Int64) throws(StoreError) -> M? {
    guard let deletion = try deletion(row: row) else { return nil }
    let changes = try EntryReversal<M>(after: 0, rows: [row], in: database).changes()
    guard var record = changes.max(by: { $0.key < $1.key })?.value.last?.before else { return nil }
    if let version = try LogVersions(database: database).version(ofEntry: deletion) {
      M.complete(&record, from: version)
    }
    return record
  }

  /// The entry of a record's deletion; `nil` when the record was restored, erased or pruned.
  func deletion(row: Int64) throws(StoreError) -> Int64? {
    try database.firstInteger("SELECT change.seq \(Self.deletions) AND change.row = ?1", .integer(row))
  }

  /// Removes what the log says about a deleted record; its deletion stays, without the record.
  func erase(row: Int64) throws(StoreError) {
    let table = M.table
    let names = ([table.name] + table.lists.map(table.listTable)).map { "'\($0)'" }.joined(separator: ", ")
    for statement in table.removeKeptWords(where: "\(table.keptWords).row = ?1") {
      try database.run(statement, .integer(row))
    }
    let deletion = "(SELECT max(seq) FROM change WHERE row = ?1 AND entity = '\(table.name)' AND op = 'delete')"
    try database.run("UPDATE change SET image = json_object('id', id) WHERE seq = \(deletion)", .integer(row))
    // The entries keep their numbers, which identify transactions.
    try database.run(
      """
      UPDATE change SET entity = '', row = 0, part = NULL, op = 'erased', id = NULL, image = NULL
      WHERE row = ?1 AND entity IN (\(names)) AND seq <> \(deletion)
      """, .integer(row))
  }
}
