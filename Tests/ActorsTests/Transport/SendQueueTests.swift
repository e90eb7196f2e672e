import Testing

@testable import Actors

@Suite struct SendQueueTests {
  @Test func `messages that were taken are not kept while others wait`() {
    var queue = SendQueue()
    queue.append(.ping)
    for number in 0..<10_000 {
      queue.append(.frame(.binary([UInt8(number % 256)])))
      _ = queue.popFirst()
      #expect(queue.keptCount <= 66 && !queue.isEmpty && queue.bytes == 1)
    }
  }

  @Test func `messages are taken in their order`() throws {
    var queue = SendQueue()
    for number in 0..<200 { queue.append(.frame(.text("\(number)"))) }
    for number in 0..<200 {
      guard case .frame(let frame)? = queue.popFirst() else { return #expect(Bool(false), "no message \(number)") }
      #expect(frame.text == "\(number)")
    }
    #expect(queue.isEmpty && queue.bytes == 0 && queue.keptCount == 0)
    #expect(queue.popFirst() == nil)
  }
}
