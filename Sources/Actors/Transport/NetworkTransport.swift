import CWebSockets

/// Connects with servers over TCP, TLS and Unix sockets, with libwebsockets.
public struct NetworkTransport: Transport {
  /// The file with the certificates that are trusted beside those of the system.
  public var authorities: String?
  /// How much a server may send in one message or response.
  public var limit: Int

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - authorities: The path of a file with certificates that are trusted beside those of the system.
  ///   - limit: The most bytes of one message or response.
  public init(authorities: String? = nil, limit: Int = WireLimits().bytes) {
    self.authorities = authorities
    self.limit = limit
  }

  private var trust: ClientTrust { ClientTrust(authorities: authorities) }

  /// Sends a request; see ``Transport/send(_:onResult:)``.
  public func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange {
    let pending = PendingExchange()
    let (trust, limit) = (trust, limit)
    NetworkActor.perform {
      let exchange = HTTPExchange(request, limit: limit) { onResult($0) }
      pending.exchange = exchange
      exchange.start(trust)
    }
    return pending
  }

  /// Opens a WebSocket; see ``Transport/open(_:protocols:onEvent:)``.
  public func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket {
    let socket = NetworkSocket()
    let (trust, limit) = (trust, limit)
    NetworkActor.perform {
      let client = ClientSocket(request, limit: limit, onEvent: onEvent)
      socket.client = client
      client.start(trust, protocols: protocols)
    }
    return socket
  }
}

/// The end of a request that other threads hold.
@NetworkActor
private final class PendingExchange: TransportExchange {
  weak var exchange: HTTPExchange?

  nonisolated init() {}

  nonisolated func cancel() {
    NetworkActor.perform { self.exchange?.cancel() }
  }
}

/// The end of a WebSocket that other threads hold.
@NetworkActor
private final class NetworkSocket: TransportSocket {
  weak var client: ClientSocket?

  nonisolated init() {}

  nonisolated func send(_ frame: SocketFrame) {
    NetworkActor.perform { self.client?.send(frame) }
  }

  nonisolated func ping() {
    NetworkActor.perform { self.client?.ping() }
  }

  nonisolated func close(code: Int, reason: String) {
    NetworkActor.perform { self.client?.close(SocketClose(code: code, reason: reason)) }
  }
}
