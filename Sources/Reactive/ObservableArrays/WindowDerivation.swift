import Algorithms

/// Follows a range of the source: elements that leave the range are deleted, elements that enter it are inserted.
@usableFromInline
struct WindowDerivation<Input>: ArrayDerivation {
  @usableFromInline
  let offset: Int
  @usableFromInline
  let limit: Int
  @usableFromInline
  var sourceCount = 0
  @usableFromInline
  var visible = ChunkedArray<Input>()

  @inlinable
  init(offset: Int, limit: Int) {
    self.offset = offset
    self.limit = limit
  }

  @inlinable
  func range(_ count: Int) -> Range<Int> {
    let lower = min(offset, count)
    return lower..<(limit < count - lower ? lower + limit : count)
  }

  @inlinable
  mutating func reset(_ items: some RandomAccessCollection<Input>) -> ChunkedArray<Input> {
    sourceCount = items.count
    visible = ChunkedArray(items.dropFirst(offset).prefix(limit))
    return visible
  }

  @inlinable
  mutating func update<Items: RandomAccessCollection>(
    _ items: Items, _ changeset: Changeset
  ) -> (items: ChunkedArray<Input>, changeset: Changeset) where Items.Element == Input, Items.Index == Int {
    let old = range(sourceCount)
    let new = range(items.count)
    sourceCount = items.count
    let map = ChangesetIndexMap(changeset).staying
    var result = Changeset()
    result.deletions = changeset.deletions.filter(old.contains)
    result.insertions = changeset.insertions.filter(new.contains)
    for pair in changeset.moves {
      switch (old.contains(pair.old), new.contains(pair.new)) {
      case (true, true): result.moves.append(pair)
      case (true, false): result.deletions.append(pair.old)
      case (false, true): result.insertions.append(pair.new)
      case (false, false): break
      }
    }
    result.modifications = changeset.modifications.filter { old.contains($0.old) && new.contains($0.new) }
    // The ranks of the rows that stay: the window has moved over them.
    let before = map.rank(ofOld: old.lowerBound)..<map.rank(ofOld: old.upperBound)
    let after = map.rank(ofNew: new.lowerBound)..<map.rank(ofNew: new.upperBound)
    for rank in before.beyond(after) {
      result.deletions.append(map.old(ofRank: rank))
    }
    for rank in after.beyond(before) {
      result.insertions.append(map.new(ofRank: rank))
    }
    result.shift(old: old.lowerBound, new: new.lowerBound)
    result.sort()
    result = result.withoutIdleMoves()
    let start = items.startIndex + new.lowerBound
    visible.apply(result) { items[start + $0] }
    return (visible, result)
  }
}

extension Range<Int> {
  /// The parts of this range that are not in `other`.
  @inlinable
  func beyond(_ other: Range<Int>) -> [Int] {
    Array(lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, other.lowerBound)))
      + Array(Swift.min(upperBound, Swift.max(lowerBound, other.upperBound))..<upperBound)
  }
}

extension Changeset {
  /// Makes all indices relative to other starts.
  @inlinable
  mutating func shift(old: Int, new: Int) {
    guard old != 0 || new != 0 else { return }
    func shifted(_ pair: Pair) -> Pair { Pair(old: pair.old - old, new: pair.new - new) }
    deletions = deletions.map { $0 - old }
    insertions = insertions.map { $0 - new }
    modifications = modifications.map(shifted)
    moves = moves.map(shifted)
  }
}

extension ObservableArray {
  /// Returns an observable array of at most `limit` elements, starting at `offset`.
  ///
  /// - Precondition: `offset` and `limit` are not negative.
  /// - Complexity: O(*k* log *n*) for a change with *k* operations, whatever the limit.
  @inlinable
  public func window(offset: Int = 0, limit: Int) -> DerivedObservableArray<Element> {
    precondition(offset >= 0 && limit >= 0, "a window has no negative offset or limit")
    return DerivedObservableArray(self, WindowDerivation(offset: offset, limit: limit))
  }
}
