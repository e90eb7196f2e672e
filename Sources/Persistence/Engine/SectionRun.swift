/// Consecutive records under the same letter.
struct SectionRun: Sendable, Equatable {
  var label: String
  var count: Int

  /// The letters in the order of the list, without those that have no records.
  ///
  /// - Parameter counts: By the label's index.
  static func runs(_ counts: [Int], _ initials: Initials, isDescending: Bool) -> [SectionRun] {
    let runs = counts.indices.filter { counts[$0] > 0 }.map {
      SectionRun(label: initials.labels[$0], count: counts[$0])
    }
    return isDescending ? runs.reversed() : runs
  }
}

/// The number of records under each letter in a whole order.
struct SectionCounts {
  private let initials: Initials
  private let isDescending: Bool
  /// The counts by the label's index.
  private var counts: [Int]

  /// Finds the letters' beginnings in the order.
  ///
  /// - Parameter key: Returns the key of a row.
  /// - Complexity: O(letters × log n), 4 ms for a million.
  init(
    _ rows: RowList, _ plan: QueryPlan, initials: Initials,
    key: (Int64, _ isPivot: Bool) throws(StoreError) -> StoredValue
  ) throws(StoreError) {
    self.initials = initials
    isDescending = plan.isDescending
    counts = [Int](repeating: 0, count: initials.labels.count)
    var previous = 0
    let ascending = Array(initials.labels.indices.dropFirst())
    for (step, label) in (plan.isDescending ? ascending.reversed() : ascending).enumerated() {
      let start = initials.start(of: label)
      let next = try rows.partition { (row, isPivot) throws(StoreError) in
        plan.precedes(OrderPosition(key: try key(row, isPivot), row: row), start)
      }
      // Ascending, the rows between two beginnings belong to the first; descending, to the second.
      counts[plan.isDescending ? label : step] = next - previous
      previous = next
    }
    counts[plan.isDescending ? 0 : initials.labels.count - 1] = rows.count - previous
  }

  /// The letters in the order of the list, without those that have no records.
  var runs: [SectionRun] { SectionRun.runs(counts, initials, isDescending: isDescending) }

  /// Updates the counts after one change.
  ///
  /// - Parameters:
  ///   - from: The indices of rows in the list before.
  ///   - keys: The keys of rows that are in it now.
  mutating func follow(from: [Int], keys: some Sequence<StoredValue>) {
    let leaving = from.map(label(at:))
    for label in leaving { counts[label] -= 1 }
    for key in keys { counts[initials.index(ofKey: key)] += 1 }
  }

  private func label(at index: Int) -> Int {
    var rest = index
    for label in isDescending ? Array(counts.indices.reversed()) : Array(counts.indices) {
      if rest < counts[label] { return label }
      rest -= counts[label]
    }
    return 0
  }
}
