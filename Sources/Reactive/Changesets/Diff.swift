import Algorithms

extension Changeset {
  /// Creates the changeset from `old` to `new` with as few operations as possible.
  ///
  /// Only elements that have changed their place relative to the others count as moved.
  ///
  /// Elements with the same `id` are the same one, and modified where `areEqual` is false. An id that occurs several
  /// times is matched in order; with more than 300 differences, there may then be more operations than needed.
  ///
  /// - Complexity: O(*n* + *d*²) for up to some hundred differences *d*, else O(*n* log *n*).
  @inlinable
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID, areEqual: (Element, Element) -> Bool
  ) {
    let ends = CommonEnds(old, new) { id($0) == id($1) }
    var matches: [Pair]
    let old1 = old[ends.prefix..<(old.count - ends.suffix)]
    let new1 = new[ends.prefix..<(new.count - ends.suffix)]
    if let edits = ShortestEdit.matches(old1, new1, limit: 300, { id($0) == id($1) }) {
      matches = edits
    } else {
      matches = Self.matchesByHash(old1, new1, id)
    }
    self.init()
    addUnmatched(matches, old1.indices, new1.indices)
    pairMoves(old, new, id)
    // Elements that stayed (at the start, in between, at the end) or moved may be modified.
    for index in 0..<ends.prefix where !areEqual(old[index], new[index]) {
      modifications.append(Pair(old: index, new: index))
    }
    for pair in matches + moves where !areEqual(old[pair.old], new[pair.new]) { modifications.append(pair) }
    for step in stride(from: ends.suffix, to: 0, by: -1) {
      let pair = Pair(old: old.count - step, new: new.count - step)
      if !areEqual(old[pair.old], new[pair.new]) { modifications.append(pair) }
    }
    sort()
  }

  /// Creates the changeset from `old` to `new`, where equal elements are the same.
  ///
  /// With more than 1,000 deletions or insertions, a move is a deletion and an insertion.
  ///
  /// - Complexity: O(*n* · *d*) for *d* differences. Prefer identity or a hash where there is one.
  @inlinable
  public init<Element: Equatable>(from old: [Element], to new: [Element]) {
    let ends = CommonEnds(old, new, ==)
    let old1 = old[ends.prefix..<(old.count - ends.suffix)]
    let new1 = new[ends.prefix..<(new.count - ends.suffix)]
    self.init()
    if let matches = ShortestEdit.matches(old1, new1, limit: 300, ==) {
      addUnmatched(matches, old1.indices, new1.indices)
    } else {
      for change in new1.difference(from: old1) {
        switch change {
        case .remove(let offset, _, _): deletions.append(ends.prefix + offset)
        case .insert(let offset, _, _): insertions.append(ends.prefix + offset)
        }
      }
      sort()
    }
    if deletions.count <= 1000, insertions.count <= 1000 { pairEqualMoves(old, new) }
    sort()
  }

  /// Creates the changeset from `old` to `new`, where equal elements are the same.
  @inlinable
  public init<Element: Hashable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: { $0 }) { _, _ in true }
  }

  /// Creates the changeset from `old` to `new` by the identity of the elements; none counts as modified.
  @inlinable
  public init<Element: Identifiable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: { $0.id }) { _, _ in true }
  }

  /// Creates the changeset from `old` to `new` by the identity of the elements, which are modified if they are not
  /// equal.
  @inlinable
  public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: { $0.id }, areEqual: ==)
  }

  /// Creates the changeset from `old` to `new` by the identity of the elements, which are modified if they are not
  /// equal.
  @inlinable
  public init<Element: Identifiable & Hashable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: { $0.id }, areEqual: ==)
  }

  /// Deletes and inserts every element without a match.
  @inlinable
  mutating func addUnmatched(_ matches: [Pair], _ old: Range<Int>, _ new: Range<Int>) {
    var nextOld = old.lowerBound
    var nextNew = new.lowerBound
    for match in matches + [Pair(old: old.upperBound, new: new.upperBound)] {
      deletions.append(contentsOf: nextOld..<match.old)
      insertions.append(contentsOf: nextNew..<match.new)
      nextOld = match.old + 1
      nextNew = match.new + 1
    }
  }

  /// Turns the deletion and the insertion of one element into a move.
  @inlinable
  mutating func pairMoves<Element, ID: Hashable>(_ old: [Element], _ new: [Element], _ id: (Element) -> ID) {
    guard !deletions.isEmpty, !insertions.isEmpty else { return }
    var places: [ID: FIFOQueue<Int>] = [:]
    for index in deletions { places[id(old[index]), default: FIFOQueue()].append(index) }
    var moved: Set<Int> = []
    insertions.removeAll { index in
      let id = id(new[index])
      guard let place = places[id]?.isEmpty == false ? places[id]?.removeFirst() : nil else { return false }
      moves.append(Pair(old: place, new: index))
      moved.insert(place)
      return true
    }
    deletions.removeAll { moved.contains($0) }
  }

  /// The same without a hash.
  ///
  /// - Complexity: O(deletions × insertions).
  @inlinable
  mutating func pairEqualMoves<Element: Equatable>(_ old: [Element], _ new: [Element]) {
    var left = deletions
    insertions.removeAll { index in
      guard let position = left.firstIndex(where: { old[$0] == new[index] }) else { return false }
      moves.append(Pair(old: left.remove(at: position), new: index))
      return true
    }
    deletions = left
  }

  /// The longest sequence of matches by hash.
  ///
  /// The n-th occurrence of an id matches the n-th.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  static func matchesByHash<Element, ID: Hashable>(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>, _ id: (Element) -> ID
  ) -> [Pair] {
    var first: [ID: Int] = Dictionary(minimumCapacity: old.count)
    var later: [ID: FIFOQueue<Int>] = [:]
    for index in old.indices {
      let id = id(old[index])
      if first.updateValue(index, forKey: id) != nil { later[id, default: FIFOQueue()].append(index) }
    }
    // With duplicates, `first` holds the last occurrence: restore their order.
    if !later.isEmpty {
      later = [:]
      first = [:]
      for index in old.indices {
        let id = id(old[index])
        if first[id] == nil { first[id] = index } else { later[id, default: FIFOQueue()].append(index) }
      }
    }
    var pairs: [Pair] = []
    pairs.reserveCapacity(new.count)
    for index in new.indices {
      let id = id(new[index])
      guard let place = first[id] else { continue }
      pairs.append(Pair(old: place, new: index))
      if later.isEmpty {
        continue
      } else if later[id]?.isEmpty == false {
        first[id] = later[id]?.removeFirst()
      } else {
        first[id] = nil
      }
    }
    // An id that is once in the old and twice in the new collection: only its first occurrence is a match.
    var taken: Set<Int> = []
    if pairs.count > old.count || Set(pairs.map { $0.old }).count < pairs.count {
      pairs.removeAll { !taken.insert($0.old).inserted }
    }
    return pairs.map { $0.old }.longestIncreasingSubsequence().map { pairs[$0] }
  }
}

/// The numbers of elements that two arrays share at the start and at the end.
@usableFromInline
struct CommonEnds {
  @usableFromInline
  var prefix = 0
  @usableFromInline
  var suffix = 0

  @inlinable
  init<Element>(_ old: [Element], _ new: [Element], _ areSame: (Element, Element) -> Bool) {
    let shorter = min(old.count, new.count)
    while prefix < shorter, areSame(old[prefix], new[prefix]) { prefix += 1 }
    while suffix < shorter - prefix, areSame(old[old.count - 1 - suffix], new[new.count - 1 - suffix]) { suffix += 1 }
  }
}
