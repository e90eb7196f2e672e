/// Keeps a flag for each element of the source, in a tree that counts them: the place of an element in the filtered
/// array is the number of flags before it.
@usableFromInline
struct FilterDerivation<Input>: ArrayDerivation {
  @usableFromInline
  let isIncluded: (Input) -> Bool
  @usableFromInline
  var flags = CountedTree<FlagWeight>()
  @usableFromInline
  var filtered = ChunkedArray<Input>()

  @inlinable
  init(isIncluded: @escaping (Input) -> Bool) {
    self.isIncluded = isIncluded
  }

  @inlinable
  mutating func reset(_ items: some RandomAccessCollection<Input>) -> ChunkedArray<Input> {
    let all = items.map(isIncluded)
    flags = CountedTree(all)
    filtered = ChunkedArray(zip(items, all).lazy.filter { $0.1 }.map { $0.0 })
    return filtered
  }

  @inlinable
  mutating func update<Items: RandomAccessCollection>(
    _ items: Items, _ changeset: Changeset
  ) -> (items: ChunkedArray<Input>, changeset: Changeset) where Items.Element == Input, Items.Index == Int {
    let old = flags
    let start = items.startIndex
    flags.apply(changeset) { isIncluded(items[start + $0]) }
    var result = Changeset()
    for index in changeset.deletions where old[index] { result.deletions.append(old.weight(before: index)) }
    for index in changeset.insertions where flags[index] { result.insertions.append(flags.weight(before: index)) }
    let moved = Set(changeset.moves)
    let modified = Set(changeset.modifications)
    for pair in moved.union(modified) {
      switch (old[pair.old], flags[pair.new]) {
      case (true, true):
        let derived = Changeset.Pair(old: old.weight(before: pair.old), new: flags.weight(before: pair.new))
        if moved.contains(pair) { result.moves.append(derived) }
        if modified.contains(pair) { result.modifications.append(derived) }
      case (true, false): result.deletions.append(old.weight(before: pair.old))
      case (false, true): result.insertions.append(flags.weight(before: pair.new))
      case (false, false): break
      }
    }
    result.sort()
    result = result.withoutIdleMoves()
    filtered.apply(result) { items[start + flags.index(ofWeight: $0)] }
    return (filtered, result)
  }
}

extension ObservableArray {
  /// Returns an observable array of the elements for which `isIncluded` is true.
  ///
  /// `isIncluded` is called once for each element at first, then once for each that is inserted or modified.
  ///
  /// - Complexity: O(*n*) at first, then O(*k* log *n*) for a change with *k* operations.
  @inlinable
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> DerivedObservableArray<Element> {
    DerivedObservableArray(self, FilterDerivation(isIncluded: isIncluded))
  }
}
