/// Follows a range of the source: what leaves it through its ends is deleted, what enters is inserted.
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
    let places = Places(changeset)
    let moved = Set(changeset.moves)
    let modified = Set(changeset.modifications)
    var result = Changeset()
    var staying: Set<Int> = []
    for index in new {
      guard let before = places.old(of: index), old.contains(before) else {
        result.insertions.append(index - new.lowerBound)
        continue
      }
      staying.insert(before)
      let pair = Changeset.Pair(old: before, new: index)
      let derived = Changeset.Pair(old: before - old.lowerBound, new: index - new.lowerBound)
      if moved.contains(pair) { result.moves.append(derived) }
      if modified.contains(pair) { result.modifications.append(derived) }
    }
    for index in old where !staying.contains(index) { result.deletions.append(index - old.lowerBound) }
    result = result.withoutIdleMoves()
    let start = items.startIndex + new.lowerBound
    visible.apply(result) { items[start + $0] }
    return (visible, result)
  }
}

extension ObservableArray {
  /// An observable array of at most `limit` elements from `offset` on. O(limit + k log k) for each change with k
  /// operations.
  ///
  /// - Precondition: Neither is negative.
  @inlinable
  public func window(offset: Int = 0, limit: Int) -> DerivedObservableArray<Element> {
    precondition(offset >= 0 && limit >= 0, "a window has no negative offset or limit")
    return DerivedObservableArray(self, WindowDerivation(offset: offset, limit: limit))
  }
}
