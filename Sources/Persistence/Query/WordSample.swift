/// Some records, and how many of them have what a search looks for.
struct WordSample {
  private(set) var seen = 0
  /// How many have each word.
  private var counts: [Int]
  /// Those that have all, and pass the filter.
  private(set) var found: [Int64] = []

  /// The records that `which` selects, in its order.
  init(of plan: QueryPlan, in database: Database, _ which: String) throws(StoreError) {
    counts = plan.words.map { _ in 0 }
    try look(plan, in: database, which, [])
  }

  /// A few hundred records from everywhere, at even distances; rows that have gone are left out.
  init(spreadOver plan: QueryPlan, in database: Database) throws(StoreError) {
    counts = plan.words.map { _ in 0 }
    let last = try database.firstInteger("SELECT max(row) FROM \(plan.table)") ?? 0
    for batch in 0..<Self.batches {
      let rows = (0..<Self.spread).map { 1 + last * ($0 * Self.batches + batch) / (Self.spread * Self.batches) }
      try look(plan, in: database, "WHERE row IN (\(Self.marks))", rows.map(StoredValue.integer))
    }
  }

  private static let spread: Int64 = 64
  private static let batches: Int64 = 4
  private static let marks = Array(repeating: "?", count: Int(spread)).joined(separator: ", ")

  private mutating func look(
    _ plan: QueryPlan, in database: Database, _ which: String, _ values: [StoredValue]
  ) throws(StoreError) {
    let count = plan.words.count
    let columns = plan.words.map { _ in QueryPlan.containsWord } + [plan.filter ?? "1"]
    try database.each(
      "SELECT row, \(columns.joined(separator: ", ")) FROM \(plan.table) \(which)",
      plan.words.map(QueryPlan.beginning) + plan.filterValues + values
    ) { (record) in
      seen += 1
      var isFound = record.integer(1 + count) != 0
      for index in 0..<count {
        if record.integer(1 + index) != 0 { counts[index] += 1 } else { isFound = false }
      }
      if isFound { found.append(record.integer(0)) }
    }
  }

  /// The share of those that are found; never nothing, since the next record may be one.
  var density: Double { share(of: found.count) }

  func density(ofWord index: Int) -> Double { share(of: counts[index]) }

  private func share(of count: Int) -> Double { (Double(count) + 0.5) / Double(seen + 1) }

  static func + (left: WordSample, right: WordSample) -> WordSample {
    var sum = left
    sum.seen += right.seen
    sum.counts = zip(left.counts, right.counts).map(+)
    sum.found += right.found
    return sum
  }
}
