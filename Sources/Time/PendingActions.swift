/// The pending actions by instant, then by order of scheduling, as a binary heap.
///
/// Cancelled actions stay in the heap until they are due; ``PendingActions/compact()`` removes them when they are the
/// majority, so that a debounce that is re-armed a million times does not grow.
///
/// - Complexity: O(log n) to insert or remove an action.
struct PendingActions {
  private var heap: [ScheduledAction] = []
  private var cancelled = 0
  private var nextOrder: UInt64 = 0

  var isEmpty: Bool { heap.count == cancelled }

  mutating func takeOrder() -> UInt64 {
    defer { nextOrder += 1 }
    return nextOrder
  }

  mutating func insert(_ action: ScheduledAction) {
    heap.append(action)
    siftUp(from: heap.count - 1)
  }

  mutating func noteCancellation() {
    cancelled += 1
    if cancelled > 32, cancelled > heap.count / 2 { compact() }
  }

  /// Returns the instant of the earliest action that is not cancelled.
  mutating func earliest() -> Instant? {
    while let first = heap.first {
      if first.isPending { return first.instant }
      removeFirst()
      cancelled -= 1
    }
    return nil
  }

  /// Removes and returns the earliest action that is due at `now`.
  mutating func takeNext(dueAt now: Instant) -> ScheduledAction? {
    guard let instant = earliest(), instant <= now else { return nil }
    return removeFirst()
  }

  private mutating func compact() {
    let pending = heap.filter(\.isPending)
    heap = []
    cancelled = 0
    for action in pending { insert(action) }
  }

  private static func precedes(_ left: ScheduledAction, _ right: ScheduledAction) -> Bool {
    left.instant == right.instant ? left.order < right.order : left.instant < right.instant
  }

  @discardableResult
  private mutating func removeFirst() -> ScheduledAction {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    siftDown()
    return first
  }

  private mutating func siftUp(from index: Int) {
    var child = index
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && Self.precedes(heap[right], heap[left]) ? right : left
      guard Self.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
