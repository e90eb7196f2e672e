/// Some records, and how many of them have what a search looks for.
struct WordSample {
  private(set) var seen = 0
  /// How many have each word.
  private var counts: [Int]
  /// Those that have all, and pass the filter.
  private(set) var found: [Int64] = []
  /// Whether there were no more records to look at.
  private(set) var isWhole = false
  /// As they stand in a record's text.
  private let beginnings: [[CChar]]

  private init(_ plan: QueryPlan) {
    counts = plan.words.map { _ in 0 }
    beginnings = plan.words.map { Array(" \($0)".utf8CString) }
  }

  /// The first records in the order of the list.
  ///
  /// - Parameters:
  ///   - most: it does not look at more,
  ///   - wanted: nor any longer when so many are found.
  init(from plan: QueryPlan, in database: Database, most: Int, wanted: Int) throws(StoreError) {
    self.init(plan)
    let records = try database.statement("\(Self.look(plan)) \(plan.ordering)")
    records.bind(plan.filterValues)
    defer { records.reset() }
    while seen < most, found.count < wanted {
      guard try records.step() else {
        isWhole = true
        break
      }
      note(records)
    }
  }

  /// A few hundred records from everywhere, at even distances; gaps between the numbers of the rows are passed over.
  init(spreadOver plan: QueryPlan, in database: Database) throws(StoreError) {
    self.init(plan)
    let between = "WHERE row BETWEEN ? AND ? ORDER BY row"
    let seek = Seek(
      first: try database.statement("\(Self.look(plan)) \(between) LIMIT 1"),
      valueCount: Int32(plan.filterValues.count),
      last: try database.statement("SELECT row FROM \(plan.table) \(between) DESC LIMIT 1"))
    seek.first.bind(plan.filterValues)
    guard let low = try database.firstInteger("SELECT min(row) FROM \(plan.table)"),
      let high = try seek.last(from: low, to: .max)
    else { return }
    _ = try look(Self.spread, from: low, to: high, seek)
  }

  private static let spread = 256

  /// Finds records by their numbers.
  private struct Seek {
    /// Looks at the first of some rows.
    let first: Statement
    /// So many values are bound to it before the two bounds.
    let valueCount: Int32
    /// Gives the number of the last of some rows.
    let last: Statement

    func last(from low: Int64, to high: Int64) throws(StoreError) -> Int64? {
      last.bind(1, low)
      last.bind(2, high)
      defer { last.reset() }
      return try last.step() ? last.integer(0) : nil
    }
  }

  /// Looks at up to `limit` of some rows: at one in their middle, then at what is after it and before it. Where there
  /// is nobody, the others get its share.
  ///
  /// - Returns: at how many.
  private mutating func look(
    _ limit: Int, from low: Int64, to high: Int64, _ seek: Seek
  ) throws(StoreError) -> Int {
    guard limit > 0, low <= high else { return 0 }
    // The mean, also of numbers whose sum is none.
    let middle = (low & high) + (low ^ high) >> 1
    guard let row = try first(from: middle, to: high, seek) else {
      guard let last = try seek.last(from: low, to: middle) else { return 0 }
      return try look(limit, from: low, to: last, seek)
    }
    let after = row == high ? 0 : try look((limit - 1) / 2, from: row + 1, to: high, seek)
    let before = middle == low ? 0 : try look(limit - 1 - after, from: low, to: middle - 1, seek)
    return 1 + after + before
  }

  /// Looks at the first of some rows, and gives its number.
  private mutating func first(from low: Int64, to high: Int64, _ seek: Seek) throws(StoreError) -> Int64? {
    seek.first.bind(seek.valueCount + 1, low)
    seek.first.bind(seek.valueCount + 2, high)
    defer { seek.first.reset() }
    guard try seek.first.step() else { return nil }
    note(seek.first)
    return seek.first.integer(1)
  }

  private static func look(_ plan: QueryPlan) -> String {
    "SELECT \(plan.filter ?? "1"), row, search FROM \(plan.table)"
  }

  private mutating func note(_ record: Statement) {
    seen += 1
    var isFound = record.integer(0) != 0
    for (index, beginning) in beginnings.enumerated() {
      if record.hasText(beginning, in: 2) { counts[index] += 1 } else { isFound = false }
    }
    if isFound { found.append(record.integer(1)) }
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
