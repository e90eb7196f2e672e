import Reactive

/// The items of a list property.
///
/// Observers receive a change as a changeset when their subscription is delivered.
///
/// - Complexity: O(log *n*) for a change.
@MainActor
final class InstanceList {
  private(set) var items: ChunkedArray<ViewModelInstance>
  /// The position of the first item that may have another index; `nil` when all indices are written.
  private var firstMovedIndex: Int?
  /// Whether the view model of an item has an index.
  private var hasIndices = false
  private var logs: [ListLogReference] = []

  private struct ListLogReference {
    weak var log: ListLog?
  }

  init(_ items: some Sequence<ViewModelInstance> = []) {
    self.items = ChunkedArray(items)
    for instance in self.items { noteIndex(of: instance) }
    firstMovedIndex = 0
  }

  // MARK: Indices

  private func noteIndex(of instance: ViewModelInstance) {
    if instance.viewModel.listIndexProperty != nil { hasIndices = true }
  }

  private func moveIndices(from index: Int) {
    firstMovedIndex = min(firstMovedIndex ?? index, index)
  }

  /// Writes the position of each item that may have moved to the index of its view model, where it has one.
  ///
  /// An instance that occurs several times has the last of its positions.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items from the first moved one on; O(1) without indices.
  func writeIndices() {
    guard let first = firstMovedIndex else { return }
    firstMovedIndex = nil
    guard hasIndices, first < items.count else { return }
    for (index, instance) in zip(first..., items[first...]) {
      if let property = instance.viewModel.listIndexProperty { instance.set(.index(index), at: property) }
    }
  }

  // MARK: Changes

  func insert(_ instance: ViewModelInstance, at index: Int) {
    items.insert(instance, at: index)
    noteIndex(of: instance)
    moveIndices(from: index)
    record(Changeset(insertions: [index]))
  }

  func remove(at index: Int) {
    items.remove(at: index)
    moveIndices(from: index)
    record(Changeset(deletions: [index]))
  }

  /// Removes all occurrences; returns whether there was one.
  ///
  /// - Complexity: O(*n*).
  func removeAll(_ instance: ViewModelInstance) -> Bool {
    let indices = items.indices.filter { items[$0] === instance }
    guard !indices.isEmpty else { return false }
    for index in indices.reversed() { items.remove(at: index) }
    moveIndices(from: indices[0])
    record(Changeset(deletions: indices))
    return true
  }

  func swap(_ first: Int, _ second: Int) {
    let (low, high) = (min(first, second), max(first, second))
    let moved = items[low]
    items[low] = items[high]
    items[high] = moved
    moveIndices(from: low)
    var moves = [Changeset.Pair(old: high, new: low)]
    // Neighbours: one move exchanges them.
    if high > low + 1 { moves.append(Changeset.Pair(old: low, new: high)) }
    record(Changeset(moves: moves))
  }

  /// Applies a changeset; `element` returns the instances of new indices.
  func apply(_ changeset: Changeset, element: (Int) -> ViewModelInstance) {
    items.apply(changeset, element: element)
    for index in changeset.insertions { noteIndex(of: element(index)) }
    for pair in changeset.modifications { noteIndex(of: element(pair.new)) }
    if let first = changeset.firstIndex { moveIndices(from: first) }
    record(changeset)
  }

  /// Replaces all items; observers receive them as a whole.
  func reset(_ items: ChunkedArray<ViewModelInstance>) {
    self.items = items
    for instance in items { noteIndex(of: instance) }
    moveIndices(from: 0)
    for reference in logs { reference.log?.reset() }
  }

  /// Removes all items without a notice, for a list that is released.
  func takeItems() -> ChunkedArray<ViewModelInstance> {
    defer { items = [] }
    return items
  }

  private func record(_ changeset: Changeset) {
    for reference in logs { reference.log?.record(changeset) }
  }

  /// Makes `log` record the changes from now on.
  func attach(_ log: ListLog) {
    logs.removeAll { $0.log == nil }
    logs.append(ListLogReference(log: log))
  }

  func detach(_ log: ListLog) {
    logs.removeAll { $0.log == nil || $0.log === log }
  }
}

extension Changeset {
  /// The first index that may have another element.
  fileprivate var firstIndex: Int? {
    let moved = moves.lazy.map { Swift.min($0.old, $0.new) }.min()
    return [deletions.first, insertions.first, modifications.first?.new, moved].compactMap(\.self).min()
  }
}

/// The changes of a list since they were last taken.
@MainActor
final class ListLog {
  private var changes = PendingChanges()
  private var isReset = false

  fileprivate func record(_ next: Changeset) {
    if !isReset { changes.enqueue(next) }
  }

  func reset() {
    isReset = true
    changes.removeAll()
  }

  /// Returns the changes and forgets them; `nil` when the list was replaced as a whole.
  func take() -> Changeset? {
    defer { isReset = false }
    return isReset ? nil : changes.take() ?? Changeset()
  }
}
