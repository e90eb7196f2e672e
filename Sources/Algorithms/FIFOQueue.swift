/// A queue: first in, first out.
///
/// Removed elements are released at once; at most 64, or as many as wait, leave an empty place for a while.
///
/// - Complexity: O(1) for each operation, on average over many of them.
public struct FIFOQueue<Element> {
  /// Those that wait, after the empty places of removed ones.
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  /// Creates an empty queue.
  @inlinable
  public init() {}

  /// Whether no element waits.
  @inlinable
  public var isEmpty: Bool { elements.isEmpty }

  /// The number of elements that wait.
  @inlinable
  public var count: Int { elements.count - head }

  /// Adds an element at the end.
  @inlinable
  public mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the element that has waited for the longest time.
  ///
  /// - Precondition: The queue is not empty.
  /// - Complexity: O(1) on average over many calls.
  @inlinable
  public mutating func removeFirst() -> Element {
    // Only the elements before `head` are `nil`, and they are deleted whenever `head` returns to 0. `head` returns to 0
    // when the last element is removed, so an empty queue has no elements.
    guard let first = elements[head] else { preconditionFailure("a queue keeps what has not been taken") }
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
