import Reactive
import Synchronization

/// What connects a client with servers: the network, or a script in a test.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The address, the path, the headers and the body.
  ///   - onResult: Called once with the response, or with the reason why there is none, on any thread.
  /// - Returns: The request, to be abandoned.
  func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange

  /// Opens a WebSocket.
  ///
  /// - Parameters:
  ///   - request: The address, the path and the headers.
  ///   - protocols: The subprotocols that are offered.
  ///   - onEvent: Called with each event in order, on any thread; ``SocketEvent/closed(_:)`` is the last one.
  func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket
}

extension Transport {
  /// Sends a request, and returns the response.
  ///
  /// Cancelling the task abandons the request.
  ///
  /// - Throws: ``TransportError`` if there is no response.
  public func send(
    _ request: HTTPRequest, isolation: isolated (any _Concurrency.Actor)? = #isolation
  ) async throws(TransportError) -> HTTPResponse {
    let answer = Answer()
    let exchange = send(request) { answer.give($0) }
    await withTaskCancellationHandler {
      _ = isolation
      await answer.latch.pass()
    } onCancel: {
      exchange.cancel()
    }
    return try answer.result.get()
  }
}

/// The result of a request, and a latch that opens when it is there.
private final class Answer: Sendable {
  private let content = Mutex(Result<HTTPResponse, TransportError>.failure(.cancelled))
  let latch = Latch()

  var result: Result<HTTPResponse, TransportError> { content.withLock { $0 } }

  func give(_ result: Result<HTTPResponse, TransportError>) {
    content.withLock { $0 = result }
    latch.open()
  }
}

/// A request that waits for its response.
public protocol TransportExchange: Sendable {
  /// Abandons the request: its result is ``TransportError/cancelled``. No effect once there is a result.
  func cancel()
}

/// An open WebSocket, or one that is being opened.
///
/// Its methods can be called from any thread and return at once. After a close they have no effect.
public protocol TransportSocket: Sendable {
  /// Sends a message, after those that were sent before.
  func send(_ frame: SocketFrame)
  /// Asks the peer for a ``SocketEvent/pong``.
  func ping()
  /// Ends the connection with a code and a reason of at most 123 bytes; ``SocketEvent/closed(_:)`` follows.
  func close(code: Int, reason: String)
}

/// A message of a WebSocket.
public struct SocketFrame: Sendable, Hashable {
  /// The content.
  public var bytes: [UInt8]
  /// Whether the content is text in UTF-8.
  public var isText: Bool

  /// Creates a message.
  public init(bytes: [UInt8], isText: Bool) {
    self.bytes = bytes
    self.isText = isText
  }

  /// Creates a message of text.
  public static func text(_ text: String) -> SocketFrame { SocketFrame(bytes: Array(text.utf8), isText: true) }

  /// Creates a message of bytes.
  public static func binary(_ bytes: [UInt8]) -> SocketFrame { SocketFrame(bytes: bytes, isText: false) }

  /// The content as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// An event of a WebSocket.
public enum SocketEvent: Sendable, Hashable {
  /// The handshake has succeeded.
  case opened
  /// A message.
  case message(SocketFrame)
  /// The answer to a ping, or a part of a long message in its place.
  case pong
  /// The end; nothing follows.
  case closed(SocketClose)
}

/// Why a WebSocket ended.
public struct SocketClose: Sendable, Hashable {
  /// The code of the close frame: 1000 is normal, 1005 is a frame without a code, 1006 no frame at all.
  public var code: Int
  /// The reason of the close frame, or why the connection failed.
  public var reason: String

  /// Creates a reason.
  public init(code: Int, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// A connection that ended without a close frame.
  static func lost(_ reason: String) -> SocketClose { SocketClose(code: 1006, reason: reason) }
}

/// Why there is no response.
public enum TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The connection failed; the text says how.
  case failed(String)
  /// The task was cancelled.
  case cancelled

  /// One sentence.
  public var description: String {
    switch self {
    case .failed(let reason): reason
    case .cancelled: "The request was cancelled."
    }
  }
}
