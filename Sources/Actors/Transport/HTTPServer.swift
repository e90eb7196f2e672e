import CWebSockets
import Glibc

/// A request that a server received.
public struct ServerRequest: Sendable, Hashable {
  /// The method.
  public var method: String
  /// The path, percent-encoded and without the query.
  public var path: String
  /// The arguments of the query, percent-decoded: `name=value`.
  public var arguments: [String]
  /// The headers; names are in lower case.
  ///
  /// Over TLS these are only the headers of HTTP's standards and those of the protocol (`x-rivet-…`).
  public var headers: [String: String]
  /// The content.
  public var body: [UInt8] = []
  /// The subprotocols that a WebSocket offers.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the header.
  public var protocols: [String] {
    (headers["sec-websocket-protocol"] ?? "").split(separator: ",").map { (part: Substring) -> String in
      var name = part.drop(while: Self.isBlank)
      while let last = name.last, Self.isBlank(last) { name.removeLast() }
      return String(name)
    }
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// Returns the value of an argument of the query.
  ///
  /// - Complexity: O(*n*), where *n* is the number of arguments.
  public func argument(_ name: String) -> String? {
    arguments.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

/// What answers the requests of a server.
@NetworkActor
protocol ServerHandler: AnyObject {
  /// Returns the response to a request.
  func respond(to request: ServerRequest) async -> HTTPResponse
  /// Decides on a WebSocket: a status refuses it.
  func refusal(of request: ServerRequest) -> Int?
  /// Takes an open WebSocket.
  func didOpen(_ socket: ServerSocket)
}

/// A server on TCP or on a Unix socket.
///
/// It accepts connections itself and passes them to the library, because a listener of the library ends only some time
/// after it was closed.
@NetworkActor
final class HTTPServer: NetworkLoop.Handler {
  /// Where clients find it.
  let address: NetworkAddress
  private let vhost: OpaquePointer
  private let isSecure: Bool
  private let limit: Int
  private weak var handler: (any ServerHandler)?
  private let streams = Streams()
  private var socket: Int32
  private var listener: Handle?
  /// Takes the next connection of the listening socket; -1 with `errno` if there is none.
  var accept: (Int32) -> Int32 = { cwebsockets_accept($0) }
  private var id = 0

  /// The open connections of a server.
  @NetworkActor
  final class Streams {
    var open: [ObjectIdentifier: ServerStream] = [:]
    /// The connections without a request so far.
    var readers: [ObjectIdentifier: HeadReader] = [:]
  }

  /// Starts to listen.
  ///
  /// - Parameter address: A port of 0 is replaced by a free one; see ``address``.
  init(
    _ address: NetworkAddress, identity: ServerIdentity? = nil, limit: Int, handler: any ServerHandler
  ) throws(TransportError) {
    vhost = try NetworkLoop.shared.serverVhost(identity)
    isSecure = identity != nil
    self.limit = limit
    self.handler = handler
    (socket, self.address) = try ListeningSocket.open(address)
    id = NetworkLoop.shared.add(self)
    var descriptor = lws_sock_file_fd_type()
    descriptor.filefd = socket
    listener = lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, "rivet", nil)
    lws_set_opaque_user_data(listener, UnsafeMutableRawPointer(bitPattern: id))
  }

  /// The number of open connections.
  var connectionCount: Int { streams.open.count + streams.readers.count }

  /// Stops listening, drops all connections without a close frame, and frees the address.
  ///
  /// - Complexity: O(*n*), where *n* is the number of connections.
  func stop() {
    guard let listener else { return }
    self.listener = nil
    lws_set_timeout(listener, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    NetworkLoop.shared.remove(id)
    // Another server may have replaced the socket, if its file was removed.
    if case .unix(let path) = address { try? ListeningSocket.removeAbandoned(path) }
    for reader in streams.readers.values { reader.drop() }
    for stream in streams.open.values { stream.drop(atOnce: true) }
  }

  func handle(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RAW_RX_FILE: acceptAll(handle)
    case LWS_CALLBACK_TIMER: lws_rx_flow_control(handle, 1)
    default: break
    }
    return 0
  }

  private func acceptAll(_ listener: Handle) {
    while case let connection = accept(socket), connection >= 0 {
      // What TLS encrypts, only the library can read.
      if isSecure { adopt(connection, RequestHead()) } else { readHead(of: connection) }
    }
    // Without free descriptors the connection stays in the queue, and the socket readable.
    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
      lws_rx_flow_control(listener, 0)
      lws_set_timer_usecs(listener, 100_000)
    }
  }

  private func readHead(of connection: Int32) {
    var key: ObjectIdentifier?
    let reader = HeadReader(connection) { [weak self, streams] head, socket in
      if let key { streams.readers[key] = nil }
      // Not from inside an event of the library.
      NetworkActor.perform {
        guard let self, let head, self.listener != nil else {
          close(socket)
          return
        }
        self.adopt(socket, head)
      }
    }
    key = ObjectIdentifier(reader)
    streams.readers[ObjectIdentifier(reader)] = reader
    reader.start(vhost)
  }

  /// Passes a connection to the library, with what has been read of it.
  private func adopt(_ connection: Int32, _ head: RequestHead) {
    let stream = ServerStream(limit: limit, handler: handler, streams: streams, head: head)
    let isOpen = NetworkLoop.shared.adopt(stream) {
      head.bytes.withUnsafeBytes { bytes in
        // The library closes the socket if it cannot take it.
        lws_adopt_socket_vhost_readbuf(
          vhost, connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    if !isOpen { stream.end() }
  }
}
