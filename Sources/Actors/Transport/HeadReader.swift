import CWebSockets
import Glibc

/// Reads the head of a request before the library does; see ``RequestHead``.
@NetworkActor
final class HeadReader: NetworkLoop.Handler {
  private var socket: Int32
  private var bytes: [UInt8] = []
  private var handle: Handle?
  private var id = 0
  /// Whether the request has been answered here, and the client has not ended the connection yet.
  private var isRefused = false
  /// How long the reader waits before it looks again at a head that is not complete, in microseconds.
  private var wait = HeadReader.shortestWait
  private let onEnd: (RequestHead?, Int32) -> Void

  private static let (shortestWait, longestWait) = (lws_usec_t(10_000), lws_usec_t(640_000))

  /// The most bytes that are read, as many as the library keeps for headers.
  private static let limit = 16_384

  /// Creates a reader.
  ///
  /// - Parameter onEnd: Called once, with the socket and what was read; without a head if the connection has ended.
  init(_ socket: Int32, onEnd: @escaping (RequestHead?, Int32) -> Void) {
    self.socket = socket
    self.onEnd = onEnd
  }

  func start(_ vhost: OpaquePointer) {
    id = NetworkLoop.shared.add(self)
    var descriptor = lws_sock_file_fd_type()
    // The library closes the descriptor that it has waited for.
    descriptor.filefd = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    handle =
      descriptor.filefd < 0
      ? nil : lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, "rivet", nil)
    guard let handle else { return end(nil) }
    lws_set_opaque_user_data(handle, UnsafeMutableRawPointer(bitPattern: id))
    lws_set_timeout(handle, PENDING_TIMEOUT_AWAITING_CLIENT_HS_SEND, 15)
  }

  /// Ends the connection.
  func drop() {
    if let handle { lws_set_timeout(handle, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC) }
  }

  private func end(_ head: RequestHead?) {
    guard socket >= 0 else { return }
    let socket = socket
    self.socket = -1
    handle = nil
    NetworkLoop.shared.remove(id)
    onEnd(head, socket)
  }

  func handle(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RAW_RX_FILE:
      if isRefused { return skip() }
      switch receive() {
      case .more: return 0
      case .later:
        lws_rx_flow_control(handle, 0)
        lws_set_timer_usecs(handle, wait)
        wait = min(2 * wait, Self.longestWait)
        return 0
      case .complete(let head):
        if head.target == nil { return refuse("400 Bad Request", RequestTarget.refusal) }
        if head.length == nil { return refuse("400 Bad Request", "The length of the body is not valid.") }
        end(head)
      case .tooLarge:
        return refuse("431 Request Header Fields Too Large", "The head of the request is too large.")
      case .ended: end(nil)
      }
      return -1
    case LWS_CALLBACK_TIMER:
      lws_rx_flow_control(handle, 1)
      return 0
    case LWS_CALLBACK_RAW_CLOSE_FILE, LWS_CALLBACK_WSI_DESTROY:
      end(nil)
      return 0
    default: return 0
    }
  }

  /// Answers in place of the library.
  ///
  /// A connection that is closed with unread bytes may lose the answer, so that the rest of the request is read.
  private func refuse(_ status: String, _ text: String) -> Int32 {
    let response =
      "HTTP/1.1 \(status)\r\ncontent-type: text/plain; charset=UTF-8\r\nconnection: close\r\n"
      + "content-length: \(text.utf8.count)\r\n\r\n\(text)"
    _ = [UInt8](response.utf8).withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(socket, Int32(SHUT_WR))
    isRefused = true
    return skip()
  }

  /// Reads what has arrived after a refusal, and ends with the client.
  private func skip() -> Int32 {
    var rest = [UInt8](repeating: 0, count: Self.limit)
    var count = 0
    repeat { count = recv(socket, &rest, rest.count, 0) } while count > 0
    if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
    end(nil)
    return -1
  }

  private enum Progress {
    case more
    /// What has arrived is not enough, and stays where it is.
    case later
    case complete(RequestHead)
    case tooLarge
    case ended
  }

  /// Looks at what has arrived, and reads it only if the library must not: a long list, or a part of a head.
  ///
  /// A request other than `GET` is not read. The library would take a head that it is given for the body, too.
  private func receive() -> Progress {
    var arrived = [UInt8](repeating: 0, count: Self.limit)
    let count = recv(socket, &arrived, arrived.count, Int32(MSG_PEEK))
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .more : .ended }
    if count == 0 { return .ended }
    let all = bytes + arrived[..<count]
    let end = RequestHead.end(of: all)
    if end == nil, all.count >= Self.limit { return .tooLarge }
    guard all.starts(with: "GET ".utf8.prefix(all.count)) else {
      return end.map { .complete(RequestHead(unread: Array(all[..<$0]))) } ?? .later
    }
    let head = RequestHead(Array(all[..<(end ?? all.count)]))
    if end != nil, head.protocols == nil, bytes.isEmpty { return .complete(RequestHead(unread: head.bytes)) }
    guard recv(socket, &arrived, (end ?? all.count) - bytes.count, 0) > 0 else { return .ended }
    bytes = Array(all[..<(end ?? all.count)])
    return end != nil ? .complete(head) : .more
  }
}
