import Algorithms

/// The sort keys of the rows of one query: as the book has them, and as they were before a change.
final class OrderKeys {
  private let plan: QueryPlan
  private let database: Database
  /// The keys of rows at which searches begin.
  ///
  /// Only about one row in several hundred has one, and only after a request.
  private var pivots: [Int64: StoredValue] = [:]
  private var keyStatement: Statement?
  private var imageStatement: Statement?
  private var neighbourStatement: Statement?

  init(_ plan: QueryPlan, in database: Database) {
    self.plan = plan
    self.database = database
  }

  /// Keeps the key of a row that searches will begin with.
  func keep(_ key: StoredValue, of row: Int64) {
    pivots[row] = key
  }

  /// Forgets the keys of changed rows.
  ///
  /// - Complexity: O(n) in the number of rows.
  func forget(_ rows: some Sequence<Int64>) {
    for row in rows { pivots[row] = nil }
  }

  func forgetAll() {
    pivots = [:]
  }

  /// The key of a row; NULL when it is not in the book.
  ///
  /// - Parameter isPivot: Whether searches will begin with the row again, so that its key is kept.
  func key(of row: Int64, isPivot: Bool) throws(StoreError) -> StoredValue {
    if isPivot, let known = pivots[row] { return known }
    let statement = try database.statement(
      "SELECT \(plan.key) FROM \(plan.table) WHERE row = ?", in: &keyStatement)
    statement.bind(1, row)
    defer { statement.reset() }
    let key = try statement.step() ? statement.value(0) : .null
    if isPivot { pivots[row] = key }
    return key
  }

  /// The key that a row had before it was touched; `nil` when it was not there.
  ///
  /// It is not certain when the log has none: an order may depend on lists too, and other programs compute no keys.
  func oldKey(
    of row: Int64, _ before: ChangedRows.EarlierState
  ) throws(StoreError) -> (key: StoredValue, isCertain: Bool)? {
    switch before {
    case .absent: return nil
    case .same: return (try key(of: row, isPivot: false), false)
    case .image where plan.isComputed: return (try key(of: row, isPivot: false), false)
    case .image(let seq, let isFirst):
      let statement = try database.statement(
        "SELECT image ->> '$.\(plan.key)' FROM change WHERE seq = ?", in: &imageStatement)
      statement.bind(1, seq)
      defer { statement.reset() }
      let key = try statement.step() ? statement.withBytes(0, Hexadecimal.bytes(ofUnchecked:)) : []
      return key.isEmpty ? (try self.key(of: row, isPivot: false), false) : (.blob(key), isFirst)
    }
  }

  /// The row before a place in the book: the last of those with the same key, or with the key before.
  func neighbour(of place: OrderPosition) throws(StoreError) -> Int64? {
    let (before, backwards) = plan.isDescending ? (">", "ASC") : ("<", "DESC")
    let statement = try database.statement(
      """
      SELECT coalesce(
        (SELECT row FROM \(plan.table) WHERE \(plan.key) = ?1 AND row \(before) ?2 ORDER BY row \(backwards) LIMIT 1),
        (SELECT row FROM \(plan.table) WHERE \(plan.key) \(before) ?1 \(plan.reversed.ordering) LIMIT 1))
      """, in: &neighbourStatement)
    statement.bind(1, place.key)
    statement.bind(2, place.row)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
  }
}
