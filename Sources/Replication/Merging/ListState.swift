import Persistence

/// A list, merged by element.
struct ListState: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    var parts: [StoredValue]
    /// The place among the elements that were added by one write.
    var rank: Int64
  }

  /// The present elements; one that was removed is not kept.
  private(set) var elements: [ElementKey: Register<Element>] = [:]
  private(set) var order = Register<[ElementKey]>()

  init(elements: [ElementKey: Register<Element>] = [:], order: Register<[ElementKey]> = Register()) {
    self.elements = elements.filter { $0.value.winner != nil }
    self.order = order
  }

  /// A list with elements that were all written by one write.
  init(_ parts: [[StoredValue]], entry: EntryID = .origin, moment: Moment = .beginning) {
    for (rank, (key, parts)) in zip(ElementKey.keys(of: parts), parts).enumerated() {
      elements[key] = Register([
        .init(entry: entry, moment: moment, value: Element(parts: parts, rank: Int64(rank)))
      ])
    }
  }

  var isEmpty: Bool { elements.isEmpty && order.versions.isEmpty }

  /// The keys of the elements in their order: that of the latest order, and after it those that it does not have, the
  /// earliest first.
  var keys: [ElementKey] {
    let places = Dictionary(zip(order.value ?? [], 0...)) { first, _ in first }
    let present = elements.compactMap { key, register in register.winner.map { (key: key, version: $0) } }
    return present.sorted { left, right in
      switch (places[left.key], places[right.key]) {
      case (let left?, let right?): return left < right
      case (.some, nil): return true
      case (nil, .some): return false
      case (nil, nil):
        let (one, other) = (left.version, right.version)
        if one.moment != other.moment { return one.moment < other.moment }
        if one.entry != other.entry { return one.entry < other.entry }
        if one.value.rank != other.value.rank { return one.value.rank < other.value.rank }
        return left.key < right.key
      }
    }.map(\.key)
  }

  /// The parts of the elements in their order.
  var values: [[StoredValue]] { keys.compactMap { elements[$0]?.value?.parts } }

  // MARK: Changing

  mutating func apply(_ change: ListChange, _ context: WriteContext) {
    for key in change.removals {
      elements[key]?.clear(context)
      if elements[key]?.winner == nil { elements[key] = nil }
    }
    for (rank, element) in change.writes.enumerated() {
      elements[element.key, default: Register()].write(
        Element(parts: element.parts, rank: Int64(rank)), context)
    }
    if let keys = change.order { order.write(keys, context) }
  }

  /// The list of a machine that has the entries of both; see ``Register/merged(with:_:_:)``.
  func merged(with other: ListState, _ seen: VersionVector, _ otherSeen: VersionVector) -> ListState {
    var elements: [ElementKey: Register<Element>] = [:]
    for key in Set(self.elements.keys).union(other.elements.keys) {
      elements[key] = (self.elements[key] ?? Register()).merged(
        with: other.elements[key] ?? Register(), seen, otherSeen)
    }
    return ListState(elements: elements, order: order.merged(with: other.order, seen, otherSeen))
  }

  /// Removes the elements that the author had seen.
  mutating func clear(_ context: WriteContext) {
    for key in Array(elements.keys) {
      elements[key]?.clear(context)
      if elements[key]?.winner == nil { elements[key] = nil }
    }
    order.clear(context)
  }

  /// The change that makes this list have some values, when it is applied with the context.
  func change(named name: String, to parts: [[StoredValue]], _ context: WriteContext) -> ListChange {
    let keys = ElementKey.keys(of: parts)
    let kept = Set(keys)
    var change = ListChange(name: name)
    change.removals = elements.keys.filter { !kept.contains($0) }.sorted()
    for (key, parts) in zip(keys, parts) where elements[key]?.value?.parts != parts {
      change.writes.append(ListChange.Element(key: key, parts: parts))
    }
    var changed = self
    changed.apply(change, context)
    if changed.keys != keys { change.order = keys }
    return change
  }
}
