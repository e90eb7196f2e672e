/// Reads records as they were before an entry of the change log.
struct EarlierRecords<M: Model> {
  let database: Database
  let records: RecordAccess<M>
  /// The number of the entry.
  let number: Int64

  /// The records that were in some rows, in any order.
  ///
  /// - Complexity: O(*k* log *n* + *e*) for *k* of *n* records and *e* later entries about them.
  func records(rows: [Int64]) throws(StoreError) -> [M] {
    try database.transaction(.deferred) { () throws(StoreError) in
      let changed = Set(
        try database.map(
          "SELECT DISTINCT row FROM change WHERE row IN (SELECT value FROM json_each(?)) AND seq >= ?",
          [.numbers(rows), .integer(number)]
        ) { $0.integer(0) })
      var found = try records.records(rows: rows.filter { !changed.contains($0) })
      for row in changed {
        let entries = try EntryReversal<M>(after: number - 1, rows: [row], groupsFrom: [number], in: database)
        if entries.count > 0, let earlier = try entries.earliest(0) {
          if let record = earlier.record { found.append(record) }
        } else if let record = try records.record(row: row) {
          found.append(record)
        }
      }
      return found
    }
  }
}
