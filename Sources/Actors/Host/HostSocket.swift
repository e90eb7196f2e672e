/// A WebSocket to the handler of a hosted actor; see ``ActorDefinition/onWebSocket(_:)``.
///
/// What `onMessage` or `onClose` changes in the state of the actor is saved after it, and what they send follows that.
@NetworkActor
public final class HostSocket {
  /// The request that opened it; its path is the one below `/websocket`.
  public nonisolated let request: ServerRequest
  /// Called with each message.
  public var onMessage: (@NetworkActor (SocketFrame) -> Void)?
  /// Called at the end, once.
  public var onClose: (@NetworkActor (SocketClose) -> Void)?
  private let socket: ServerSocket
  private weak var instance: HostedInstance?

  init(_ socket: ServerSocket, _ request: ServerRequest, to instance: HostedInstance) {
    self.socket = socket
    self.request = request
    self.instance = instance
  }

  /// Sends a message.
  public func send(_ frame: SocketFrame) { instance?.afterSaving { [socket] in socket.send(frame) } }

  /// Ends the connection, with a code and a reason of at most 123 bytes.
  public func close(code: Int = 1000, reason: String = "") {
    instance?.afterSaving { [socket] in socket.close(code: code, reason: reason) }
  }

  /// Ends the connection because of the host.
  func fail(_ reason: String) { socket.close(code: 1011, reason: reason) }
}
