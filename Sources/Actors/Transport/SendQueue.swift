import Algorithms

/// The messages that wait to be written to a WebSocket, in order.
struct SendQueue {
  enum Item {
    case frame(SocketFrame)
    case ping
  }

  private var items = FIFOQueue<Item>()
  /// The bytes of the messages that wait.
  private(set) var bytes = 0

  /// Whether no message waits.
  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ item: Item) {
    items.append(item)
    if case .frame(let frame) = item { bytes += frame.bytes.count }
  }

  /// Takes the message that has waited for the longest time.
  mutating func popFirst() -> Item? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    if case .frame(let frame) = item { bytes -= frame.bytes.count }
    return item
  }
}
