/// A queue: first in, first out.
///
/// - Complexity: O(1) amortised for each operation.
@usableFromInline
struct FIFOQueue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { head == elements.count }

  @inlinable
  var count: Int { elements.count - head }

  @inlinable
  mutating func append(_ element: Element) { elements.append(element) }

  /// - Precondition: it is not empty.
  @inlinable
  mutating func removeFirst() -> Element {
    // Only the elements before `head` are `nil`: they were removed, and `head` never decreases.
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
