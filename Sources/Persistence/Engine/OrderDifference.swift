import Algorithms
import Reactive

/// The changeset that leads from one list to another, found by comparing them.
struct OrderDifference {
  /// `nil`: the lists have too little in common, or are too large, for a changeset to be worthwhile.
  let changeset: Changeset?
  let touched: [Int64]

  /// Above this many rows on both sides, an animation of the difference would not be visible.
  private static let limit = 20_000

  /// - Parameter touched: Rows with records that have changed since.
  init(from old: RowList, to new: RowList, touched: Set<Int64>) {
    self.touched = Array(touched)
    guard min(old.count, new.count) <= Self.limit else {
      changeset = nil
      return
    }
    // A page, and the rest after it, which may be nearly all rows and is therefore not compared one by one.
    if touched.isEmpty, old.count <= new.count, new[0..<old.count] == old[0..<old.count] {
      changeset = Changeset(insertions: Array(old.count..<new.count))
      return
    }
    // Only the rows of the smaller list can remain: one table of them is enough.
    let isOldSmaller = old.count <= new.count
    let (small, large) = isOldSmaller ? (old, new) : (new, old)
    var smallSet = RowSet()
    small.forEach { _, row in smallSet.insert(row) }
    var largeOnly: [Int] = []
    var common: [(row: Int64, large: Int)] = []
    var commonSet = RowSet()
    large.forEach { index, row in
      if smallSet.contains(row) {
        common.append((row, index))
        commonSet.insert(row)
      } else {
        largeOnly.append(index)
      }
    }
    var smallOnly: [Int] = []
    var smallIndex: [Int64: Int] = [:]
    small.forEach { index, row in
      if commonSet.contains(row) { smallIndex[row] = index } else { smallOnly.append(index) }
    }
    // `common` ascends in the large list; those that do not ascend in the small one as well have to move.
    let order = common.map { smallIndex[$0.row, default: 0] }
    let kept = Set(order.longestIncreasingSubsequence().map { order[$0] })
    var moves: [Changeset.Pair] = []
    var modifications: [Changeset.Pair] = []
    for (row, large) in common {
      let small = smallIndex[row, default: 0]
      let pair = isOldSmaller ? Changeset.Pair(old: small, new: large) : Changeset.Pair(old: large, new: small)
      if !kept.contains(small) { moves.append(pair) }
      if touched.contains(row) { modifications.append(pair) }
    }
    changeset = Changeset(
      deletions: isOldSmaller ? smallOnly : largeOnly, insertions: isOldSmaller ? largeOnly : smallOnly,
      modifications: modifications.sorted { $0.new < $1.new }, moves: moves.sorted { $0.new < $1.new })
  }
}
