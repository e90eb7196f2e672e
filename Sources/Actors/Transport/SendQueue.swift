/// The messages that wait to be written to a WebSocket, in order.
struct SendQueue {
  enum Item {
    case frame(SocketFrame)
    case ping
  }

  /// Those that wait, behind some that have been taken.
  private var items: [Item] = []
  private var next = 0
  /// The bytes of the messages that wait.
  private(set) var bytes = 0

  /// How many taken messages are kept at most, so that taking one does not move the others each time.
  private static let slack = 64

  /// The messages in memory, waiting or taken.
  var keptCount: Int { items.count }
  /// Whether no message waits.
  var isEmpty: Bool { next == items.count }

  mutating func append(_ item: Item) {
    items.append(item)
    if case .frame(let frame) = item { bytes += frame.bytes.count }
  }

  /// Takes the message that has waited for the longest time.
  mutating func popFirst() -> Item? {
    guard next < items.count else { return nil }
    let item = items[next]
    next += 1
    if case .frame(let frame) = item { bytes -= frame.bytes.count }
    if next == items.count {
      items.removeAll(keepingCapacity: items.capacity <= Self.slack)
      next = 0
    } else if next >= Self.slack {
      items.removeFirst(next)
      next = 0
    }
    return item
  }
}
