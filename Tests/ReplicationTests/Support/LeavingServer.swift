import Synchronization

@testable import Actors

/// A server that ends the first connection as soon as it is made, and does not answer the next ones.
final class LeavingServer: Transport {
  private let connections = Mutex(0)
  private let finder = FailingServer(group: "", code: "")

  private struct Socket: TransportSocket {
    func send(_ frame: SocketFrame) {}
    func ping() {}
    func close(code: Int, reason: String) {}
  }

  func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange { finder.send(request, onResult: onResult) }

  func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket {
    let count = connections.withLock { count in
      count += 1
      return count
    }
    if count == 1 {
      onEvent(.opened)
      onEvent(.message(HostEncoding.cbor.frame(ServerMessage.initial(actorID: "1", connectionID: "c"))))
      onEvent(.closed(SocketClose(code: 1001, reason: "")))
    }
    return Socket()
  }
}
