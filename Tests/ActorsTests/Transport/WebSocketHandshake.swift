import CWebSockets
import FoundationEssentials

/// The server's part of a handshake.
enum WebSocketHandshake {
  /// The response that accepts a request.
  static func accepting(_ request: String) -> [UInt8] {
    let line = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") } ?? ""
    let key = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " } + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    var hash = [UInt8](repeating: 0, count: 20)
    _ = lws_SHA1(Array(key.utf8), key.utf8.count, &hash)
    return [UInt8](
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Protocol: rivet\r\nSec-WebSocket-Accept: \(Data(hash).base64EncodedString())\r\n\r\n")
  }
}
