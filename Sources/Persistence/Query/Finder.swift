/// Finds the first page of a query; of a search, whatever is searched for, in a few milliseconds at a million records.
///
/// To search there are two ways, and each is hopeless where the other shines:
/// - *walking*: going through the list in its order and looking at each record's words. A page of people who have a frequent
///   word is soon full.
/// - *asking*: the index of words gives everybody at once, in no useful order. Quick when there are few.
///
/// What each would cost is estimated from a few hundred records: those that the list begins with, and others from everywhere.
/// A walk is given up when it takes much longer than it promised.
struct Finder {
  let plan: QueryPlan
  let database: Database

  enum Finding {
    /// Everybody, in order.
    case all(RowList)
    /// Those that come first; there are more.
    case first([Int64])
  }

  /// - Parameters:
  ///   - limit: how many make a page.
  ///   - base: all rows of the table in the same order, if somebody knows them.
  func find(limit: Int, base: RowList?) throws(StoreError) -> Finding {
    guard !plan.words.isEmpty else {
      let page = try rows("SELECT row FROM \(plan.table)\(plan.where) \(plan.ordering) LIMIT \(limit)", plan.values)
      return page.count < limit ? .all(RowList(page)) : .first(page)
    }
    let beginning = try sample("\(plan.ordering) LIMIT \(Self.beginning)", [])
    if beginning.seen < Self.beginning { return .all(RowList(beginning.found)) }
    let walk = Double(limit) / beginning.density
    if walk <= Double(Self.beginning), let page = try self.walk(limit: limit, patience: Int(3 * walk)) {
      return .first(page)
    }
    let ask = try cheapestQuestion()
    if walk * Cost.look < ask.cost, let page = try self.walk(limit: limit, patience: Int(3 * walk)) {
      return .first(page)
    }
    return try arrange(try answer(to: ask), limit: limit, base: base)
  }

  private static let beginning = 500

  /// Microseconds, measured; only their proportions matter.
  private enum Cost {
    /// Looking at the text of one record.
    static let look = 2.5
    /// Taking one record from the index of words.
    static let take = 0.08
    /// Bringing the records of all the words together that begin with a longer one.
    static let gather = 0.2
    /// Up to so many letters the index has done that beforehand.
    static let gathered = 3
    /// Passing one record in the index of the order.
    static let pass = 0.15
  }

  private func rows(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> [Int64] {
    try database.map(sql, values) { $0.integer(0) }
  }

  // MARK: Estimating

  /// Some records, and how many of them have what is searched for.
  private struct Sample {
    var seen = 0
    /// How many have each word.
    var counts: [Int]
    /// Those that have all, and pass the filter.
    var found: [Int64] = []

    /// The share of those that are found; never nothing, since the next record may be one.
    var density: Double { (Double(found.count) + 0.5) / Double(seen + 1) }

    func density(ofWord index: Int) -> Double { (Double(counts[index]) + 0.5) / Double(seen + 1) }
  }

  private func sample(_ which: String, _ values: [StoredValue]) throws(StoreError) -> Sample {
    var sample = Sample(counts: plan.words.map { _ in 0 })
    try look(which, values, at: &sample)
    return sample
  }

  private func look(_ which: String, _ values: [StoredValue], at sample: inout Sample) throws(StoreError) {
    let count = plan.words.count
    let columns = plan.words.map { _ in QueryPlan.containsWord } + [plan.filter ?? "1"]
    try database.each(
      "SELECT row, \(columns.joined(separator: ", ")) FROM \(plan.table) \(which)",
      plan.words.map(QueryPlan.beginning) + plan.filterValues + values
    ) { (record) in
      sample.seen += 1
      var isFound = record.integer(1 + count) != 0
      for index in 0..<count {
        if record.integer(1 + index) != 0 { sample.counts[index] += 1 } else { isFound = false }
      }
      if isFound { sample.found.append(record.integer(0)) }
    }
  }

  /// Records from everywhere, at even distances; rows that have gone are left out.
  private func spread(over last: Int64) throws(StoreError) -> Sample {
    var sample = Sample(counts: plan.words.map { _ in 0 })
    let count = Int64(Self.spread)
    for batch in 0..<Self.batches {
      let rows = (0..<count).map { 1 + last * ($0 * Self.batches + batch) / (count * Self.batches) }
      try look("WHERE row IN (\(Self.marks))", rows.map(StoredValue.integer), at: &sample)
    }
    return sample
  }

  private static let spread = 64
  private static let batches: Int64 = 4
  private static let marks = Array(repeating: "?", count: spread).joined(separator: ", ")

  /// What the index of words is asked for: the rarest words. The others are looked for in the texts of those it gives.
  private struct Question {
    var words: Set<String>
    var cost: Double
  }

  private func cheapestQuestion() throws(StoreError) -> Question {
    let last = try database.firstInteger("SELECT max(row) FROM \(plan.table)") ?? 0
    let sample = try spread(over: last)
    var best: Question?
    var words: Set<String> = []
    var cost = 0.0
    var candidates = Double(last)
    let byDensity = plan.words.indices.sorted { sample.counts[$0] < sample.counts[$1] }
    for index in byDensity {
      let word = plan.words[index]
      let density = sample.density(ofWord: index)
      words.insert(word)
      candidates *= density
      let isGathered = word.unicodeScalars.count <= Cost.gathered
      cost += density * Double(last) * (isGathered ? Cost.take : Cost.take + Cost.gather)
      let isEnough = words.count == plan.words.count && plan.filter == nil
      let question = Question(words: words, cost: isEnough ? cost : cost + candidates * Cost.look)
      if best.map({ question.cost < $0.cost }) ?? true { best = question }
    }
    return best ?? Question(words: Set(plan.words), cost: 0)
  }

  // MARK: Walking

  /// The first page, if it is full before patience ends.
  private func walk(limit: Int, patience: Int) throws(StoreError) -> [Int64]? {
    let end = try database.first(
      "SELECT \(plan.key), row FROM \(plan.table) \(plan.ordering) LIMIT 1 OFFSET ?", .integer(Int64(patience))
    ) { Place(key: $0.value(0), row: $0.integer(1)) }
    let bound = end == nil ? "" : " AND (\(plan.key), row) \(plan.isDescending ? ">" : "<") (?, ?)"
    let page = try rows(
      "SELECT row FROM \(plan.table)\(plan.where)\(bound) \(plan.ordering) LIMIT \(limit)",
      plan.values + (end.map { [$0.key, .integer($0.row)] } ?? []))
    return page.count == limit ? page : nil
  }

  // MARK: Asking

  private func answer(to question: Question) throws(StoreError) -> RowSet {
    let asked = plan.words.filter(question.words.contains)
    let others = plan.words.filter { !question.words.contains($0) }
    var sql = "SELECT rowid FROM \(plan.wordTable) WHERE \(plan.wordTable) MATCH ?"
    let match = asked.map { "\"\($0)\"*" }.joined(separator: " AND ")
    var conditions = others.map { _ in QueryPlan.containsWord }
    if let filter = plan.filter { conditions.insert("(\(filter))", at: 0) }
    if !conditions.isEmpty {
      sql = "SELECT row FROM \(plan.table) WHERE row IN (\(sql)) AND \(conditions.joined(separator: " AND "))"
    }
    var found = RowSet()
    try database.each(sql, [.text(match)] + plan.filterValues + others.map(QueryPlan.beginning)) {
      found.insert($0.integer(0))
    }
    return found
  }

  /// Puts the found in order, or those that come first when that is less work.
  private func arrange(_ found: RowSet, limit: Int, base: RowList?) throws(StoreError) -> Finding {
    if let base { return .all(base.filter(found)) }
    let patience = Double(found.count) * Cost.look / Cost.pass / 2
    if found.count > max(limit, Self.beginning), let page = try pass(found, limit: limit, patience: Int(patience)) {
      return .first(page)
    }
    var places: [Place] = []
    places.reserveCapacity(found.count)
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
