/// Finds the first page of a query; of a search, whatever is searched for, in a few milliseconds at a million records.
///
/// To search there are two ways:
/// - *walking*: going through the list in its order and looking at each record's words. When many have what is searched
///   for, a page is soon full.
/// - *asking*: the index of words returns all matches at once, unordered; see ``WordIndex``. What takes time is to
///   put them in order, so it helps to know the order of all rows.
///
/// A search begins with a short walk, and asks when that has not been enough.
struct Finder {
  let plan: QueryPlan
  let database: Database

  enum Finding {
    /// All matches, in order.
    case all(RowList)
    /// Those that come first; there are more.
    case first([Int64])
  }

  /// - Parameters:
  ///   - limit: how many make a page; `nil` finds all.
  ///   - base: all rows of the table in the same order, if they are known.
  func find(limit: Int?, base: RowList?) throws(StoreError) -> Finding {
    guard !plan.words.isEmpty else {
      let page = try rows(
        "SELECT row FROM \(plan.table)\(plan.where) \(plan.ordering) LIMIT \(limit ?? -1)", plan.values)
      return page.count < limit ?? .max ? .all(RowList(page)) : .first(page)
    }
    // A walk is not worth it when all matches are wanted and the order is known.
    if limit != nil || base == nil, let finding = try walk(limit: limit) { return finding }
    let found = try allRows()
    if let base { return try arrange(found, limit: limit, by: base) }
    return try arrange(plan.filter == nil ? found : passing(found), limit: limit)
  }

  private func rows(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> [Int64] {
    try database.map(sql, values) { $0.integer(0) }
  }

  // MARK: Walking

  /// Looks at the first records, and at more if they promise a page and a filter would take asking long. All of a small
  /// book is looked at, so that nothing is left to be found behind the first page.
  ///
  /// - Returns: `nil` when that was in vain.
  private func walk(limit: Int?) throws(StoreError) -> Finding? {
    let words = plan.words.map { Array(" \($0)".utf8CString) }
    let records = try database.statement(
      "SELECT \(plan.filter ?? "1"), row, search FROM \(plan.table) \(plan.ordering)")
    records.bind(plan.filterValues)
    defer { records.reset() }
    var page: [Int64] = []
    var patience = Self.beginning
    var seen = 0
    while seen < patience {
      guard try records.step() else { return .all(RowList(page)) }
      seen += 1
      if records.integer(0) != 0, words.allSatisfy({ records.hasText($0, in: 2) }) { page.append(records.integer(1)) }
      guard let limit, seen >= Self.beginning else { continue }
      if page.count >= limit { return .first(Array(page.prefix(limit))) }
      if seen == Self.beginning, plan.filter != nil, !page.isEmpty {
        patience = min(2 * seen * min(limit, Self.longestWalk) / page.count, Self.longestWalk)
      }
    }
    return nil
  }

  private static let beginning = 500
  private static let longestWalk = 20_000

  // MARK: Asking

  /// The rows that have all words.
  private func allRows() throws(StoreError) -> RowSet {
    guard let index = try WordIndex(plan.wordTable, in: database) else { return try answer() }
    var found: RowSet?
    for word in plan.words where found?.isEmpty != true {
      guard let rows = try index.rows(withWord: word) else { return try answer() }
      found?.formIntersection(rows)
      if found == nil { found = rows }
    }
    return found ?? RowSet()
  }

  /// The same, from FTS5 itself.
  private func answer() throws(StoreError) -> RowSet {
    var found = RowSet()
    let question = plan.words.map { "\"\($0)\"*" }.joined(separator: " AND ")
    try database.each(
      "SELECT rowid FROM \(plan.wordTable) WHERE \(plan.wordTable) MATCH ?", [.text(question)]
    ) { found.insert($0.integer(0)) }
    return found
  }

  /// Those that pass the filter.
  private func passing(_ found: RowSet) throws(StoreError) -> RowSet {
    let filter = plan.filter ?? "1"
    let count = found.count
    var passing = RowSet()
    if count > Self.many {
      try database.each("SELECT row FROM \(plan.table) WHERE \(filter)", plan.filterValues) {
        passing.insert($0.integer(0))
      }
      passing.formIntersection(found)
    } else {
      let list = found.rows.map(String.init).joined(separator: ",")
      try database.each(
        "SELECT row FROM \(plan.table) WHERE row IN (SELECT value FROM json_each(?)) AND (\(filter))",
        [.text("[\(list)]")] + plan.filterValues
      ) { passing.insert($0.integer(0)) }
    }
    return passing
  }

  /// Above this count, all rows are filtered rather than looked up by number.
  private static let many = 100_000

  // MARK: Arranging

  /// Puts the found in a known order; with a filter, those that come first when they make a page.
  private func arrange(_ found: RowSet, limit: Int?, by base: RowList) throws(StoreError) -> Finding {
    let ordered = base.filter(found)
    guard plan.filter != nil else { return .all(ordered) }
    var passing: [Int64] = []
    var range = 0..<min(Self.beginning, ordered.count)
    while !range.isEmpty {
      var batch = RowSet()
      for row in ordered[range] { batch.insert(row) }
      batch = try self.passing(batch)
      passing += ordered[range].filter(batch.contains)
      if let limit, passing.count >= limit, range.upperBound < ordered.count {
        return .first(Array(passing.prefix(limit)))
      }
      range = range.upperBound..<min(8 * range.upperBound, ordered.count)
    }
    return .all(RowList(passing))
  }

  /// Microseconds, measured; only their proportions matter.
  private enum Cost {
    /// Looking one record up.
    static let look = 4.0
    /// Passing one record in the index of the order.
    static let pass = 0.15
  }

  /// Puts the found in order, or those that come first when that is less work.
  private func arrange(_ found: RowSet, limit: Int?) throws(StoreError) -> Finding {
    let count = found.count
    if let limit, count > max(limit, Self.beginning) {
      let patience = Double(count) * Cost.look / Cost.pass / 2
      if let page = try pass(found, limit: limit, patience: Int(patience)) { return .first(page) }
    }
    var places: [Place] = []
    places.reserveCapacity(count)
    let statement = try database.statement("SELECT \(plan.key) FROM \(plan.table) WHERE row = ?")
    for row in found.rows {
      statement.bind(1, row)
      defer { statement.reset() }
      if try statement.step() { places.append(Place(key: statement.value(0), row: row)) }
    }
    return .all(RowList(places.sorted(by: plan.precedes).lazy.map(\.row)))
  }

  /// Goes through the order alone, without looking at the records.
  private func pass(_ found: RowSet, limit: Int, patience: Int) throws(StoreError) -> [Int64]? {
    var page: [Int64] = []
    let order = try database.statement("SELECT row FROM \(plan.table) \(plan.ordering)")
    defer { order.reset() }
    for _ in 0..<patience {
      guard try order.step() else { break }
      let row = order.integer(0)
      if found.contains(row) { page.append(row) }
      if page.count == limit { return page }
    }
    return nil
  }
}
