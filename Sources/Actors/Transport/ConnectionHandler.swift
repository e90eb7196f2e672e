import CWebSockets

/// A client's connection while it is being made: an exchange or a WebSocket.
@NetworkActor
class ConnectionHandler: NetworkLoop.Handler {
  let request: HTTPRequest
  private(set) var wire: Handle?
  private var id = 0
  /// Whether the request has been sent, at least in part.
  private var hasReachedServer = false

  /// Why there is no connection.
  var unreachable: String {
    request.isWellFormed ? "Cannot connect to \(request.address.name)." : "The request is malformed."
  }

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - trust: The certificates that are trusted.
  ///   - protocols: The subprotocols of a WebSocket; `nil` for an HTTP request.
  /// - Returns: `false` if the connection has failed at once.
  func connect(_ trust: ClientTrust, protocols: String?) -> Bool {
    guard request.isWellFormed else { return false }
    let loop = NetworkLoop.shared
    let trust = ClientTrust(authorities: trust.authorities, isLocal: request.address.isLocal)
    guard let vhost = loop.clientVhost(trust) else { return false }
    id = loop.add(self)
    var info = lws_client_connect_info()
    // The library checks the certificate against this up to the first colon, and not at all if that is empty: an IPv6
    // address in brackets never matches.
    let host = request.address.hostHeader
    var address = ""
    switch request.address {
    case .tcp(let name, let port, let tls):
      address = name
      info.port = Int32(truncatingIfNeeded: port)
      info.ssl_connection = tls ? Int32(LCCSCF_USE_SSL.rawValue) : 0
    case .unix(let path):
      address = "+\(path)"
      info.port = 1
    }
    info.ssl_connection |= Int32(LCCSCF_HTTP_NO_FOLLOW_REDIRECT.rawValue)
    info.context = loop.context
    info.vhost = vhost
    info.opaque_user_data = UnsafeMutableRawPointer(bitPattern: id)
    info.ietf_version_or_minus_one = -1
    let connected = address.withCString { address in
      host.withCString { host in
        request.path.withCString { path in
          request.method.withCString { method in
            (protocols ?? "").withCString { list in
              "rivet".withCString { local in
                "http/1.1".withCString { version in
                  info.address = address
                  info.host = host
                  info.origin = nil
                  info.path = path
                  info.alpn = version
                  info.local_protocol_name = local
                  if protocols == nil {
                    info.method = method
                  } else if protocols != "" {
                    info.protocol = list
                  }
                  return lws_client_connect_via_info(&info)
                }
              }
            }
          }
        }
      }
    }
    if connected == nil { end() }
    return connected != nil
  }

  /// Forgets the connection; its later events are dropped.
  func end() {
    wire = nil
    NetworkLoop.shared.remove(id)
  }

  /// Asks for a chance to write.
  func requestWrite() {
    if let wire { lws_callback_on_writable(wire) }
  }

  /// Drops a connection that is being closed if its peer does not read the close frame.
  func limitClose() {
    if let wire { lws_set_timeout(wire, PENDING_TIMEOUT_CLOSE_SEND, 5) }
  }

  /// Drops the connection without a close frame.
  func drop() {
    if let wire { lws_set_timeout(wire, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC) }
  }

  final func handle(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    wire = handle
    switch reason {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
      return appendHeaders(handle, content)
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      let text = String(decoding: content, as: UTF8.self)
      end()
      didFail(failure(text))
      return 0
    case LWS_CALLBACK_WSI_DESTROY:
      wire = nil
      didFail(hasReachedServer ? "The connection was lost." : unreachable)
      return 0
    default:
      return process(reason, handle, content)
    }
  }

  /// Why there is no connection, in place of what the library says about it.
  private func failure(_ reason: String) -> String {
    if reason.contains("ws upgrade") { return "\(request.address.name) refused the connection. Check the address." }
    if hasReachedServer { return "\(request.address.name) ended the connection without an answer. Try again later." }
    // The library does not say which.
    let isTLS = reason.contains("cert") || reason.contains("SSL")
    return isTLS
      ? "\(unreachable) It does not use TLS, or its certificate is not trusted: check the address, or install the "
        + "certificate's authority." : unreachable
  }

  private func appendHeaders(_ handle: Handle, _ content: UnsafeMutableRawBufferPointer) -> Int32 {
    hasReachedServer = true
    guard let cursor = content.baseAddress?.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self),
      let start = cursor.pointee
    else { return -1 }
    // `content` begins with the place for the headers; its length is the room there, not that of the pointer.
    let end = start + content.count
    for (name, value) in request.headers {
      let bytes = Array(value.utf8)
      guard
        "\(name):".withCString(
          encodedAs: UTF8.self,
          { name in
            bytes.withUnsafeBufferPointer {
              lws_add_http_header_by_name(handle, name, $0.baseAddress, Int32($0.count), cursor, end)
            }
          }) == 0
      else { return -1 }
    }
    return didAppendHeaders(handle)
  }

  // What subclasses override.

  func didAppendHeaders(_ handle: Handle) -> Int32 { 0 }
  func didFail(_ reason: String) {}
  func process(
    _ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 { 0 }
}
