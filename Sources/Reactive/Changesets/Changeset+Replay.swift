import Algorithms

extension Changeset {
  /// Returns whether a linear pass is faster than single steps, from the number of operations and the length.
  @inlinable
  static func isLarge(_ operations: Int, in length: Int) -> Bool {
    operations > 16 && operations > length / 20
  }

  /// One step of a pass that builds the new collection from left to right.
  @usableFromInline
  enum ReplayStep {
    /// The elements in a range of the old collection stay.
    case keep(Range<Int>)
    /// The element at an index of the old collection is moved here.
    case take(Int)
    /// The element at an index of the new collection is inserted here.
    case ask(Int)
  }

  /// The steps from an old collection of `count` elements to the new one.
  ///
  /// - Complexity: O(k log k) for k operations, and O(k) steps.
  @inlinable
  func forEachStep(from count: Int, _ body: (ReplayStep) throws -> Void) rethrows {
    let removed = moves.isEmpty ? deletions : (deletions + moves.map { $0.old }).sorted()
    var old = 0
    var new = 0
    var (deleted, inserted, moved, modified) = (0, 0, 0, 0)
    while true {
      let insertion = inserted < insertions.count ? insertions[inserted] : .max
      let move = moved < moves.count ? moves[moved].new : .max
      let modification = modified < modifications.count ? modifications[modified].new : .max
      let event = Swift.min(insertion, move, modification)
      while new < event || event == modification && event < move {
        while deleted < removed.count, removed[deleted] == old {
          deleted += 1
          old += 1
        }
        guard new < event, old < count else { break }
        let next = deleted < removed.count ? removed[deleted] : count
        let end = old + Swift.min(next - old, event - new)
        try body(.keep(old..<end))
        new += end - old
        old = end
      }
      guard event < .max else { break }
      precondition(new == event, "the changeset does not belong to this collection")
      if modification == event { modified += 1 }
      if insertion == event {
        inserted += 1
        try body(.ask(new))
      } else if move == event {
        moved += 1
        try body(modification == event ? .ask(new) : .take(moves[moved - 1].old))
      } else {
        precondition(old < count, "the changeset does not belong to this collection")
        try body(.ask(new))
        old += 1
      }
      new += 1
    }
    precondition(deleted == removed.count, "the changeset does not belong to this collection")
  }
}

extension ChunkedArray {
  /// Applies a changeset: the old snapshot becomes the new one.
  ///
  /// - Parameters:
  ///   - changeset: The changes, in the indices of this array and of the new one.
  ///   - element: Returns the element for a new index; called once for each insertion and modification.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations; O(*n*) when they are more than about *n* / 20.
  @inlinable
  public mutating func apply(_ changeset: Changeset, element: (Int) throws -> Element) rethrows {
    try tree.apply(changeset, element: element)
  }
}

extension CountedTree {
  @inlinable
  mutating func apply(_ changeset: Changeset, element: (Int) throws -> Element) rethrows {
    guard !Changeset.isLarge(changeset.count, in: count) else {
      return self = try rebuilt(changeset, element: element)
    }
    let places = ChangesetIndexMap(changeset)
    var taken: [Int: Element] = [:]
    for pair in changeset.moves { taken[pair.new] = self[pair.old] }
    for index in places.staying.deletions.reversed() { remove(at: index) }
    for index in places.staying.insertions {
      if let element = taken[index] { insert(element, at: index) } else { insert(try element(index), at: index) }
    }
    for pair in changeset.modifications { self[pair.new] = try element(pair.new) }
  }

  /// The new tree, leaf by leaf.
  @inlinable
  func rebuilt(_ changeset: Changeset, element: (Int) throws -> Element) rethrows -> CountedTree {
    var builder = TreeBuilder<Weight>(expecting: count)
    var leaves: [[Element]] = []
    root.node.forEachLeaf { leaves.append($0) }
    var leaf = 0
    var start = 0
    try changeset.forEachStep(from: count) { step in
      switch step {
      case .keep(let range):
        var next = range.lowerBound
        while next < range.upperBound {
          while next >= start + leaves[leaf].count {
            start += leaves[leaf].count
            leaf += 1
          }
          let end = Swift.min(range.upperBound, start + leaves[leaf].count)
          builder.append(leaves[leaf], next - start..<end - start)
          next = end
        }
      case .take(let old): builder.append(self[old])
      case .ask(let new): builder.append(try element(new))
      }
    }
    return builder.finish()
  }
}

extension Array {
  /// Returns this array with `changeset` applied.
  ///
  /// - Complexity: O(*n*).
  ///
  /// - Parameters:
  ///   - changeset: The changes, in the indices of this array and of the new one.
  ///   - element: Returns the element for a new index; called once for each insertion and modification.
  @inlinable
  public func applying(_ changeset: Changeset, element: (Int) throws -> Element) rethrows -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(count + changeset.insertions.count - changeset.deletions.count)
    try changeset.forEachStep(from: count) { step in
      switch step {
      case .keep(let range):
        // A few elements are faster one by one than as a slice.
        if range.count < 32 { for index in range { result.append(self[index]) } } else { result += self[range] }
      case .take(let old): result.append(self[old])
      case .ask(let new): result.append(try element(new))
      }
    }
    return result
  }

  /// Returns this array with `changeset` applied, taking new elements from the new snapshot.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func applying<Items: RandomAccessCollection>(
    _ changeset: Changeset, from new: Items
  ) -> [Element] where Items.Element == Element, Items.Index == Int {
    applying(changeset) { new[$0] }
  }
}
