import Reactive

/// What leads from one list to another when nobody has told: by looking at both.
struct OrderDifference {
  /// Nil: they have too little in common, or are too large, for a changeset to be worth its while.
  let changeset: Changeset?
  let touched: [Int64]

  /// Above so many rows on both sides, nobody would see the difference move.
  private static let limit = 20_000

  /// - Parameter touched: rows whose records have changed meanwhile.
  init(from old: RowList, to new: RowList, touched: Set<Int64>) {
    self.touched = Array(touched)
    guard min(old.count, new.count) <= Self.limit else {
      changeset = nil
      return
    }
    // Only the rows of the smaller list can stay: one table of them is enough.
    let isOldSmaller = old.count <= new.count
    let (small, large) = isOldSmaller ? (old, new) : (new, old)
    var smallIndex: [Int64: Int] = [:]
    smallIndex.reserveCapacity(small.count)
    small.forEach { index, row in smallIndex[row] = index }
    var largeOnly: [Int] = []
    var common: [(row: Int64, small: Int, large: Int)] = []
    large.forEach { index, row in
      if let other = smallIndex.removeValue(forKey: row) {
        common.append((row, other, index))
      } else {
        largeOnly.append(index)
      }
    }
    let smallOnly = smallIndex.values.sorted()
    // `common` ascends in the large list; those that do not ascend in the small one as well have to move.
    let kept = Set(longestIncreasing(common.map(\.small)))
    var moves: [Changeset.Pair] = []
    var modifications: [Changeset.Pair] = []
    for (row, small, large) in common {
      let pair = isOldSmaller ? Changeset.Pair(old: small, new: large) : Changeset.Pair(old: large, new: small)
      if !kept.contains(small) { moves.append(pair) }
      if touched.contains(row) { modifications.append(pair) }
    }
    changeset = Changeset(
      deletions: isOldSmaller ? smallOnly : largeOnly, insertions: isOldSmaller ? largeOnly : smallOnly,
      modifications: modifications.sorted { $0.new < $1.new }, moves: moves.sorted { $0.new < $1.new })
  }
}
