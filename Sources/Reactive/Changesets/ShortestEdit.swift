/// Myers' algorithm: the longest common subsequence of two arrays with few differences.
@usableFromInline
enum ShortestEdit {
  /// The matches of a longest common subsequence, ascending; `nil` when more than `limit` deletions and insertions are
  /// needed.
  ///
  /// - Complexity: O(n + limit²) where most elements are unlike each other, in time; O(limit²) in memory.
  @inlinable
  static func matches<Element>(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>, limit: Int, _ areSame: (Element, Element) -> Bool
  ) -> [Changeset.Pair]? {
    let oldCount = old.count
    let newCount = new.count
    let most = min(limit, oldCount + newCount)
    guard abs(oldCount - newCount) <= most else { return nil }
    // ends[k + most + 1]: the end of the longest path on diagonal k (old index - new index).
    var ends = [Int](repeating: 0, count: 2 * most + 3)
    var history: [[Int]] = []
    for steps in 0...most {
      history.append(Array(ends[(most + 1 - steps)...(most + 1 + steps)]))
      for diagonal in stride(from: -steps, through: steps, by: 2) {
        let center = diagonal + most + 1
        let goesDown = diagonal == -steps || (diagonal != steps && ends[center - 1] < ends[center + 1])
        var x = goesDown ? ends[center + 1] : ends[center - 1] + 1
        var y = x - diagonal
        while x < oldCount, y < newCount, areSame(old[old.startIndex + x], new[new.startIndex + y]) {
          x += 1
          y += 1
        }
        ends[center] = x
        if x >= oldCount, y >= newCount {
          return walkBack(history, from: (oldCount, newCount), offsets: (old.startIndex, new.startIndex))
        }
      }
    }
    return nil
  }

  /// Traces the path back from its end; its diagonal steps are the matches.
  @inlinable
  static func walkBack(
    _ history: [[Int]], from end: (Int, Int), offsets: (old: Int, new: Int)
  ) -> [Changeset.Pair] {
    var (x, y) = end
    var matches: [Changeset.Pair] = []
    for steps in stride(from: history.count - 1, through: 0, by: -1) {
      // The ends of the previous round, for the diagonals -steps...steps.
      let ends = history[steps]
      func reached(_ diagonal: Int) -> Int { ends[diagonal + steps] }
      let diagonal = x - y
      let startX: Int
      let startY: Int
      if steps == 0 {
        startX = 0
        startY = 0
      } else {
        let goesDown =
          diagonal == -steps || (diagonal != steps && reached(diagonal - 1) < reached(diagonal + 1))
        let before = goesDown ? diagonal + 1 : diagonal - 1
        let fromX = reached(before)
        startX = goesDown ? fromX : fromX + 1
        startY = startX - diagonal
      }
      while x > startX, y > startY {
        x -= 1
        y -= 1
        matches.append(Changeset.Pair(old: offsets.old + x, new: offsets.new + y))
      }
      if steps > 0 {
        // The step itself, down or to the right.
        let goesDown =
          diagonal == -steps || (diagonal != steps && reached(diagonal - 1) < reached(diagonal + 1))
        if goesDown { y = startY - 1 } else { x = startX - 1 }
        if goesDown { x = startX } else { y = startY }
      }
    }
    return matches.reversed()
  }
}
