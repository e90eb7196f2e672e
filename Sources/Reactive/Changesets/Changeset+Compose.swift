extension Changeset {
  /// Returns the changeset that has the effect of this one followed by `next`.
  ///
  /// An element that is inserted and then deleted is left out; one that is modified and then deleted is deleted.
  ///
  /// - Parameters:
  ///   - next: The changeset from the new snapshot of this one on.
  ///   - isSame: Whether the element that was deleted at an old index is the one that was inserted at a new index. It
  ///     is then a modification, and a move if its place has changed. By default, it is not.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of operations of both; with `isSame`, also O(deletions ×
  ///   insertions) calls of it.
  @inlinable
  public func followed(
    by next: Changeset, isSame: ((_ old: Int, _ new: Int) -> Bool)? = nil
  ) -> Changeset {
    let first = ChangesetIndexMap(self)
    let second = ChangesetIndexMap(next)
    var result = Changeset()
    result.deletions = deletions + next.deletions.compactMap { first.old(of: $0) }
    result.insertions = next.insertions + insertions.compactMap { second.new(of: $0) }

    func pairs(_ mine: [Pair], _ theirs: [Pair]) -> [Pair] {
      var all: Set<Pair> = []
      for pair in mine { if let new = second.new(of: pair.new) { all.insert(Pair(old: pair.old, new: new)) } }
      for pair in theirs { if let old = first.old(of: pair.old) { all.insert(Pair(old: old, new: pair.new)) } }
      return Array(all)
    }
    result.modifications = pairs(modifications, next.modifications)
    result.moves = pairs(moves, next.moves)
    result.sort()
    if let isSame { result.reunite(isSame) }
    return result.withoutIdleMoves()
  }

  /// Turns deletions and insertions of the same element into modifications and moves.
  @inlinable
  mutating func reunite(_ isSame: (Int, Int) -> Bool) {
    var left: [Int] = []
    for old in deletions {
      if let position = insertions.firstIndex(where: { isSame(old, $0) }) {
        let pair = Pair(old: old, new: insertions.remove(at: position))
        modifications.append(pair)
        moves.append(pair)
      } else {
        left.append(old)
      }
    }
    deletions = left
    sort()
  }
}
