import CWebSockets
import FoundationEssentials
import Glibc

/// A socket that waits for connections.
enum ListeningSocket {
  /// Opens a socket, and returns it with the address at which clients find it.
  ///
  /// - Throws: Why the address cannot be listened on.
  static func open(_ address: NetworkAddress) throws(TransportError) -> (Int32, NetworkAddress) {
    var address = address
    // A client may have another working folder.
    if case .unix(let path) = address, !path.hasPrefix("/") {
      address = .unix(path: "\(FileManager.default.currentDirectoryPath)/\(path)")
    }
    let family = if case .unix = address { AF_UNIX } else { AF_INET }
    let socket = cwebsockets_socket(family)
    guard socket >= 0 else { throw failure }
    do throws(TransportError) {
      switch address {
      case .unix(let path): try bind(socket, path)
      case .tcp(let host, let port, _): try bind(socket, host, port)
      }
      guard listen(socket, 1_024) == 0 else { throw failure }
      guard case .tcp(let host, _, let tls) = address else { return (socket, address) }
      return (socket, .tcp(host: host, port: port(of: socket), tls: tls))
    } catch {
      close(socket)
      throw error
    }
  }

  private static var failure: TransportError {
    .failed("Cannot listen: \(String(cString: strerror(errno))). Choose another port or path.")
  }

  private static func bind(_ socket: Int32, _ path: String) throws(TransportError) {
    try removeAbandoned(path)
    var address = try Self.address(path)
    // Otherwise the umask alone decides which users can connect.
    fchmod(socket, 0o600)
    try bind(socket, &address)
  }

  private static func address(_ path: String) throws(TransportError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .failed("Cannot listen: the path is too long.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }

  /// Removes the socket that an ended process has left behind at `path`, if there is one.
  ///
  /// - Throws: Why `path` cannot be used: a server listens there, or it is another file.
  static func removeAbandoned(_ path: String) throws(TransportError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .failed("Cannot listen: “\(path)” is not a socket.") }
    var address = try Self.address(path)
    let probe = cwebsockets_socket(AF_UNIX)
    guard probe >= 0 else { throw failure }
    let isRefused = withSocketAddress(&address) { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    close(probe)
    guard isRefused else { throw .failed("Cannot listen: another server uses “\(path)”.") }
    unlink(path)
  }

  private static func bind(_ socket: Int32, _ host: String, _ port: Int) throws(TransportError) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address.sin_addr) == 1 else {
      throw .failed("Cannot listen: “\(host)” is not an IPv4 address.")
    }
    var isOn: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    try bind(socket, &address)
  }

  private static func bind<Address>(_ socket: Int32, _ address: inout Address) throws(TransportError) {
    guard withSocketAddress(&address, { Glibc.bind(socket, $0, $1) }) == 0 else { throw failure }
  }

  private static func withSocketAddress<Address>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      body(
        UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), socklen_t(MemoryLayout<Address>.size))
    }
  }

  private static func port(of socket: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      getsockname(socket, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length)
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
