/// Keeps the elements twice: in the order of the source, to know what a change is about, and sorted, to find its place.
@usableFromInline
struct SortDerivation<Input>: ArrayDerivation {
  /// An element with a number that grows with each arrival: of equal ones, the one that came first is first, so that
  /// the order is total.
  @usableFromInline
  struct Entry {
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
  @usableFromInline
  var entries = ChunkedArray<Entry>()
  @usableFromInline
  var sorted = ChunkedArray<Entry>()
  @usableFromInline
  var elements = ChunkedArray<Input>()
  @usableFromInline
  var arrivals = 0

  @inlinable
  init(_ areInIncreasingOrder: @escaping (Input, Input) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable
  func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if areInIncreasingOrder(left.element, right.element) { return true }
    if areInIncreasingOrder(right.element, left.element) { return false }
    return left.arrival < right.arrival
  }

  @inlinable
  mutating func arrive(_ element: Input) -> Entry {
    arrivals += 1
    return Entry(element: element, arrival: arrivals)
  }

  @inlinable
  func rank(of entry: Entry, in list: ChunkedArray<Entry>) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(list[middle], entry) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable
  mutating func reset(_ items: some RandomAccessCollection<Input>) -> ChunkedArray<Input> {
    var all: [Entry] = []
    all.reserveCapacity(items.count)
    for item in items { all.append(arrive(item)) }
    entries = ChunkedArray(all)
    all.sort(by: precedes)
    sorted = ChunkedArray(all)
    elements = ChunkedArray(all.lazy.map(\.element))
    return elements
  }

  @inlinable
  mutating func update<Items: RandomAccessCollection>(
    _ items: Items, _ changeset: Changeset
  ) -> (items: ChunkedArray<Input>, changeset: Changeset) where Items.Element == Input, Items.Index == Int {
    let start = items.startIndex
    let gone = changeset.deletions.map { entries[$0] }
    let changed = changeset.modifications.map { pair in
      let before = entries[pair.old]
      return (before: before, after: Entry(element: items[start + pair.new], arrival: before.arrival))
    }
    let come = changeset.insertions.map { arrive(items[start + $0]) }
    follow(changeset, come: come, changed: changed.map(\.after))
    if Changeset.isLarge(changeset.count, in: sorted.count) {
      return merge(gone: gone, come: come, changed: changed)
    }

    var result = Changeset()
    result.deletions = gone.map { rank(of: $0, in: sorted) }
    let oldPlaces = changed.map { rank(of: $0.before, in: sorted) }
    for index in (result.deletions + oldPlaces).sorted(by: >) {
      sorted.remove(at: index)
      elements.remove(at: index)
    }
    for entry in come + changed.map(\.after) {
      let index = rank(of: entry, in: sorted)
      sorted.insert(entry, at: index)
      elements.insert(entry.element, at: index)
    }
    result.insertions = come.map { rank(of: $0, in: sorted) }
    for (old, change) in zip(oldPlaces, changed) {
      result.modifications.append(Changeset.Pair(old: old, new: rank(of: change.after, in: sorted)))
    }
    result.moves = result.modifications
    result.sort()
    return (elements, result.withoutIdleMoves())
  }

  /// Brings `entries` up to date.
  @inlinable
  mutating func follow(_ changeset: Changeset, come: [Entry], changed: [Entry]) {
    var new: [Int: Entry] = [:]
    for (index, entry) in zip(changeset.insertions, come) { new[index] = entry }
    for (pair, entry) in zip(changeset.modifications, changed) { new[pair.new] = entry }
    entries.apply(changeset) { index in
      guard let entry = new[index] else { preconditionFailure("only what is inserted or modified is asked for") }
      return entry
    }
  }

  /// One pass over the old order and the sorted changes.
  @inlinable
  mutating func merge(
    gone: [Entry], come: [Entry], changed: [(before: Entry, after: Entry)]
  ) -> (items: ChunkedArray<Input>, changeset: Changeset) {
    let leaving = Set(gone.map(\.arrival))
    let changing = Set(changed.map(\.before.arrival))
    var result = Changeset()
    var oldPlaces: [Int: Int] = [:]
    var staying: [Entry] = []
    staying.reserveCapacity(sorted.count)
    for (index, entry) in sorted.enumerated() {
      if leaving.contains(entry.arrival) {
        result.deletions.append(index)
      } else if changing.contains(entry.arrival) {
        oldPlaces[entry.arrival] = index
      } else {
        staying.append(entry)
      }
    }
    let arriving = (come + changed.map(\.after)).sorted(by: precedes)
    var all: [Entry] = []
    all.reserveCapacity(staying.count + arriving.count)
    var next = 0
    for entry in arriving {
      while next < staying.count, precedes(staying[next], entry) {
        all.append(staying[next])
        next += 1
      }
      if let old = oldPlaces[entry.arrival] {
        result.modifications.append(Changeset.Pair(old: old, new: all.count))
      } else {
        result.insertions.append(all.count)
      }
      all.append(entry)
    }
    all.append(contentsOf: staying[next...])
    sorted = ChunkedArray(all)
    elements = ChunkedArray(all.lazy.map(\.element))
    result.moves = result.modifications
    result.sort()
    return (elements, result.withoutIdleMoves())
  }
}

extension ObservableArray {
  /// An observable array of the same elements, sorted. Of two that are equal in this order, the one that came first is
  /// first.
  ///
  /// O(k log² n) comparisons for k changes; above about n/20, one linear pass. The order of the source does not matter,
  /// and moves in it are not told.
  @inlinable
  public func sorted(by areInIncreasingOrder: @escaping (Element, Element) -> Bool) -> DerivedObservableArray<Element> {
    DerivedObservableArray(self, SortDerivation(areInIncreasingOrder))
  }
}

extension ObservableArray where Element: Comparable {
  /// An observable array of the same elements in ascending order.
  @inlinable
  public func sorted() -> DerivedObservableArray<Element> { sorted(by: <) }
}
