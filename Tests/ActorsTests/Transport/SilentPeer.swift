import FoundationEssentials
import Glibc

@testable import Actors

/// A client that sends a request, and then reads nothing, or the head of the answer.
struct SilentPeer {
  private let socket: Int32

  /// Returns the request of a WebSocket, with further headers.
  static func opening(_ path: String = "/", _ headers: String = "Sec-WebSocket-Protocol: rivet\r\n") -> String {
    "GET \(path) HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\(headers)\r\n"
  }

  init(_ address: NetworkAddress, sending text: String = opening()) throws {
    guard case .tcp(_, let port, _) = address else { throw TransportError.failed("not an address of TCP") }
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafeBytes(of: &place) {
      connect(socket, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    guard status == 0 else { throw TransportError.failed("not connected") }
    send(text)
  }

  /// Reads the head of the answer.
  func head() -> String {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while head.suffix(4) != [13, 10, 13, 10], read(socket, &byte, 1) == 1 { head.append(byte) }
    return String(decoding: head, as: UTF8.self)
  }

  /// Reads what follows until the server closes the connection.
  func rest() -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(socket, &byte, 1) == 1 { bytes.append(byte) }
    return bytes
  }

  /// Sends more.
  func send(_ text: String) {
    _ = [UInt8](text.utf8).withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
  }

  func close() { Glibc.close(socket) }
}
