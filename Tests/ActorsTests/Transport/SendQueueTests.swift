import Testing

@testable import Actors

@Suite struct SendQueueTests {
  @Test func `the bytes are those of the messages that wait`() {
    var queue = SendQueue()
    queue.append(.ping)
    for number in 0..<1_000 {
      queue.append(.frame(.binary([UInt8(number % 256), 0])))
      _ = queue.popFirst()
      #expect(!queue.isEmpty && queue.bytes == 2)
    }
  }

  @Test func `messages are taken in their order`() throws {
    var queue = SendQueue()
    for number in 0..<200 { queue.append(.frame(.text("\(number)"))) }
    for number in 0..<200 {
      guard case .frame(let frame)? = queue.popFirst() else { return #expect(Bool(false), "no message \(number)") }
      #expect(frame.text == "\(number)")
    }
    #expect(queue.isEmpty && queue.bytes == 0)
    #expect(queue.popFirst() == nil)
  }
}
