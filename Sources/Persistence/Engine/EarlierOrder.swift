/// The order of all records of a model as it was before an entry of the change log.
final class EarlierOrder {
  /// The rows before an entry, and what has changed since the rows that were requested before.
  struct RowsBefore: Sendable {
    /// The entry; for the present, the one that will be next.
    let number: Int64
    /// The last entry when it was read.
    let seq: Int64
    let rows: RowList
    /// The rows that may differ from the previous moment; `nil` when they are many or unknown.
    let changed: Set<Int64>?
  }

  let plan: QueryPlan
  private let database: Database
  /// The order as it is now.
  private var present: LiveOrder?
  private var last: (number: Int64, seq: Int64)?

  /// Above this many changed rows, all rows are published.
  private static let mostChanged = 20_000

  /// - Parameter plan: A query for all records, in an order with a column.
  init(_ plan: QueryPlan, in database: Database) {
    self.plan = plan
    self.database = database
  }

  /// The rows before an entry; `nil` is the present.
  ///
  /// Inside a read transaction in which no sort key is missing.
  ///
  /// - Complexity: O(*e* + *c* log *n*) for *e* later entries about *c* of *n* records; O(*n*) when the book has
  ///   changed since the last call, or a large part of it.
  func moment(before number: Int64?) throws(StoreError) -> RowsBefore {
    let seq = try LogPosition.last(in: database)
    let number = number ?? seq + 1
    let order = try order(asOf: seq)
    let changed = try changedRows(since: last, to: number, asOf: seq)
    last = (number, seq)
    let touched = try ChangedRows.since(number - 1, table: plan.table, in: database, includesErased: false)
    let isLarge = touched.rows.count > 512 && touched.rows.count > order.rows.count / 64
    let rows = try isLarge ? order.read(before: touched) : order.rewound(by: touched).rows
    return RowsBefore(number: number, seq: seq, rows: rows, changed: changed)
  }

  private func order(asOf seq: Int64) throws(StoreError) -> LiveOrder {
    if let present, present.seq == seq { return present }
    let order = LiveOrder(plan, in: database, seq: seq)
    try order.reload()
    present = order
    return order
  }

  /// The rows that differ between two moments, if they are few.
  private func changedRows(
    since last: (number: Int64, seq: Int64)?, to number: Int64, asOf seq: Int64
  ) throws(StoreError) -> Set<Int64>? {
    guard let last else { return nil }
    // Erased and pruned entries may have changed the last moment.
    let upkeep = try database.firstInteger(
      "SELECT 1 FROM change WHERE seq > ? AND row = 0 AND op = 'upkeep' LIMIT 1", .integer(last.seq))
    guard upkeep == nil else { return nil }
    let rows = try database.map(
      """
      SELECT DISTINCT row FROM change WHERE seq >= ?1 AND seq < ?2
        AND (entity = ?3 OR substr(entity, 1, length(?3) + 1) = ?3 || '_') LIMIT \(Self.mostChanged + 1)
      """, [.integer(min(last.number, number)), .integer(max(last.number, number)), .text(plan.table)]
    ) { $0.integer(0) }
    return rows.count > Self.mostChanged ? nil : Set(rows)
  }
}
