import Reactive

@testable import Actors

/// A WebSocket to a host that keeps what it receives.
final class RecordedPeer {
  let socket: any TransportSocket
  private var events: Mailbox<SocketEvent>.Iterator

  init(_ host: ActorHost, _ path: String, _ protocols: [String]) {
    let events = Mailbox<SocketEvent>()
    self.events = events.makeAsyncIterator()
    socket = NetworkTransport().open(HTTPRequest(to: host.endpoint.address, path: path), protocols: protocols) {
      events.post($0)
      if case .closed = $0 { events.finish() }
    }
  }

  /// Waits for the next event.
  func next() async -> SocketEvent? { await events.next() }

  /// Waits for the next event, and returns the content of its message.
  func bytes() async -> [UInt8] {
    if case .message(let frame)? = await events.next() { frame.bytes } else { [] }
  }

  /// Waits for the next event, and returns the value of its message.
  func value() async throws -> JSONValue { try WireJSONReader.value(of: await bytes()) }

  /// Waits for the end.
  func close() async -> SocketClose? {
    var last: SocketEvent?
    while let event = await events.next() { last = event }
    if case .closed(let close)? = last { return close }
    return nil
  }
}
