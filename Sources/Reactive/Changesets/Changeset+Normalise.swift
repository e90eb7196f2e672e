import Algorithms

extension Changeset {
  /// Returns the same change without moves that have no effect, because an element passes only elements that move or
  /// are deleted themselves.
  ///
  /// Derived arrays record for each touched row where it was and where it is; this function decides whether that is a
  /// move.
  @inlinable
  func withoutIdleMoves() -> Changeset {
    guard !moves.isEmpty else { return self }
    if moves.count == 1, deletions.isEmpty, insertions.isEmpty {
      var result = self
      result.moves.removeAll { $0.old == $0.new }
      return result
    }
    let map = ChangesetIndexMap(self).staying
    var idle: Set<Pair> = []
    var gap: [Pair] = []
    var presentGap = -1
    func settle() {
      for index in gap.map({ $0.old }).longestIncreasingSubsequence() { idle.insert(gap[index]) }
      gap = []
    }
    // Ascending by their new index, and so by their gap among the elements that stay.
    for pair in moves.sorted(by: { $0.new < $1.new }) {
      let before = map.rank(ofOld: pair.old)
      let after = map.rank(ofNew: pair.new)
      guard before == after else { continue }
      if after != presentGap {
        settle()
        presentGap = after
      }
      gap.append(pair)
    }
    settle()
    guard !idle.isEmpty else { return self }
    var result = self
    result.moves.removeAll { idle.contains($0) }
    return result
  }

  /// Sorts all lists into the documented order.
  @inlinable
  mutating func sort() {
    // Sorting makes the array unique first, which costs more than most changes.
    if deletions.count > 1 { deletions.sort() }
    if insertions.count > 1 { insertions.sort() }
    if modifications.count > 1 { modifications.sort { $0.new < $1.new } }
    if moves.count > 1 { moves.sort { $0.new < $1.new } }
  }
}
