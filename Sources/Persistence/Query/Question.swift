/// What the index of words is asked for in a search: the rarest words. The others are looked for in the texts of those
/// it gives, as soon as that is less work.
struct Question {
  /// Microseconds, estimated.
  private(set) var cost = 0.0
  private let plan: QueryPlan
  private var asked: [String] = []
  /// Those that are looked for in the texts.
  private var others: [String] = []

  /// - Parameter sample: records from everywhere.
  init(_ plan: QueryPlan, in database: Database, sample: WordSample) throws(StoreError) {
    self.plan = plan
    // Any program may write the counter, and what it says is divided by.
    let counter = try database.firstInteger("SELECT value FROM counter WHERE name = ?", .text(plan.table)) ?? 0
    let count = Double(max(1, counter))
    var candidates = count
    let byDensity = plan.words.indices.sorted { sample.density(ofWord: $0) < sample.density(ofWord: $1) }
    for index in byDensity {
      let density = sample.density(ofWord: index)
      if !asked.isEmpty, candidates * Finder.Cost.look < density * count * Finder.Cost.take {
        others.append(plan.words[index])
        continue
      }
      let term = try Term(plan.words[index], plan, in: database, expecting: density * count)
      asked.append(term.match)
      cost += term.cost
      candidates *= term.count / count
    }
    if plan.filter != nil || !others.isEmpty { cost += candidates * Finder.Cost.look }
  }

  /// Everybody who has all words and passes the filter.
  func answer(in database: Database) throws(StoreError) -> RowSet {
    var sql = "SELECT rowid FROM \(plan.wordTable) WHERE \(plan.wordTable) MATCH ?"
    var conditions = others.map { _ in QueryPlan.containsWord }
    if let filter = plan.filter { conditions.insert("(\(filter))", at: 0) }
    if !conditions.isEmpty {
      sql = "SELECT row FROM \(plan.table) WHERE row IN (\(sql)) AND \(conditions.joined(separator: " AND "))"
    }
    var found = RowSet()
    let match = StoredValue.text(asked.joined(separator: " AND "))
    try database.each(sql, [match] + plan.filterValues + others.map(QueryPlan.beginning)) {
      found.insert($0.integer(0))
    }
    return found
  }
}

/// A word of a search, as the index is asked for it.
///
/// Whoever has a word that begins with one of up to three letters stands together in the index. For longer ones the
/// index would gather them when it is asked, at four times the cost: if only a few different words begin so, these are
/// named instead.
private struct Term {
  let match: String
  /// How many records have it, estimated.
  let count: Double
  let cost: Double

  init(_ word: String, _ plan: QueryPlan, in database: Database, expecting: Double) throws(StoreError) {
    guard word.unicodeScalars.count > Self.gathered else {
      match = Self.beginning(word)
      count = expecting
      cost = count * Finder.Cost.take
      return
    }
    let vocabulary = plan.wordTable + "_vocabulary"
    try database.executeTemporarily(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(vocabulary) USING fts5vocab(main, \(plan.wordTable), row)")
    let entries = try database.map(
      "SELECT term, doc FROM temp.\(vocabulary) WHERE term >= ? AND term < ? LIMIT \(Self.few + 1)",
      [.text(word), .text(word + "\u{10FFFF}")]
    ) { (term: $0.text(0), count: Double($0.integer(1))) }
    let total = entries.reduce(0) { $0 + $1.count }
    if entries.count <= Self.few {
      // Nobody has what nothing begins with.
      match = entries.isEmpty ? "\"\(word)\"" : "(\(entries.map { "\"\($0.term)\"" }.joined(separator: " OR ")))"
      count = total
      cost = count * (Finder.Cost.count + Finder.Cost.take)
    } else {
      match = Self.beginning(word)
      count = max(expecting, total)
      cost = total * Finder.Cost.count + count * (Finder.Cost.take + Finder.Cost.gather)
    }
  }

  private static func beginning(_ word: String) -> String { "\"\(word)\"*" }

  /// Up to so many letters the index has gathered beforehand.
  private static let gathered = 3
  private static let few = 16
}
