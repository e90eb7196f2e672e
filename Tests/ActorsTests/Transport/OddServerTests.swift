import Dispatch
import Glibc
import Reactive
import Testing

@testable import Actors

extension NetworkTests {
  /// Servers that send what no server should send.
  @Suite(.timeLimit(.minutes(10))) struct OddServerTests {
    /// The events of a connection to a server that sends `reply`, after a handshake or in place of it, and closes.
    private func events(_ reply: [UInt8], handshake: Bool) async throws -> [SocketEvent] {
      let server = try OddServer(reply, handshake: handshake)
      let events = Mailbox<SocketEvent>()
      _ = NetworkTransport(limit: 1_000).open(
        HTTPRequest(to: server.address, path: "/"), protocols: ["rivet"]
      ) {
        events.post($0)
        if case .closed = $0 { events.finish() }
      }
      var received: [SocketEvent] = []
      for await event in events { received.append(event) }
      return received
    }

    /// Whether the last event is a close without a farewell of the server.
    private func isLost(_ events: [SocketEvent]) -> Bool {
      if case .closed(let close)? = events.last { close.code == 1006 } else { false }
    }

    @Test(arguments: ["", "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "HTTP/1.1 101", "\u{1}\u{2}\r\n\r\n"])
    func `a handshake that fails is a lost connection`(reply: String) async throws {
      let events = try await events([UInt8](reply), handshake: false)
      #expect(events.count == 1)
      #expect(isLost(events))
    }

    @Test(arguments: [true, false])
    func `an answer may precede the end of a large body`(readsBody: Bool) async throws {
      let server = try OddServer(
        Array("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n".utf8), handshake: false, staysOpen: true,
        readsBody: readsBody)
      let body = [UInt8](repeating: 65, count: 16 << 20)
      let response = try await NetworkTransport().send(
        HTTPRequest(to: server.address, method: "POST", path: "/", body: body))
      #expect(response.status == 413)
    }

    @Test func `half a response is a failure`() async throws {
      let server = try OddServer(Array("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nabc".utf8), handshake: false)
      await #expect(throws: TransportError.self) {
        try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      }
    }

    @Test func `a whole response in chunks is joined`() async throws {
      let server = try OddServer(
        Array("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n".utf8),
        handshake: false)
      let response = try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      #expect(response.text == "abcd")
    }

    @Test(arguments: ["", "5\r\nab", "3\r\nabc\r\n", "3\r\nabc\r\n0\r\n"])
    func `a response in chunks that lacks its end is a failure`(body: String) async throws {
      let server = try OddServer(
        Array("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\(body)".utf8), handshake: false)
      await #expect(throws: TransportError.self) {
        try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      }
    }

    @Test(arguments: [204, 304]) func `a response without a body ends with its head`(status: Int) async throws {
      let server = try OddServer(
        Array("HTTP/1.1 \(status) X\r\nx-rivet-ray-id: r\r\n\r\n".utf8), handshake: false, staysOpen: true)
      let response = try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      #expect(response.status == status && response.body.isEmpty && response.headers["x-rivet-ray-id"] == "r")
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nx-rivet-ray-id: r\r\ncontent-length: 3\r\n\r\nabc", "HTTP/1.1 204 No Content\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    ]) func `the response after an interim one is the response`(final: String) async throws {
      let server = try OddServer(
        Array("HTTP/1.1 100 Continue\r\n\r\n\(final)".utf8), handshake: false, staysOpen: true)
      let response = try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      #expect([200, 204, 404].contains(response.status))
      #expect(response.text == (response.status == 200 ? "abc" : ""))
      #expect(response.headers["x-rivet-ray-id"] == (response.status == 200 ? "r" : nil))
    }

    @Test(arguments: [
      String(repeating: "x", count: 20_000), "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 20_000),
    ]) func `a response after an interim one has a limit`(rest: String) async throws {
      let server = try OddServer(
        Array("HTTP/1.1 100 Continue\r\n\r\n\(rest)".utf8), handshake: false, staysOpen: true)
      await #expect(throws: TransportError.failed("The response is too large.")) {
        try await NetworkTransport(limit: 1_000).send(HTTPRequest(to: server.address, path: "/"))
      }
    }

    @Test func `the body after an interim response may have the limit's bytes`() async throws {
      let body = String(repeating: "x", count: 1_000)
      let server = try OddServer(
        Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n\(body)".utf8),
        handshake: false, staysOpen: true)
      let response = try await NetworkTransport(limit: 1_000).send(HTTPRequest(to: server.address, path: "/"))
      #expect(response.text == body)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc", "nonsense\r\n\r\n"])
    func `an interim response without a whole one is a failure`(rest: String) async throws {
      let server = try OddServer(Array("HTTP/1.1 100 Continue\r\n\r\n\(rest)".utf8), handshake: false)
      await #expect(throws: TransportError.self) {
        try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      }
    }

    @Test func `a response without a length ends with its connection`() async throws {
      let server = try OddServer(Array("HTTP/1.0 200 OK\r\n\r\nabc".utf8), handshake: false)
      let response = try await NetworkTransport().send(HTTPRequest(to: server.address, path: "/"))
      #expect(response.text == "abc")
    }

    @Test(arguments: ["/a\r\nx: y", "/a b"]) func `a request with a line end is not sent`(path: String) async throws {
      let server = try OddServer(Array("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".utf8), handshake: false)
      await #expect(throws: TransportError.failed("The request is malformed.")) {
        try await NetworkTransport().send(HTTPRequest(to: server.address, path: path))
      }
    }

    @Test(
      arguments: [
        ([], SocketClose(code: 1005, reason: "")), ([0x03, 0xE9], SocketClose(code: 1001, reason: "")),
        ([0x0F, 0xA0, 98, 121, 101], SocketClose(code: 4_000, reason: "bye")),
      ] as [([UInt8], SocketClose)])
    func `a close frame of the server is what ended the connection`(frame: [UInt8], close: SocketClose) async throws {
      let events = try await events([0x88, UInt8(frame.count)] + frame, handshake: true)
      #expect(events.last == .closed(close))
    }

    @Test func `half a message is not delivered`() async throws {
      let events = try await events([0x81, 10, 65, 66, 67], handshake: true)
      #expect(events.first == .opened)
      #expect(events.count == 2)
      #expect(isLost(events))
    }

    @Test func `a whole message before half a message is delivered`() async throws {
      let events = try await events([0x81, 2, 65, 66, 0x01, 1, 67, 0x80, 9, 68], handshake: true)
      #expect(events.dropLast() == [.opened, .message(.text("AB"))])
      #expect(isLost(events))
    }

    @Test func `a part of a message answers a ping`() async throws {
      // A message may take longer than the wait for a pong, which the peer can only send after the message.
      let part: [UInt8] = [0x82, 126, 0x27, 0x10] + [UInt8](repeating: 0, count: 5_000)
      let server = try OddServer(part, handshake: true, afterFrame: true)
      let events = Mailbox<SocketEvent>()
      let socket = NetworkTransport().open(HTTPRequest(to: server.address, path: "/"), protocols: ["rivet"]) {
        events.post($0)
      }
      socket.ping()
      var iterator = events.makeAsyncIterator()
      #expect(await iterator.next() == .opened)
      #expect(await iterator.next() == .pong)
      guard case .closed? = await iterator.next() else {
        Issue.record("not closed")
        return
      }
    }

    @Test func `parts of a message are joined`() async throws {
      let events = try await events([0x01, 1, 65, 0x00, 1, 66, 0x80, 1, 67], handshake: true)
      #expect(events.dropLast() == [.opened, .message(.text("ABC"))])
    }

    @Test func `the rest of a too long message is not a message`() async throws {
      let part: [UInt8] = [0x01, 126, 0x05, 0xDC] + [UInt8](repeating: 65, count: 1_500)
      let events = try await events(part + [0x80, 2, 66, 67], handshake: true)
      #expect(events.first == .opened)
      #expect(events.count == 2)
    }

    @Test func `a length that is too large is not waited for`() async throws {
      let length: [UInt8] = [0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0]
      let events = try await events(length + [UInt8](repeating: 0, count: 5_000), handshake: true)
      #expect(events.count == 2)
      #expect(events.first == .opened)
    }
  }
}

/// A server for one connection, which sends given bytes and closes.
private final class OddServer: Sendable {
  let address: NetworkAddress

  /// - Parameters:
  ///   - afterFrame: Whether it waits for a frame of the client before it sends `reply`.
  ///   - staysOpen: Whether it leaves the end of the connection to the client.
  ///   - readsBody: Whether it then reads what follows the head of the request.
  init(
    _ reply: [UInt8], handshake: Bool, afterFrame: Bool = false, staysOpen: Bool = false, readsBody: Bool = true
  ) throws {
    let (listener, address) = try ListeningSocket.open(.tcp(host: "127.0.0.1", port: 0))
    self.address = address
    DispatchQueue.global().async {
      Self.serve(
        listener, reply, handshake: handshake, afterFrame: afterFrame, staysOpen: staysOpen, readsBody: readsBody)
    }
  }

  private static func serve(
    _ listener: Int32, _ reply: [UInt8], handshake: Bool, afterFrame: Bool, staysOpen: Bool, readsBody: Bool
  ) {
    defer { close(listener) }
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) == 1 else { return }
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while request.suffix(4) != [13, 10, 13, 10] {
      guard read(connection, &buffer, 1) == 1 else { return }
      request.append(buffer[0])
    }
    let head = handshake ? WebSocketHandshake.accepting(String(decoding: request, as: UTF8.self)) : []
    if afterFrame {
      _ = head.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      _ = read(connection, &buffer, buffer.count)
    }
    let bytes = (afterFrame ? [] : head) + reply
    _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    if !readsBody {
      // POLLRDHUP, which is not imported: the client has ended the connection.
      var end = pollfd(fd: connection, events: 0x2000, revents: 0)
      poll(&end, 1, 60_000)
      return
    }
    while staysOpen, read(connection, &buffer, buffer.count) > 0 {}
  }
}
