import CWebSockets

/// One connection of a server: a request, or a WebSocket.
///
/// A connection ends with the response: libwebsockets 4.1 never ends a second request with a body that has arrived
/// together with the first one.
@NetworkActor
final class ServerStream: NetworkLoop.Handler {
  private weak var handler: (any ServerHandler)?
  private let streams: HTTPServer.Streams
  private let limit: Int
  /// The head of the request, if it was read before the library did.
  private let head: RequestHead
  private var handle: Handle?
  private var request: ServerRequest?
  private var response: HTTPResponse?
  /// How much of the body has been written; `nil` before the head.
  private var written: Int?
  /// Whether the request is one whose response has a body.
  private var hasBody = true
  /// Whether the body is longer than the limit, and is not kept.
  private var isTooLong = false
  private var socket: ServerSocket?
  private var stream: SocketStream

  init(limit: Int, handler: (any ServerHandler)?, streams: HTTPServer.Streams, head: RequestHead) {
    self.limit = limit
    self.head = head
    self.handler = handler
    self.streams = streams
    // As the original does.
    stream = SocketStream(limit: limit, tooLong: SocketClose(code: 1011, reason: "incoming_too_long"))
    streams.open[ObjectIdentifier(self)] = self
  }

  /// Drops the connection without a close frame; at once only when no event of it is being handled.
  func drop(atOnce: Bool = false) {
    if let handle {
      lws_set_timeout(handle, PENDING_TIMEOUT_USER_OK, atOnce ? LWS_TO_KILL_SYNC : LWS_TO_KILL_ASYNC)
    }
  }

  /// Forgets the connection.
  func end() {
    handle = nil
    streams.open[ObjectIdentifier(self)] = nil
    socket?.didClose(stream.ending(wasMade: true))
    socket = nil
  }

  func handle(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    self.handle = handle
    switch reason {
    case LWS_CALLBACK_HTTP: return beginRequest(handle)
    case LWS_CALLBACK_HTTP_BODY:
      if !isTooLong { request?.body += content }
      return request?.body.count ?? 0 > limit ? -1 : 0
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
      if isTooLong { return refuse(413, handle, "The body has more than \(limit) bytes.") }
      answer()
    case LWS_CALLBACK_HTTP_WRITEABLE: return writeResponse(handle)
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return upgrade(handle)
    case LWS_CALLBACK_ESTABLISHED:
      guard let request else { return -1 }
      let socket = ServerSocket(self, request)
      self.socket = socket
      handler?.didOpen(socket)
    case LWS_CALLBACK_RECEIVE:
      // What arrives after this end has closed the connection has no effect.
      if stream.isClosing { break }
      if let frame = stream.receive(content, handle) { socket?.onFrame?(frame) }
      if stream.isClosing { sendClose() }
    case LWS_CALLBACK_SERVER_WRITEABLE: return stream.write(handle)
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: stream.receiveClose(content)
    case LWS_CALLBACK_CLOSED, LWS_CALLBACK_WSI_DESTROY: end()
    default: break
    }
    return 0
  }
}

extension ServerStream {
  private static let methods: [(lws_token_indexes, String)] = [
    (WSI_TOKEN_GET_URI, "GET"), (WSI_TOKEN_POST_URI, "POST"), (WSI_TOKEN_PUT_URI, "PUT"),
    (WSI_TOKEN_DELETE_URI, "DELETE"), (WSI_TOKEN_PATCH_URI, "PATCH"), (WSI_TOKEN_OPTIONS_URI, "OPTIONS"),
    (WSI_TOKEN_HEAD_URI, "HEAD"),
  ]

  /// Returns the request; `nil` if its address is not valid.
  private func readRequest(_ handle: Handle) -> ServerRequest? {
    // The version is missing when the library has taken an encoded line end for the end of the first line.
    guard Headers.value(of: WSI_TOKEN_HTTP, of: handle) != nil else { return nil }
    for (token, method) in Self.methods {
      guard let path = Headers.value(of: token, of: handle) else { continue }
      let decoded = RequestTarget(decodedPath: path, arguments: Headers.arguments(of: handle))
      guard let target = head.target ?? decoded else { return nil }
      var headers = head.headers.merging(Headers.all(of: handle)) { $1 }
      if let protocols = head.protocols { headers["sec-websocket-protocol"] = protocols }
      return ServerRequest(method: method, path: target.path, arguments: target.arguments, headers: headers)
    }
    return nil
  }

  private func beginRequest(_ handle: Handle) -> Int32 {
    guard let request = readRequest(handle) else { return refuse(400, handle, RequestTarget.refusal) }
    self.request = request
    guard request.headers["transfer-encoding"] == nil else { return refuse(501, handle) }
    guard let length = RequestHead.length(request.headers["content-length"] ?? "0") else { return refuse(400, handle) }
    // A client may not read an answer before it has sent the whole body.
    isTooLong = length > limit
    // The library reads no body of these, and would wait for one without end.
    if length > 0, request.method == "GET" || request.method == "HEAD" { return refuse(400, handle) }
    if length == 0 { answer() }
    return 0
  }

  private func refuse(_ status: UInt32, _ handle: Handle, _ text: String? = nil) -> Int32 {
    _ = lws_return_http_status(handle, status, text)
    return -1
  }

  private func answer() {
    guard let request, let handler else { return }
    self.request = nil
    hasBody = request.method != "HEAD"
    // The library would close a connection with an answer that takes longer than a request.
    if let handle { lws_set_timeout(handle, NO_PENDING_TIMEOUT, 0) }
    Task { @NetworkActor [weak self] in
      let response = await handler.respond(to: request)
      guard let self, let handle = self.handle else { return }
      self.response = response
      lws_callback_on_writable(handle)
    }
  }

  /// How much of a body is written at a time, and how long a client may take to read it.
  private static let (part, patience) = (65_536, Int32(30))

  /// Writes the next part of the response; -1 when all of it has been sent.
  private func writeResponse(_ handle: Handle) -> Int32 {
    guard let response else { return 0 }
    lws_set_timeout(handle, PENDING_TIMEOUT_HTTP_CONTENT, Self.patience)
    if let start = written {
      // The library keeps what the socket has not taken.
      if lws_partial_buffered(handle) == 0 {
        guard start < response.body.count else { return -1 }
        let end = min(start + Self.part, response.body.count)
        let kind = end == response.body.count ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP
        guard ConnectionWriter.write(Array(response.body[start..<end]), to: handle, kind) else { return -1 }
        written = end
      }
    } else {
      guard writeHead(of: response, handle) else { return -1 }
      written = hasBody && ![204, 304].contains(response.status) ? 0 : response.body.count
    }
    lws_callback_on_writable(handle)
    return 0
  }

  /// The headers that describe the body as this end sends it, whatever a response says.
  private static let framing = ["content-length", "transfer-encoding"]

  private func writeHead(of response: HTTPResponse, _ handle: Handle) -> Bool {
    let room = HTTPResponse.headLimit + 4_096
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room + ConnectionWriter.headroom) { buffer in
      guard let base = buffer.baseAddress else { return false }
      let start = base + ConnectionWriter.headroom
      var cursor: UnsafeMutablePointer<UInt8>? = start
      let end = start + room
      guard lws_add_http_header_status(handle, UInt32(response.status), &cursor, end) == 0,
        lws_add_http_header_content_length(handle, UInt64(response.body.count), &cursor, end) == 0
      else { return false }
      for (name, value) in response.headers.merging(["connection": "close"], uniquingKeysWith: { $1 })
      where !Self.framing.contains(name) {
        let bytes = Array(value.utf8)
        let added = "\(name):".withCString(encodedAs: UTF8.self) {
          lws_add_http_header_by_name(handle, $0, bytes, Int32(bytes.count), &cursor, end)
        }
        guard added == 0 else { return false }
      }
      guard lws_finalize_http_header(handle, &cursor, end) == 0, let cursor else { return false }
      return lws_write(handle, start, cursor - start, LWS_WRITE_HTTP_HEADERS) >= 0
    }
  }

  private func upgrade(_ handle: Handle) -> Int32 {
    guard let request = readRequest(handle) else {
      return lws_return_http_status(handle, 400, RequestTarget.refusal) == 0 ? 1 : -1
    }
    self.request = request
    guard let status = handler?.refusal(of: request) else { return 0 }
    return lws_return_http_status(handle, UInt32(status), nil) == 0 ? 1 : -1
  }

  func send(_ frame: SocketFrame) {
    if !stream.send(frame, handle) { drop() }
  }

  func close(_ close: SocketClose) {
    stream.close(close)
    sendClose()
  }

  private func sendClose() {
    guard let handle else { return }
    lws_callback_on_writable(handle)
    // For a peer that does not read the close frame.
    lws_set_timeout(handle, PENDING_TIMEOUT_CLOSE_SEND, 5)
  }
}

/// The server's end of a WebSocket.
@NetworkActor
final class ServerSocket {
  private(set) weak var stream: ServerStream?
  /// The request that opened it.
  let request: ServerRequest
  /// Called with each message.
  var onFrame: (@NetworkActor (SocketFrame) -> Void)?
  /// Called at the end.
  var onClose: (@NetworkActor (SocketClose) -> Void)?

  init(_ stream: ServerStream, _ request: ServerRequest) {
    self.stream = stream
    self.request = request
  }

  /// Sends a message.
  func send(_ frame: SocketFrame) { stream?.send(frame) }

  /// Ends the connection.
  func close(code: Int, reason: String) { stream?.close(SocketClose(code: code, reason: reason)) }

  func didClose(_ close: SocketClose) {
    let onClose = onClose
    onFrame = nil
    self.onClose = nil
    onClose?(close)
  }
}
