/// Finds the first page of a query; of a search, whatever is searched for, in a few milliseconds at a million records.
///
/// To search there are two ways, and each is hopeless where the other shines:
/// - *walking*: going through the list in its order and looking at each record's words. A page of people who have a
///   frequent word is soon full.
/// - *asking*: the index of words gives everybody at once, in no useful order; see ``Question``. Quick when there are
///   few.
///
/// What each would cost is estimated from a few hundred records: a walk by those that the list begins with, asking by
/// others from everywhere. A walk that takes longer than asking would is given up for it: neither way is ever gone for
/// long in vain.
struct Finder {
  let plan: QueryPlan
  let database: Database

  enum Finding {
    /// Everybody, in order.
    case all(RowList)
    /// Those that come first; there are more.
    case first([Int64])
  }

  /// Microseconds, measured; only their proportions matter.
  enum Cost {
    /// Looking at the text of one record.
    static let look = 1.5
    /// Taking one record from the index of words.
    static let take = 0.05
    /// Counting one record there.
    static let count = 0.03
    /// Bringing one record together with others that have different words with the same beginning.
    static let gather = 0.2
    /// Passing one record in the index of the order.
    static let pass = 0.15
  }

  /// - Parameters:
  ///   - limit: how many make a page; nil: everybody is wanted.
  ///   - base: all rows of the table in the same order, if somebody knows them.
  func find(limit: Int?, base: RowList?) throws(StoreError) -> Finding {
    guard !plan.words.isEmpty else {
      let page = try rows(
        "SELECT row FROM \(plan.table)\(plan.where) \(plan.ordering) LIMIT \(limit ?? -1)", plan.values)
      return page.count < limit ?? .max ? .all(RowList(page)) : .first(page)
    }
    let beginning = try WordSample(from: plan, in: database, most: Self.beginning, wanted: .max)
    if beginning.isWhole { return .all(RowList(beginning.found)) }
    if let limit, beginning.found.count >= limit { return .first(Array(beginning.found.prefix(limit))) }
    let everywhere = try WordSample(spreadOver: plan, in: database)
    let question = try Question(plan, in: database, sample: everywhere)
    if let limit {
      let steps = Double(limit) / beginning.density
      let patience = min(2 * steps, question.cost / Cost.look, Self.longestWalk)
      if steps <= patience {
        let walk = try WordSample(from: plan, in: database, most: Self.beginning + Int(patience), wanted: limit)
        if walk.isWhole { return .all(RowList(walk.found)) }
        if walk.found.count == limit { return .first(walk.found) }
      }
    }
    return try arrange(try question.answer(in: database), limit: limit, base: base)
  }

  private static let beginning = 500
  /// More records than any book has.
  private static let longestWalk = 1e9

  private func rows(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> [Int64] {
    try database.map(sql, values) { $0.integer(0) }
  }

  // MARK: Asking

  /// Puts the found in order, or those that come first when that is less work.
  private func arrange(_ found: RowSet, limit: Int?, base: RowList?) throws(StoreError) -> Finding {
    if let base { return .all(base.filter(found)) }
    if let limit, found.count > max(limit, Self.beginning) {
      let patience = Double(found.count) * Cost.look / Cost.pass / 2
      if let page = try pass(found, limit: limit, patience: Int(patience)) { return .first(page) }
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
