import Testing

@testable import Algorithms

struct FIFOQueueTests {
  @Test func `elements leave in their order`() {
    var queue = FIFOQueue<Int>()
    #expect(queue.isEmpty)
    for number in 0..<200 { queue.append(number) }
    for number in 0..<150 { #expect(queue.removeFirst() == number) }
    for number in 200..<300 { queue.append(number) }
    #expect(queue.count == 150)
    for number in 150..<300 { #expect(queue.removeFirst() == number) }
    #expect(queue.isEmpty && queue.count == 0)
  }

  @Test func `places of removed elements do not pile up while others wait`() {
    var queue = FIFOQueue<Int>()
    queue.append(-1)
    for number in 0..<10_000 {
      queue.append(number)
      #expect(queue.removeFirst() == number - 1)
      #expect(queue.elements.count <= 67)
    }
    #expect(queue.count == 1)
  }

  @Test func `a removed element is released at once`() {
    final class Object {}
    var queue = FIFOQueue<Object>()
    var object: Object? = Object()
    weak let released = object
    queue.append(object ?? Object())
    queue.append(Object())
    object = nil
    _ = queue.removeFirst()
    #expect(released == nil && queue.count == 1)
  }
}
