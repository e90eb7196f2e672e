/// Finds the first page of a query or a search in a few milliseconds, even among a million records.
///
/// There are two ways to search:
/// - *Walking* the list in its order, and checking each record's words. A page is soon full when many records match.
/// - *Querying* the index of words for all matches at once, unordered; see ``WordIndex``. Sorting them takes the most
///   time, so it helps to know the order of all rows.
///
/// A search begins with a short walk, and queries the index if that was not enough.
struct Finder {
  let plan: QueryPlan
  let database: Database
  /// The number of records in the index of the order that are passed before the matches are looked for elsewhere.
  var patience = 40_000

  enum Finding {
    /// All matches, in order.
    case all(RowList)
    /// The first matches in order; there are more.
    case first([Int64])
  }

  /// - Parameters:
  ///   - limit: The number of rows in a page; `nil` finds all.
  ///   - base: The rows of the list without its search, or without its filter, in the same order, if they are known.
  func find(limit: Int?, base: RowList?) throws(StoreError) -> Finding {
    guard !plan.words.isEmpty else {
      if let base { return .all(base.filter(try filtered())) }
      let page = try rows(
        "SELECT row FROM \(plan.table)\(plan.where) \(plan.ordering) LIMIT \(limit ?? -1)", plan.values)
      return page.count < limit ?? .max ? .all(RowList(page)) : .first(page)
    }
    // A walk is useless when all matches are wanted and the order is known, and when it has to sort all records first.
    if let base, let limit, plan.filter != nil {
      if let finding = try walk(base, limit: limit) { return finding }
    } else if !plan.isComputed, limit != nil || base == nil, let finding = try walk(limit: limit) {
      return finding
    }
    let found = try allRows()
    if let base { return .all(base.filter(found)) }
    return try arrange(plan.filter == nil ? found : passing(found), limit: limit)
  }

  private func rows(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> [Int64] {
    try database.map(sql, values) { $0.integer(0) }
  }

  // MARK: Walking

  /// Checks the first records, and more of them if they are likely to fill a page and a filter would make the index
  /// slow.
  ///
  /// All of a small book is checked, so that the first page is all.
  ///
  /// - Returns: `nil` when no page was found.
  private func walk(limit: Int?) throws(StoreError) -> Finding? {
    let records = try database.statement(
      "SELECT \(plan.filter ?? "1"), row, search FROM \(plan.table) \(plan.ordering)")
    records.bind(plan.filterValues)
    defer { records.reset() }
    let beginnings = beginnings
    var page: [Int64] = []
    var patience = Self.beginning
    var seen = 0
    while seen < patience {
      guard try records.step() else { return .all(RowList(page)) }
      seen += 1
      if records.integer(0) != 0, beginnings.allSatisfy({ $0.contains { records.hasText($0, in: 2) } }) {
        page.append(records.integer(1))
      }
      guard let limit, seen >= Self.beginning else { continue }
      if page.count >= limit { return .first(Array(page.prefix(limit))) }
      if seen == Self.beginning, plan.filter != nil, !page.isEmpty {
        patience = min(2 * seen * min(limit, Self.longestWalk) / page.count, Self.longestWalk)
      }
    }
    return nil
  }

  /// Checks the first records of a filtered list in a known order one by one, which costs less than the filter.
  ///
  /// - Returns: `nil` when no page was found.
  private func walk(_ base: RowList, limit: Int) throws(StoreError) -> Finding? {
    let record = try database.statement("SELECT search FROM \(plan.table) WHERE row = ?")
    let beginnings = beginnings
    var page: [Int64] = []
    for row in base[0..<min(Self.beginning, base.count)] {
      record.bind(1, row)
      defer { record.reset() }
      guard try record.step(), beginnings.allSatisfy({ $0.contains { record.hasText($0, in: 0) } }) else { continue }
      page.append(row)
    }
    if base.count <= Self.beginning { return .all(RowList(page)) }
    return page.count < limit ? nil : .first(Array(page.prefix(limit)))
  }

  /// The beginnings of words that are found, each group for one word of the search.
  private var beginnings: [[[CChar]]] { plan.words.map { $0.map { Array(" \($0)".utf8CString) } } }

  private static let beginning = 500
  private static let longestWalk = 20_000

  // MARK: Queries

  /// The rows that contain all words.
  private func allRows() throws(StoreError) -> RowSet {
    guard let index = try WordIndex(plan.wordTable, in: database) else { return try answer() }
    var found: RowSet?
    for words in plan.words where found?.isEmpty != true {
      var rows = RowSet()
      for word in words {
        guard let some = try index.rows(withWord: word) else { return try answer() }
        rows.formUnion(some)
      }
      found?.formIntersection(rows)
      if found == nil { found = rows }
    }
    return found ?? RowSet()
  }

  /// The rows that contain all words, found by FTS5 itself.
  private func answer() throws(StoreError) -> RowSet {
    var found = RowSet()
    let question = plan.words.map { "(" + $0.map { "\"\($0)\"*" }.joined(separator: " OR ") + ")" }.joined(
      separator: " AND ")
    try database.each(
      "SELECT rowid FROM \(plan.wordTable) WHERE \(plan.wordTable) MATCH ?", [.text(question)]
    ) { found.insert($0.integer(0)) }
    return found
  }

  /// The rows that match the filter.
  private func passing(_ found: RowSet) throws(StoreError) -> RowSet {
    guard found.count <= Self.many else {
      var passing = try filtered()
      passing.formIntersection(found)
      return passing
    }
    let list = found.rows.map(String.init).joined(separator: ",")
    var passing = RowSet()
    try database.each(
      "SELECT row FROM \(plan.table) WHERE row IN (SELECT value FROM json_each(?)) AND (\(plan.filter ?? "1"))",
      [.text("[\(list)]")] + plan.filterValues
    ) { passing.insert($0.integer(0)) }
    return passing
  }

  /// All rows that match the filter.
  private func filtered() throws(StoreError) -> RowSet {
    var rows = RowSet()
    try database.each("SELECT row FROM \(plan.table) WHERE \(plan.filter ?? "1")", plan.filterValues) {
      rows.insert($0.integer(0))
    }
    return rows
  }

  /// Above this count, all rows are filtered rather than looked up by number.
  private static let many = 100_000

  // MARK: Arranging

  /// Measured microseconds, of which only the proportions matter.
  private enum Cost {
    /// The cost of looking one record up.
    static let look = 4.0
    /// The cost of passing one record in the index of the order.
    static let pass = 0.15
  }

  /// Sorts the matches, or only the first ones when that is less work.
  private func arrange(_ found: RowSet, limit: Int?) throws(StoreError) -> Finding {
    let count = found.count
    if !plan.isComputed, count > max(limit ?? 0, Self.beginning) {
      let longest = Int(Double(count) * Cost.look / Cost.pass / 2)
      if let finding = try pass(found, limit: limit, patience: min(patience, longest)) { return finding }
      if let rows = try gather(found) { return .all(rows) }
      if longest > patience, let finding = try pass(found, limit: limit, patience: longest) { return finding }
    }
    return .all(RowList(try positions(of: found.rows).lazy.map(\.row)))
  }

  /// The positions of those rows that exist, in order.
  private func positions(of rows: [Int64]) throws(StoreError) -> [OrderPosition] {
    var positions: [OrderPosition] = []
    positions.reserveCapacity(rows.count)
    let statement = try database.statement("SELECT \(plan.key) FROM \(plan.table) WHERE row = ?")
    for row in rows {
      statement.bind(1, row)
      defer { statement.reset() }
      if try statement.step() { positions.append(OrderPosition(key: statement.value(0), row: row)) }
    }
    return positions.sorted(by: plan.precedes)
  }

  /// Walks the index of the order alone, without reading the records.
  ///
  /// - Returns: `nil` when no page was found.
  private func pass(_ found: RowSet, limit: Int?, patience: Int) throws(StoreError) -> Finding? {
    var page: [Int64] = []
    let order = try database.statement("SELECT row FROM \(plan.table) \(plan.ordering)")
    defer { order.reset() }
    for _ in 0..<patience {
      // Many matches may be words that are kept of removed records.
      guard try order.step() else { return .all(RowList(page)) }
      let row = order.integer(0)
      if found.contains(row) { page.append(row) }
      if page.count == limit { return .first(page) }
    }
    return nil
  }

  /// Sorts matches that are close together in the order, as all people of one first name are.
  ///
  /// The positions of some of them show where they are; the few that are elsewhere are looked up.
  ///
  /// - Returns: `nil` when they are not close together.
  private func gather(_ found: RowSet) throws(StoreError) -> RowList? {
    let rows = found.rows
    let sample = try positions(
      of: stride(from: 0, to: rows.count, by: max(1, rows.count / Self.samples)).map { rows[$0] })
    guard let first = sample.first, let last = sample.last else { return nil }
    var gathered: [Int64] = []
    var others = found
    var count = 0
    try database.each(
      """
      SELECT row FROM \(plan.table) WHERE \(plan.key) BETWEEN ? AND ? \(plan.ordering) LIMIT ?
      """, [min(first.key, last.key), max(first.key, last.key), .integer(Int64(3 * rows.count))]
    ) {
      let row = $0.integer(0)
      count += 1
      guard found.contains(row) else { return }
      gathered.append(row)
      others.remove(row)
    }
    guard count < 3 * rows.count, others.count <= rows.count / 8 else { return nil }
    let outside = try positions(of: others.rows)
    let middle = outside.firstIndex { plan.precedes(first, $0) } ?? outside.endIndex
    return RowList(outside[..<middle].map(\.row) + gathered + outside[middle...].map(\.row))
  }

  private static let samples = 256
}
