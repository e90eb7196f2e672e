/// Finds the first page of a query; of a search, whatever is searched for, in a few milliseconds at a million records.
///
/// To search there are two ways, and each is hopeless where the other shines:
/// - going through the list in its order and looking at each record's words: 64 that contain a frequent word are soon found;
/// - asking the index of words, which gives everybody at once, in no useful order: quick when there are few.
///
/// The first 500 records of the list tell how frequent each word is. Going through the list is given up when it takes longer than
/// they promised.
struct Finder {
  let plan: QueryPlan
  let database: Database

  enum Finding {
    /// Everybody, in order.
    case all(RowList)
    /// Those that come first; there are more.
    case first([Int64])
  }

  private static let sampled = 500
  /// So many of those must be found for going on in the same way: 64 are then found among 2,700.
  private static let frequent = 12
  private static let patience = 4_000
  /// A word that so many of the sample have is looked for in the text of those whom the index finds by other words. Up to three
  /// letters the index knows everybody beforehand.
  private static let common = 25
  private static let indexedLength = 3

  /// - Parameters:
  ///   - limit: how many make a page.
  ///   - base: all rows of the table in the same order, if somebody knows them: sorting is then saved.
  func find(limit: Int, base: RowList?) throws(StoreError) -> Finding {
    guard !plan.words.isEmpty else {
      let page = try database.map(
        "SELECT row FROM \(plan.table)\(plan.where) \(plan.ordering) LIMIT \(limit)", plan.values
      ) { $0.integer(0) }
      return page.count < limit ? .all(RowList(page)) : .first(page)
    }
    let sample = try sample()
    if sample.isEverybody { return .all(RowList(sample.found)) }
    if sample.found.count >= Self.frequent, let page = try walk(limit: limit) { return .first(page) }
    return .all(try ask(sample, base: base))
  }

  // MARK: Going through the list

  private struct Sample {
    /// How many have each word.
    var counts: [Int]
    /// Those that have all, and pass the filter.
    var found: [Int64] = []
    /// Whether the table has no more.
    var isEverybody = false
  }

  private func sample() throws(StoreError) -> Sample {
    var sample = Sample(counts: plan.words.map { _ in 0 })
    var seen = 0
    let columns = plan.words.map { _ in QueryPlan.containsWord } + [plan.filter ?? "1"]
    try database.each(
      "SELECT row, \(columns.joined(separator: ", ")) FROM \(plan.table) \(plan.ordering) LIMIT \(Self.sampled)",
      plan.words.map(QueryPlan.beginning) + plan.filterValues
    ) { (record) in
      seen += 1
      var isFound = record.integer(1 + plan.words.count) != 0
      for index in plan.words.indices {
        if record.integer(1 + index) != 0 { sample.counts[index] += 1 } else { isFound = false }
      }
      if isFound { sample.found.append(record.integer(0)) }
    }
    sample.isEverybody = seen < Self.sampled
    return sample
  }

  /// The first page, if it is full before patience ends.
  private func walk(limit: Int) throws(StoreError) -> [Int64]? {
    let end = try database.first(
      "SELECT \(plan.key), row FROM \(plan.table) \(plan.ordering) LIMIT 1 OFFSET \(Self.patience)"
    ) { Place(key: $0.value(0), row: $0.integer(1)) }
    let bound = end == nil ? "" : " AND (\(plan.key), row) \(plan.isDescending ? ">" : "<") (?, ?)"
    let page = try database.map(
      "SELECT row FROM \(plan.table)\(plan.where)\(bound) \(plan.ordering) LIMIT \(limit)",
      plan.values + (end.map { [$0.key, .integer($0.row)] } ?? [])
    ) { $0.integer(0) }
    return page.count == limit ? page : nil
  }

  // MARK: Asking the index

  private func ask(_ sample: Sample, base: RowList?) throws(StoreError) -> RowList {
    let rarest = sample.counts.indices.min { sample.counts[$0] < sample.counts[$1] }
    var asked: [String] = []
    var conditions = plan.filter.map { ["(\($0))"] } ?? []
    var values = plan.filterValues
    for (index, word) in plan.words.enumerated() {
      if index == rarest || sample.counts[index] <= Self.common || word.unicodeScalars.count <= Self.indexedLength {
        asked.append("\"\(word)\"*")
      } else {
        conditions.append(QueryPlan.containsWord)
        values.append(QueryPlan.beginning(word))
      }
    }
    let match = StoredValue.text(asked.joined(separator: " AND "))
    let index = "SELECT rowid FROM \(plan.wordTable) WHERE \(plan.wordTable) MATCH ?"
    if base != nil, conditions.isEmpty { return try inOrder(base, index, [match]) }
    let filtered = ["row IN (\(index))"] + conditions
    let sql = "SELECT row FROM \(plan.table) WHERE \(filtered.joined(separator: " AND "))"
    return try inOrder(base, sql, [match] + values)
  }

  private func inOrder(_ base: RowList?, _ sql: String, _ values: [StoredValue]) throws(StoreError) -> RowList {
    guard let base else {
      return RowList(try database.map("\(sql) \(plan.ordering)", values) { $0.integer(0) })
    }
    var found = RowSet()
    try database.each(sql, values) { found.insert($0.integer(0)) }
    return base.filter(found)
  }
}

extension Records {
  /// The records that a query finds, in its order, at most `limit`.
  func records(of plan: QueryPlan, limit: Int?, in database: Database) throws(StoreError) -> [M] {
    guard !plan.words.isEmpty else {
      return try records(matching: "\(plan.where) \(plan.ordering) LIMIT \(limit ?? -1)", plan.values)
    }
    let rows: [Int64] =
      switch try Finder(plan: plan, database: database).find(limit: limit ?? .max, base: nil) {
      case .all(let found): found[0..<min(limit ?? .max, found.count)]
      case .first(let page): page
      }
    let found = try records(rows: rows)
    let places = Dictionary(zip(rows, rows.indices)) { first, _ in first }
    return found.sorted { places[$0.row, default: 0] < places[$1.row, default: 0] }
  }
}
