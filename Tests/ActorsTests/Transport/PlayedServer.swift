import Dispatch
import Glibc
import Synchronization

@testable import Actors

/// A server on a socket that plays one script for each connection, in order.
final class PlayedServer: Sendable {
  /// What the server does after it has read a request.
  enum Step: Sendable {
    /// Accepts the request for a WebSocket.
    case accept
    /// Sends bytes, one at a time.
    case send([UInt8])
    /// Waits for a message of the client.
    case receive
    /// Sends nothing until the client ends the connection.
    case wait
    /// Sends nothing until ``PlayedServer/goOn()`` is called.
    case pause
  }

  let address: NetworkAddress
  private let state = Mutex((received: [[UInt8]](), isWaiting: false))
  private let pauses = DispatchSemaphore(value: 0)

  /// The messages of clients so far.
  var received: [[UInt8]] { state.withLock { $0.received } }
  /// Whether a connection waits for its end, or in a pause.
  var isWaiting: Bool { state.withLock { $0.isWaiting } }

  /// Ends a pause.
  func goOn() {
    state.withLock { $0.isWaiting = false }
    pauses.signal()
  }

  init(_ scripts: [[Step]]) throws {
    let (listener, address) = try ListeningSocket.open(.tcp(host: "127.0.0.1", port: 0))
    self.address = address
    DispatchQueue.global().async {
      for script in scripts {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 60_000) == 1 else { break }
        let connection = accept(listener, nil, nil)
        var isOn: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        self.play(script, on: connection)
        close(connection)
      }
      close(listener)
    }
  }

  private func play(_ script: [Step], on connection: Int32) {
    guard let request = Self.request(connection) else { return }
    for step in script {
      switch step {
      case .accept: Self.send(WebSocketHandshake.accepting(request), on: connection)
      case .send(let bytes): for byte in bytes { Self.send([byte], on: connection) }
      case .receive:
        guard let message = Self.message(connection) else { return }
        state.withLock { $0.received.append(message) }
      case .wait:
        state.withLock { $0.isWaiting = true }
        while Self.read(1, connection) != nil {}
      case .pause:
        state.withLock { $0.isWaiting = true }
        pauses.wait()
      }
    }
  }

  private static func send(_ bytes: [UInt8], on connection: Int32) {
    _ = bytes.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private static func read(_ count: Int, _ connection: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes { recv(connection, $0.baseAddress.map { $0 + done }, count - done, 0) }
      guard read > 0 else { return nil }
      done += read
    }
    return bytes
  }

  /// Reads a request with its body, and returns its head.
  private static func request(_ connection: Int32) -> String? {
    var head: [UInt8] = []
    while head.suffix(4) != [13, 10, 13, 10] {
      guard let byte = read(1, connection) else { return nil }
      head += byte
    }
    let text = String(decoding: head, as: UTF8.self)
    let length = text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
    if let count = length.flatMap({ Int($0.filter(\.isNumber)) }), count > 0 { _ = read(count, connection) }
    return text
  }

  /// Reads a masked message of less than 64 KiB.
  private static func message(_ connection: Int32) -> [UInt8]? {
    guard let head = read(2, connection) else { return nil }
    var count = Int(head[1] & 127)
    if count == 126 {
      guard let length = read(2, connection) else { return nil }
      count = Int(length[0]) << 8 | Int(length[1])
    }
    guard let mask = read(4, connection), let content = count == 0 ? [] : read(count, connection) else { return nil }
    return content.indices.map { content[$0] ^ mask[$0 % 4] }
  }
}

extension PlayedServer.Step {
  /// A response to a request.
  static func response(_ status: Int, _ body: String, type: String = "application/json") -> Self {
    .send(
      [UInt8](
        "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
  }

  /// A message of a WebSocket.
  static func message(_ content: [UInt8], opcode: UInt8 = 1) -> Self {
    let length =
      content.count < 126 ? [UInt8(content.count)] : [126, UInt8(content.count >> 8), UInt8(content.count & 255)]
    return .send([0x80 | opcode] + length + content)
  }

  /// The two halves of what is sent.
  var halves: (Self, Self) {
    guard case .send(let bytes) = self else { return (self, self) }
    return (.send(Array(bytes.prefix(bytes.count / 2))), .send(Array(bytes.dropFirst(bytes.count / 2))))
  }

  /// The end of a WebSocket.
  static func close(_ code: Int, _ reason: String) -> Self {
    .message([UInt8(code >> 8), UInt8(code & 255)] + reason.utf8, opcode: 8)
  }
}
