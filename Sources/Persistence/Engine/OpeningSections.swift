/// The sections of a list before its order is loaded.
struct OpeningSections {
  let plan: QueryPlan
  let initials: Initials
  let database: Database

  /// Of a whole table, the letters are exact, and the counts are exact as far as the first and the last page reach.
  ///
  /// The remaining rows are divided evenly among the letters between.
  ///
  /// Costs two pages of keys, and one look-up for each letter.
  func runs(ofTable count: Int, pageSize: Int) throws(StoreError) -> [SectionRun] {
    var counts = [Int](repeating: 0, count: initials.labels.count)
    let first = try labels(plan, limit: min(pageSize, count))
    let last = try labels(plan.reversed, limit: min(pageSize, count - first.count))
    for label in first + last { counts[label] += 1 }
    let rest = count - first.count - last.count
    if first.isEmpty { counts[0] = rest }
    if rest > 0, let one = first.last, let other = last.last ?? first.last {
      // Letters that occur only between the pages must have rows.
      let all = try labels(from: min(one, other), through: max(one, other))
      let shared = all.dropFirst().dropLast() + [all[0], all[all.count - 1]]
      for (index, label) in shared.enumerated() {
        counts[label] += rest / shared.count + (index < rest % shared.count ? 1 : 0)
      }
    }
    return SectionRun.runs(counts, initials, isDescending: plan.isDescending)
  }

  /// Of consecutive rows in the order of the list.
  func runs(of rows: some Sequence<Int64>) throws(StoreError) -> [SectionRun] {
    if case .groups(_, let label) = plan.division { return try runs(of: rows, label: label) }
    var counts = [Int](repeating: 0, count: initials.labels.count)
    let statement = try database.statement("SELECT \(plan.key) FROM \(plan.table) WHERE row = ?")
    for row in rows {
      statement.bind(1, row)
      defer { statement.reset() }
      counts[try statement.step() ? initials.index(ofKey: statement.value(0)) : 0] += 1
    }
    return SectionRun.runs(counts, initials, isDescending: plan.isDescending)
  }

  private func runs(of rows: some Sequence<Int64>, label: String) throws(StoreError) -> [SectionRun] {
    var runs: [SectionRun] = []
    let statement = try database.statement("SELECT \(label) FROM \(plan.table) WHERE row = ?")
    for row in rows {
      statement.bind(1, row)
      defer { statement.reset() }
      let label = try statement.step() ? statement.text(0) : runs.last?.label ?? ""
      if let last = runs.last, Folding.fold(last.label) == Folding.fold(label) {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(SectionRun(label: label, count: 1))
      }
    }
    return runs
  }

  /// The sections of the first rows.
  private func labels(_ plan: QueryPlan, limit: Int) throws(StoreError) -> [Int] {
    try database.map("SELECT \(plan.key) FROM \(plan.table) \(plan.ordering) LIMIT \(limit)") {
      initials.index(ofKey: $0.value(0))
    }
  }

  /// The letters that have rows, ascending; the first and last in any case.
  private func labels(from first: Int, through last: Int) throws(StoreError) -> [Int] {
    var labels = [first]
    let statement = try database.statement(
      "SELECT \(plan.key) FROM \(plan.table) WHERE \(plan.key) >= ? ORDER BY \(plan.key) LIMIT 1")
    while let label = labels.last, label + 1 < last {
      statement.bind(1, initials.start(of: label + 1).key)
      defer { statement.reset() }
      guard try statement.step() else { break }
      let next = initials.index(ofKey: statement.value(0))
      guard next < last else { break }
      labels.append(next)
    }
    return last > first ? labels + [last] : labels
  }
}
