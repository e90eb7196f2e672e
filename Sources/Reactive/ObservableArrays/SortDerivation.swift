import Algorithms

/// Keeps the elements in the order of the source, to interpret a change, and sorted, to find places.
@usableFromInline
struct SortDerivation<Input>: ArrayDerivation {
  /// An element with a number that grows with each insertion: of equal elements the oldest is first, so that the order
  /// is total.
  @usableFromInline
  struct SortEntry {
    @usableFromInline
    var element: Input
    @usableFromInline
    let arrival: Int

    @inlinable
    init(element: Input, arrival: Int) {
      self.element = element
      self.arrival = arrival
    }
  }

  @usableFromInline
  let areInIncreasingOrder: (Input, Input) -> Bool
  /// Whether the elements are objects, so that their keys may be changed in place.
  @usableFromInline
  let isOfObjects = Input.self is AnyClass
  /// In the order of the source.
  @usableFromInline
  var entries = ChunkedArray<SortEntry>()
  /// Sorted, to find places in.
  @usableFromInline
  var order = SortedChunks<SortEntry>()
  /// Sorted, as the result.
  @usableFromInline
  var elements = ChunkedArray<Input>()
  @usableFromInline
  var arrivals = 0

  @inlinable
  init(_ areInIncreasingOrder: @escaping (Input, Input) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable
  func precedes(_ left: SortEntry, _ right: SortEntry) -> Bool {
    if areInIncreasingOrder(left.element, right.element) { return true }
    if left.arrival >= right.arrival { return false }
    return !areInIncreasingOrder(right.element, left.element)
  }

  @inlinable
  mutating func arrive(_ element: Input) -> SortEntry {
    arrivals += 1
    return SortEntry(element: element, arrival: arrivals)
  }

  @inlinable
  func place(of entry: SortEntry) -> SortedChunks<SortEntry>.Position {
    order.place { precedes($0, entry) }
  }

  /// Returns the place of an element of this array.
  ///
  /// - Complexity: O(log n) comparisons; O(n) for an object with a key that was changed in place, to which the order
  ///   does not lead.
  @inlinable
  func currentPlace(of entry: SortEntry) -> SortedChunks<SortEntry>.Position {
    let place = place(of: entry)
    if order[place]?.arrival == entry.arrival { return place }
    return order.firstPlace { $0.arrival == entry.arrival } ?? place
  }

  /// Returns the places of elements of this array.
  ///
  /// Returns `nil` when the order does not lead to one of them: an object with a key that was changed in place.
  ///
  /// - Complexity: O(k log n) comparisons.
  @inlinable
  func places(of entries: some Sequence<SortEntry>) -> [SortedChunks<SortEntry>.Position]? {
    var places: [SortedChunks<SortEntry>.Position] = []
    for entry in entries {
      let place = place(of: entry)
      guard order[place]?.arrival == entry.arrival else { return nil }
      places.append(place)
    }
    return places
  }

  /// Whether the new version of an element belongs to the place of the former one.
  ///
  /// Not known of objects: both versions have the new key if it was changed in place.
  @inlinable
  func keepsPlace(_ before: Input, as after: Input) -> Bool {
    !isOfObjects && !areInIncreasingOrder(before, after) && !areInIncreasingOrder(after, before)
  }

  @inlinable
  mutating func reset(_ items: some RandomAccessCollection<Input>) -> ChunkedArray<Input> {
    var all: [SortEntry] = []
    all.reserveCapacity(items.count)
    for item in items { all.append(arrive(item)) }
    entries = ChunkedArray(all)
    all.sort(by: precedes)
    take(all)
    return elements
  }

  @inlinable
  mutating func take(_ all: [SortEntry]) {
    order = SortedChunks(all)
    elements = ChunkedArray(all.lazy.map { $0.element })
  }

  @inlinable
  mutating func update<Items: RandomAccessCollection>(
    _ items: Items, _ changeset: Changeset
  ) -> (items: ChunkedArray<Input>, changeset: Changeset) where Items.Element == Input, Items.Index == Int {
    let start = items.startIndex
    if changeset.count == 1, let pair = changeset.modifications.first {
      let result = replace(at: pair.old, with: items[start + pair.new])
      return (elements, result)
    }
    let deleted = changeset.deletions.map { entries[$0] }
    let inserted = changeset.insertions.map { arrive(items[start + $0]) }
    let changed = changeset.modifications.map { pair in
      let before = entries[pair.old]
      return (before: before, after: SortEntry(element: items[start + pair.new], arrival: before.arrival))
    }
    entries.apply(changeset) { index in
      let place = changeset.insertions.insertionIndex(for: index)
      if place < inserted.count, changeset.insertions[place] == index { return inserted[place] }
      return changed[changeset.modifications.partitioningIndex { $0.new >= index }].after
    }
    let isLarge = Changeset.isLarge(changeset.count, in: elements.count)
    let steps = isLarge ? nil : step(deleted: deleted, inserted: inserted, changed: changed)
    let result = steps ?? merge(deleted: deleted, inserted: inserted, changed: changed)
    return (elements, result)
  }

  /// Applies the most frequent change: one modified element.
  @inlinable
  mutating func replace(at index: Int, with element: Input) -> Changeset {
    let before = entries[index]
    let after = SortEntry(element: element, arrival: before.arrival)
    entries[index] = after
    let old = currentPlace(of: before)
    if keepsPlace(before.element, as: element) {
      order.replace(with: after, at: old)
      elements[old.index] = element
      return Changeset(modifications: [Changeset.Pair(old: old.index, new: old.index)])
    }
    order.remove(at: old)
    let new = place(of: after)
    order.insert(after, at: new)
    elements.remove(at: old.index)
    elements.insert(element, at: new.index)
    let pairs = [Changeset.Pair(old: old.index, new: new.index)]
    return Changeset(modifications: pairs, moves: old.index == new.index ? [] : pairs)
  }

  /// One change after the other.
  ///
  /// Changes nothing and returns `nil` when the order does not lead to one of the elements.
  ///
  /// - Complexity: O(k log n) comparisons.
  @inlinable
  mutating func step(deleted: [SortEntry], inserted: [SortEntry], changed: [(before: SortEntry, after: SortEntry)])
    -> Changeset?
  {
    // Finds all places in the old order first. Then deletes from right to left, and inserts from left to right, so that
    // each known place remains valid until it is used.
    guard var leaving = places(of: deleted), let places = places(of: changed.lazy.map { $0.before }) else { return nil }
    var result = Changeset(deletions: leaving.map { $0.index })
    var arriving = inserted.map { (entry: $0, old: -1) }
    var staying: [(element: Input, old: Int)] = []
    for ((before, after), old) in zip(changed, places) {
      if keepsPlace(before.element, as: after.element) {
        order.replace(with: after, at: old)
        staying.append((after.element, old.index))
      } else {
        leaving.append(old)
        arriving.append((after, old.index))
      }
    }
    if leaving.count > 1 { leaving.sort { $0.index < $1.index } }
    for place in leaving.reversed() {
      order.remove(at: place)
      elements.remove(at: place.index)
    }
    if arriving.count > 1 { arriving.sort { precedes($0.entry, $1.entry) } }
    var added: [Int] = []
    for (entry, old) in arriving {
      let place = place(of: entry)
      order.insert(entry, at: place)
      elements.insert(entry.element, at: place.index)
      added.append(place.index)
      if old < 0 {
        result.insertions.append(place.index)
      } else {
        result.moves.append(Changeset.Pair(old: old, new: place.index))
      }
    }
    result.modifications = result.moves
    let map = IndexMap(deletions: leaving.map { $0.index }, insertions: added)
    for (element, old) in staying {
      let new = map.slot(of: old)
      elements[new] = element
      result.modifications.append(Changeset.Pair(old: old, new: new))
    }
    result.sort()
    return result.withoutIdleMoves()
  }

  /// One pass over the old order and the sorted changes.
  ///
  /// - Complexity: O(n + k log k).
  @inlinable
  mutating func merge(deleted: [SortEntry], inserted: [SortEntry], changed: [(before: SortEntry, after: SortEntry)])
    -> Changeset
  {
    var result = Changeset()
    // By arrival: an object is not found by its order after its key was changed in place.
    var leaving = Dictionary(uniqueKeysWithValues: deleted.lazy.map { ($0.arrival, -1) })
    var arriving = inserted.map { (entry: $0, change: -1) }
    for (index, change) in changed.enumerated() {
      leaving[change.before.arrival] = index
      arriving.append((change.after, index))
    }
    arriving.sort { precedes($0.entry, $1.entry) }

    var oldPlaces = [Int](repeating: 0, count: changed.count)
    var staying: [SortEntry] = []
    staying.reserveCapacity(elements.count - leaving.count)
    for (index, entry) in order.all.enumerated() {
      guard let change = leaving[entry.arrival] else {
        staying.append(entry)
        continue
      }
      if change < 0 { result.deletions.append(index) } else { oldPlaces[change] = index }
    }

    var all: [SortEntry] = []
    all.reserveCapacity(staying.count + arriving.count)
    var next = 0
    for (entry, change) in arriving {
      while next < staying.count, precedes(staying[next], entry) {
        all.append(staying[next])
        next += 1
      }
      if change < 0 {
        result.insertions.append(all.count)
      } else {
        result.modifications.append(Changeset.Pair(old: oldPlaces[change], new: all.count))
      }
      all.append(entry)
    }
    all.append(contentsOf: staying[next...])
    take(all)
    result.moves = result.modifications
    return result.withoutIdleMoves()
  }
}

extension ObservableArray {
  /// Returns an observable array of the same elements, sorted.
  ///
  /// Of equal elements, the one that was inserted first is first.
  ///
  /// Moves in the source have no effect. An object with a key that was changed in place takes its new place when it is
  /// replaced, also by itself. Until then the places of other changed elements are undefined: several such objects
  /// are replaced in one batch.
  ///
  /// - Complexity: O(*n* log *n*) comparisons at first. O(*k* log *n*) for a change with *k* operations, and a sum of
  ///   *n* / 256 numbers for each; O(*n* + *k* log *k*) when they are more than about *n* / 20, or when one of them
  ///   deletes or replaces an object with a key that was changed in place.
  /// - Precondition: `areInIncreasingOrder` is a strict weak order, as for the standard library's `sorted(by:)`.
  @inlinable
  public func sorted(by areInIncreasingOrder: @escaping (Element, Element) -> Bool) -> DerivedObservableArray<Element> {
    DerivedObservableArray(self, SortDerivation(areInIncreasingOrder))
  }
}

extension ObservableArray where Element: Comparable {
  /// Returns an observable array of the same elements in ascending order; see ``sorted(by:)``.
  @inlinable
  public func sorted() -> DerivedObservableArray<Element> { sorted(by: <) }
}
