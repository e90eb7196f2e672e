extension Changeset {
  /// From how many operations on, relative to the length, a linear pass beats single steps.
  @inlinable
  static func isLarge(_ operations: Int, in length: Int) -> Bool {
    operations > 16 && operations > length / 20
  }
}

extension ChunkedArray {
  /// Does to this array what `changeset` says: the old snapshot becomes the new one.
  ///
  /// - Parameter element: The element for a new index; asked for insertions and modifications, each once.
  ///
  /// O(k log n) for k operations; above the crossover, at about n/20, one linear pass.
  @inlinable
  public mutating func apply(_ changeset: Changeset, element: (Int) throws -> Element) rethrows {
    if Changeset.isLarge(changeset.count, in: count) {
      let old = Array(self)
      self = ChunkedArray(try old.applying(changeset, element: element))
      return
    }
    let places = Places(changeset)
    var moved: [Int: Element] = [:]
    let oldOfNew = Dictionary(changeset.moves.map { ($0.new, $0.old) }) { first, _ in first }
    for pair in changeset.moves { moved[pair.old] = self[pair.old] }
    for index in places.removed.reversed() { remove(at: index) }
    for index in places.added {
      if let old = oldOfNew[index], let element = moved[old] {
        insert(element, at: index)
      } else {
        insert(try element(index), at: index)
      }
    }
    for pair in changeset.modifications { self[pair.new] = try element(pair.new) }
  }
}

extension Array {
  /// What `changeset` makes of this array. O(n).
  ///
  /// - Parameter element: The element for a new index; asked for insertions and modifications, each once.
  @inlinable
  public func applying(_ changeset: Changeset, element: (Int) throws -> Element) rethrows -> [Element] {
    let places = Places(changeset)
    let oldOfNew = Dictionary(changeset.moves.map { ($0.new, $0.old) }) { first, _ in first }
    var result: [Element] = []
    result.reserveCapacity(count - places.removed.count + places.added.count)
    var old = 0
    var removed = places.removed[...]
    var added = places.added[...]
    func skipRemoved() {
      while let next = removed.first, next == old {
        removed.removeFirst()
        old += 1
      }
    }
    skipRemoved()
    while old < count || !added.isEmpty {
      if let next = added.first, next == result.count {
        added.removeFirst()
        if let from = oldOfNew[next] { result.append(self[from]) } else { result.append(try element(next)) }
      } else {
        precondition(old < count, "the changeset does not belong to this array")
        result.append(self[old])
        old += 1
        skipRemoved()
      }
    }
    for pair in changeset.modifications { result[pair.new] = try element(pair.new) }
    return result
  }

  /// What `changeset` makes of this array, with the new elements taken from the new snapshot. O(n).
  @inlinable
  public func applying<Items: RandomAccessCollection>(
    _ changeset: Changeset, from new: Items
  ) -> [Element] where Items.Element == Element, Items.Index == Int {
    applying(changeset) { new[$0] }
  }
}
