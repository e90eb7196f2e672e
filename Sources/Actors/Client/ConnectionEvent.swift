/// An event of a connection's socket, as it crosses to the main actor.
enum ConnectionEvent: Sendable {
  case opened
  case message(ServerMessage)
  case malformed
  case pong
  case closed(SocketClose)

  init(_ event: SocketEvent, encoding: WireEncoding) {
    switch event {
    case .opened: self = .opened
    case .pong: self = .pong
    case .closed(let close): self = .closed(close)
    case .message(let frame):
      if let value = try? encoding.serverValue(of: frame.bytes), let message = ServerMessage(value) {
        self = .message(message)
      } else {
        self = .malformed
      }
    }
  }
}

extension ConnectionEvent {
  /// Whether a caller waits for it.
  var isAnswer: Bool {
    switch self {
    case .message(.response), .message(.failure(_, actionID: .some)): true
    default: false
    }
  }
}

/// An event, and the attempt of the connection that it belongs to.
struct ConnectionDelivery: Sendable {
  let connection: Int
  let attempt: Int
  let event: ConnectionEvent
}
