extension RecordAccess {
  /// The records that a query finds, in its order, at most `limit`.
  func records(of plan: QueryPlan, limit: Int?, in database: Database) throws(StoreError) -> [M] {
    let limit = limit.map { max(0, $0) }
    if limit == nil, plan.isOfAll {
      let rows = try database.map("SELECT row FROM \(table.name) \(plan.ordering)") { $0.integer(0) }
      return try allRecords(inOrderOf: rows)
    }
    guard !plan.words.isEmpty else {
      return try records(matching: "\(plan.where) \(plan.ordering) LIMIT \(limit ?? -1)", plan.values)
    }
    let rows: [Int64] =
      switch try Finder(plan: plan, database: database).find(limit: limit, base: nil) {
      case .all(let found): found[0..<min(limit ?? .max, found.count)]
      case .first(let page): page
      }
    let found = try records(rows: rows)
    let places = Dictionary(zip(rows, rows.indices)) { first, _ in first }
    return found.sorted { places[$0.row, default: 0] < places[$1.row, default: 0] }
  }
}
