import CWebSockets
import Glibc

/// What libwebsockets knows as `struct lws`: one connection.
typealias Handle = OpaquePointer

/// The library's context: the sockets of this process, and the objects that handle their events.
@NetworkActor
final class NetworkLoop {
  static let shared = NetworkLoop()

  /// Handles the events of one connection.
  @NetworkActor
  protocol Handler: AnyObject {
    /// Handles an event; a negative result closes the connection.
    func handle(_ reason: lws_callback_reasons, _ handle: Handle, _ content: UnsafeMutableRawBufferPointer) -> Int32
  }

  let context: OpaquePointer
  private(set) var handlers: [Int: any Handler] = [:]
  private var lastID = 0
  /// The number of the handler whose connection the library is taking over.
  private var adopting: Int?
  private var clients: [VhostKey<ClientTrust>: OpaquePointer] = [:]
  private var servers: [VhostKey<ServerIdentity?>: OpaquePointer] = [:]

  /// The protocols of every vhost, to which the library keeps a pointer.
  static let protocols: UnsafeMutablePointer<lws_protocols> = {
    let table = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
    table.initialize(repeating: lws_protocols(), count: 3)
    for (index, name) in (["http", "rivet"] as [StaticString]).enumerated() {
      name.withUTF8Buffer {
        table[index].name = UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self)
      }
      table[index].callback = { handle, reason, context, content, length in
        if reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS { cwebsockets_ignore_server_names(context) }
        return NetworkLoop.handle(handle, reason, content, length)
      }
      // What one connection keeps for receiving. Longer messages arrive in parts.
      table[index].rx_buffer_size = 2_048
      table[index].tx_packet_size = 1 << 18
    }
    return table
  }()

  private init() {
    lws_set_log_level(0, nil)
    var info = lws_context_creation_info()
    info.port = cwebsockets_no_listen
    info.options = cwebsockets_explicit_vhosts | cwebsockets_tls
    info.max_http_header_data2 = 16_384
    info.pt_serv_buf_size = 32_768
    info.timeout_secs = 120
    info.connect_timeout_secs = 15
    info.gid = -1
    info.uid = -1
    guard let context = lws_create_context(&info) else {
      // The library returns no context only when the process has no memory or file descriptors left.
      fatalError("libwebsockets cannot be started")
    }
    self.context = context
  }

  /// Ends the wait for sockets, from any thread.
  var wake: @Sendable () -> Void {
    let context = UInt(bitPattern: context)
    return { lws_cancel_service(OpaquePointer(bitPattern: context)) }
  }

  /// Waits until a socket is ready or the thread is woken, and handles what has happened.
  func waitAndService() {
    _ = lws_service(context, 0)
  }

  /// Registers a handler, until it is removed.
  ///
  /// The library's connection refers to it with the number that is returned, not with a pointer: events that it still
  /// sends after the end are dropped.
  func add(_ handler: any Handler) -> Int {
    lastID += 1
    handlers[lastID] = handler
    return lastID
  }

  func remove(_ id: Int) { handlers[id] = nil }

  /// Registers the handler of a connection that `body` passes to the library.
  ///
  /// The first events of the connection may arrive before `body` returns.
  ///
  /// - Returns: `false` if the connection has ended by then.
  func adopt(_ handler: any Handler, _ body: () -> Handle?) -> Bool {
    let id = add(handler)
    adopting = id
    defer { adopting = nil }
    if body() != nil { return true }
    remove(id)
    return false
  }

  private nonisolated static func handle(
    _ handle: Handle?, _ reason: lws_callback_reasons, _ content: UnsafeMutableRawPointer?, _ length: Int
  ) -> Int32 {
    guard let handle, !isInternal(reason) else { return 0 }
    let (bits, contentBits) = (UInt(bitPattern: handle), UInt(bitPattern: content))
    return NetworkActor.assumeIsolated {
      guard let handle = Handle(bitPattern: bits) else { return 0 }
      let content = UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: contentBits), count: contentBits == 0 ? 0 : length)
      return shared.dispatch(handle, reason, content)
    }
  }

  /// Whether an event is about the library's table of sockets or its wake-ups: several for each message, and for no
  /// handler.
  private nonisolated static func isInternal(_ reason: lws_callback_reasons) -> Bool {
    switch reason {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED, LWS_CALLBACK_LOCK_POLL, LWS_CALLBACK_UNLOCK_POLL,
      LWS_CALLBACK_CHANGE_MODE_POLL_FD, LWS_CALLBACK_GET_THREAD_ID:
      true
    default: false
    }
  }

  /// Whether the library may wait for sockets after an event: it runs timers, and limits of time that end connections,
  /// before it waits.
  private nonisolated static func isBeforeWait(_ reason: lws_callback_reasons) -> Bool {
    switch reason {
    case LWS_CALLBACK_TIMER, LWS_CALLBACK_CLIENT_CONNECTION_ERROR, LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLIENT_CLOSED,
      LWS_CALLBACK_CLOSED_HTTP, LWS_CALLBACK_CLOSED_CLIENT_HTTP, LWS_CALLBACK_RAW_CLOSE_FILE,
      LWS_CALLBACK_WSI_DESTROY:
      true
    default: false
    }
  }

  private func dispatch(
    _ handle: Handle, _ reason: lws_callback_reasons, _ content: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    if reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED, let adopting {
      lws_set_opaque_user_data(handle, UnsafeMutableRawPointer(bitPattern: adopting))
    }
    let id = Int(bitPattern: lws_get_opaque_user_data(handle))
    // Events without a number are the library's own.
    guard let handler = handlers[id] else { return 0 }
    let result =
      Self.isBeforeWait(reason)
      ? NetworkThread.shared.runBeforeWait { handler.handle(reason, handle, content) }
      : handler.handle(reason, handle, content)
    if reason == LWS_CALLBACK_WSI_DESTROY { remove(id) }
    return result
  }
}

/// Which certificates a client trusts beside those of the system.
struct ClientTrust: Hashable, Sendable {
  var authorities: String?
  /// Whether the servers are on this machine: the proxy of the environment does not apply to them.
  var isLocal = false
}

extension NetworkLoop {
  /// The vhost of connections to servers; `nil` if the library cannot make one.
  func clientVhost(_ trust: ClientTrust) -> OpaquePointer? {
    let key = VhostKey(trust, files: [trust.authorities])
    if let vhost = clients[key] { return vhost }
    var info = lws_context_creation_info()
    info.port = cwebsockets_no_listen
    info.protocols = UnsafePointer(Self.protocols)
    info.options = cwebsockets_tls
    // The library keeps the name, for as long as the process runs.
    let name = strdup("client\(clients.count)")
    let authorities = trust.authorities.map { strdup($0) } ?? nil
    info.vhost_name = UnsafePointer(name)
    info.client_ssl_ca_filepath = UnsafePointer(authorities)
    defer { free(authorities) }
    guard let vhost = lws_create_vhost(context, &info) else {
      free(name)
      return nil
    }
    guard lws_init_vhost_client_ssl(&info, vhost) == 0 else {
      lws_vhost_destroy(vhost)
      return nil
    }
    // The library takes the proxy of `http_proxy`, even for a Unix socket; port 0 is none.
    if trust.isLocal { lws_set_proxy(vhost, ":0") }
    clients[key] = vhost
    return vhost
  }

  /// The vhost of connections from clients.
  ///
  /// - Throws: A description of what is wrong with the certificate.
  func serverVhost(_ identity: ServerIdentity?) throws(TransportError) -> OpaquePointer {
    let key = VhostKey(identity, files: [identity?.certificate, identity?.key])
    if let vhost = servers[key] { return vhost }
    var info = lws_context_creation_info()
    info.port = cwebsockets_no_listen_server
    info.protocols = UnsafePointer(Self.protocols)
    info.max_http_header_data2 = 16_384
    info.keepalive_timeout = 30
    // The library keeps the name, for as long as the process runs, and copies the paths.
    let name = strdup("server\(servers.count)")
    let paths = [identity?.certificate, identity?.key].map { $0.map { strdup($0) } ?? nil }
    defer { for path in paths { free(path) } }
    info.vhost_name = UnsafePointer(name)
    if identity != nil { info.options = cwebsockets_tls }
    info.ssl_cert_filepath = UnsafePointer(paths[0])
    info.ssl_private_key_filepath = UnsafePointer(paths[1])
    guard let vhost = lws_create_vhost(context, &info) else {
      free(name)
      throw .failed("The certificate or its key cannot be used.")
    }
    servers[key] = vhost
    return vhost
  }
}

/// The certificate of a server and its key, as paths of PEM files.
struct ServerIdentity: Hashable, Sendable {
  var certificate: String
  var key: String
}

/// What a vhost was made from: settings, and the files that they name, so that a replaced certificate is read again.
private struct VhostKey<Settings: Hashable>: Hashable {
  private let settings: Settings
  /// The identity, the size and the time of each file; empty for none.
  private let files: [[Int]]

  init(_ settings: Settings, files: [String?]) {
    self.settings = settings
    self.files = files.map { path in
      var status = stat()
      guard let path, stat(path, &status) == 0 else { return [] }
      return [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
        Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
      ]
    }
  }
}
