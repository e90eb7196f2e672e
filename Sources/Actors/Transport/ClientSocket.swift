import CWebSockets

/// A WebSocket to a server.
final class ClientSocket: ConnectionHandler {
  private var stream: SocketStream
  private var isOpen = false
  private var awaitsPong = false
  private var onEvent: (@Sendable (SocketEvent) -> Void)?

  init(_ request: HTTPRequest, limit: Int, onEvent: @escaping @Sendable (SocketEvent) -> Void) {
    stream = SocketStream(limit: limit)
    self.onEvent = onEvent
    super.init(request)
  }

  func start(_ trust: ClientTrust, protocols: [String]) {
    if !connect(trust, protocols: protocols.joined(separator: ", ")) { finish(.lost(unreachable)) }
  }

  func send(_ frame: SocketFrame) {
    guard !stream.send(frame, isOpen ? wire : nil) else { return }
    drop()
    finish(stream.ending(wasMade: isOpen))
  }

  func ping() {
    stream.appendPing()
    awaitsPong = true
    if isOpen { requestWrite() }
  }

  func close(_ close: SocketClose) {
    stream.close(close)
    if isOpen {
      requestWrite()
      limitClose()
    } else {
      drop()
      finish(close)
    }
  }

  private func finish(_ close: SocketClose) {
    let onEvent = onEvent
    self.onEvent = nil
    isOpen = false
    onEvent?(.closed(close))
  }

  override func didFail(_ reason: String) { finish(isOpen ? stream.ending(wasMade: true) : .lost(reason)) }

  override func process(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
      isOpen = true
      onEvent?(.opened)
      requestWrite()
    case LWS_CALLBACK_CLIENT_RECEIVE:
      // What arrives after this end has closed the connection has no effect.
      if stream.isClosing { break }
      if let frame = stream.receive(content, handle) {
        onEvent?(.message(frame))
      } else if awaitsPong {
        // The pong follows the whole message, which may take longer than the patience with a silent peer.
        awaitsPong = false
        onEvent?(.pong)
      }
      if stream.isClosing {
        requestWrite()
        limitClose()
      }
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
      awaitsPong = false
      onEvent?(.pong)
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
      stream.receiveClose(content)
    case LWS_CALLBACK_CLIENT_WRITEABLE:
      return stream.write(handle)
    case LWS_CALLBACK_CLIENT_CLOSED:
      finish(stream.ending(wasMade: isOpen))
    default: break
    }
    return 0
  }
}
