extension Changeset {
  /// The same change without moves that move nothing: where an element goes past others that go themselves, or only
  /// past what is gone.
  ///
  /// What derived arrays use: they say of each touched row where it was and where it is, and leave it to this to say
  /// whether that is a move.
  @inlinable
  func withoutIdleMoves() -> Changeset {
    guard !moves.isEmpty else { return self }
    if moves.count == 1, deletions.isEmpty, insertions.isEmpty {
      var result = self
      result.moves.removeAll { $0.old == $0.new }
      return result
    }
    let places = Places(self)
    var idle: Set<Pair> = []
    var gap: [Pair] = []
    var presentGap = -1
    func settle() {
      for index in longestIncreasingSubsequence(gap.map { $0.old }) { idle.insert(gap[index]) }
      gap = []
    }
    // Ascending by their new index, and so by their gap among the elements that stay.
    for pair in moves.sorted(by: { $0.new < $1.new }) {
      let before = pair.old - Places.count(of: places.removed, below: pair.old)
      let after = pair.new - Places.count(of: places.added, below: pair.new)
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

  /// Puts all lists in the order that the type promises.
  @inlinable
  mutating func sort() {
    // A sort makes an array its own first, which costs more than most changes do.
    if deletions.count > 1 { deletions.sort() }
    if insertions.count > 1 { insertions.sort() }
    if modifications.count > 1 { modifications.sort { $0.new < $1.new } }
    if moves.count > 1 { moves.sort { $0.new < $1.new } }
  }
}

/// The indices of a longest strictly increasing subsequence, ascending. O(n log n), O(n) where the numbers ascend
/// already.
@inlinable
func longestIncreasingSubsequence(_ numbers: [Int]) -> [Int] {
  var tails: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for index in numbers.indices {
    var low = 0
    var high = tails.count
    if let last = tails.last, numbers[last] < numbers[index] {
      low = high
    } else {
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
    }
    if low > 0 { previous[index] = tails[low - 1] }
    if low == tails.count { tails.append(index) } else { tails[low] = index }
  }
  var result: [Int] = []
  var index = tails.last ?? -1
  while index >= 0 {
    result.append(index)
    index = previous[index]
  }
  return result.reversed()
}
