import CWebSockets
import FoundationEssentials
import Glibc
import Reactive
import TestSupport
import Testing
import Time

@testable import Actors

/// A server that answers each request with what it received, and each message with itself.
@NetworkActor
final class EchoServer: ServerHandler {
  nonisolated init() {}

  var sockets: [ServerSocket] = []

  func respond(to request: ServerRequest) async -> HTTPResponse {
    let text = "\(request.method) \(request.path) \(request.arguments) \(request.headers["x-rivet-token"] ?? "-") "
    return HTTPResponse(
      status: request.path == "/missing" ? 404 : 200,
      headers: [
        "content-type": "text/plain", "x-rivet-ray-id": "r1", "x-page": "7 of 9",
        "x-host": request.headers["host"] ?? "none",
      ],
      body: [UInt8](text) + request.body)
  }

  func refusal(of request: ServerRequest) -> Int? { request.path == "/refused" ? 500 : nil }

  func didOpen(_ socket: ServerSocket) {
    sockets.append(socket)
    socket.onFrame = { [unowned socket] frame in
      switch frame {
      case .text("close"): socket.close(code: 1000, reason: "bye")
      case .text("drop"): socket.drop()
      case .text("protocols"): socket.send(.text(socket.request.protocols.joined(separator: "|")))
      default: socket.send(frame)
      }
    }
  }
}

extension ServerSocket {
  /// Drops the connection without a close frame.
  func drop() { stream?.drop() }
}

extension NetworkTests {
  @Suite(.timeLimit(.minutes(10))) struct NetworkTransportTests {
    @Test(arguments: [
      ("rivet,  rivet_encoding.json", ["rivet", "rivet_encoding.json"]), (" a\t,\tb  ", ["a", "b"]),
      ("a b , c", ["a b", "c"]),
    ])
    func `subprotocols have no blanks at their ends`(header: String, protocols: [String]) {
      let request = ServerRequest(method: "GET", path: "/", arguments: [], headers: ["sec-websocket-protocol": header])
      #expect(request.protocols == protocols)
    }

    @NetworkActor @Test func `the library keeps the names of its vhosts`() async throws {
      let server = try NetworkLoop.shared.serverVhost(nil)
      let client = try #require(NetworkLoop.shared.clientVhost(ClientTrust(isLocal: true)))
      #expect(String(cString: lws_get_vhost_name(server)).hasPrefix("server"))
      #expect(String(cString: lws_get_vhost_name(client)).hasPrefix("client"))
    }

    @Test(arguments: [false, true]) func `what a timer enqueues runs at once`(afterEvents: Bool) async {
      let runs = Mailbox<Int>()
      await Task { @NetworkActor in
        let clock = NetworkClock()
        clock.onAlarm = { [unowned clock] in
          clock.setAlarm(nil)
          if afterEvents {
            NetworkActor.afterEvents { runs.post(1) }
          } else {
            NetworkActor.perform { runs.post(1) }
          }
        }
        clock.setAlarm(clock.now + .milliseconds(20))
      }.value
      var iterator = runs.makeAsyncIterator()
      #expect(await iterator.next() == 1)
    }

    private func withServer(
      _ address: NetworkAddress, identity: ServerIdentity? = nil, limit: Int = 1 << 20,
      _ body: (NetworkAddress) async throws -> Void
    ) async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(address, identity: identity, limit: limit, handler: handler)
      let result = await Result.of { try await body(server.address) }
      await server.stop()
      try result.get()
    }

    private static let addresses: [NetworkAddress] = [
      .tcp(host: "127.0.0.1", port: 0), .unix(path: "\(TemporaryFolder.parent)/actors-\(getpid()).sock"),
    ]

    @Test(arguments: addresses) func `requests and responses arrive whole`(address: NetworkAddress) async throws {
      try await withServer(address) { address in
        let transport = NetworkTransport()
        let get = try await transport.send(HTTPRequest(to: address, path: "/a/b?key=a%2Fb&x=1"))
        #expect(get.text == #"GET /a/b ["key=a/b", "x=1"] - "#)
        #expect(get.status == 200)
        #expect(get.headers["x-rivet-ray-id"] == "r1")
        #expect(get.headers["content-type"] == "text/plain")
        let named = try await transport.send(
          HTTPRequest(to: address, path: "/a", responseHeaders: ["X-Page", "content-type", "x-none"]))
        #expect(named.headers["x-page"] == "7 of 9")
        #expect(named.headers["content-type"] == "text/plain")
        #expect(named.headers["x-none"] == nil)
        let missing = try await transport.send(HTTPRequest(to: address, path: "/missing"))
        #expect(missing.status == 404)
        for method in ["POST", "PUT"] {
          let body = [UInt8](repeating: 65, count: 300_000)
          let sent = try await transport.send(
            HTTPRequest(to: address, method: method, path: "/x", headers: ["x-rivet-token": "t"], body: body))
          #expect(sent.text.hasPrefix("\(method) /x [] t AAAA"))
          #expect(sent.body.count == 300_000 + "\(method) /x [] t ".count)
          let empty = try await transport.send(HTTPRequest(to: address, method: method, path: "/x"))
          #expect(empty.text == "\(method) /x [] - ")
        }
      }
    }

    @Test(arguments: addresses) func `a request names its host`(address: NetworkAddress) async throws {
      try await withServer(address) { address in
        let answer = try await NetworkTransport().send(
          HTTPRequest(to: address, path: "/", responseHeaders: ["x-host"]))
        let name = if case .tcp(_, let port, _) = address { "127.0.0.1:\(port)" } else { "localhost" }
        #expect(answer.headers["x-host"] == name)
      }
    }

    @Test(arguments: addresses) func `a limit is the greatest size`(address: NetworkAddress) async throws {
      try await withServer(address, limit: 1_000) { address in
        func post(_ size: Int, limit: Int = 1 << 20) async throws -> HTTPResponse {
          let body = [UInt8](repeating: 65, count: size)
          return try await NetworkTransport(limit: limit).send(
            HTTPRequest(to: address, method: "POST", path: "/", body: body))
        }
        let response = try await post(1_000)
        #expect(response.status == 200)
        #expect(try await post(1_001).status == 413)
        #expect(try await post(1_000, limit: response.body.count).body == response.body)
        await #expect(throws: TransportError.self) { try await post(1_000, limit: response.body.count - 1) }
      }
    }

    @Test(arguments: addresses) func `messages arrive whole and in order`(address: NetworkAddress) async throws {
      try await withServer(address) { address in
        let events = Mailbox<SocketEvent>()
        let socket = NetworkTransport().open(
          HTTPRequest(to: address, path: "/connect"), protocols: ["rivet", "rivet_encoding.json"]
        ) {
          events.post($0)
          if case .closed = $0 { events.finish() }
        }
        let large = SocketFrame.binary((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        socket.send(.text("protocols"))
        for index in 0..<100 { socket.send(.text("é\(index)")) }
        socket.send(large)
        socket.ping()
        var received: [SocketEvent] = []
        for await event in events {
          received.append(event)
          if event == .pong { socket.send(.text("close")) }
        }
        #expect(received.count { $0 != .pong } == 104)
        #expect(received.first == .opened)
        #expect(received[1] == .message(.text("rivet|rivet_encoding.json")))
        #expect(received[2] == .message(.text("é0")))
        #expect(received[101] == .message(.text("é99")))
        #expect(received.contains(.message(large)))
        #expect(received.last == .closed(SocketClose(code: 1000, reason: "bye")))
      }
    }

    @Test(arguments: addresses) func `a long list of subprotocols arrives whole`(address: NetworkAddress) async throws {
      try await withServer(address) { address in
        for count in [100, 128, 200, 8_000] {
          let protocols = ["rivet", "rivet_encoding.json", "rivet_conn_params." + String(repeating: "x", count: count)]
          let events = Mailbox<SocketEvent>()
          let socket = NetworkTransport().open(HTTPRequest(to: address, path: "/connect"), protocols: protocols) {
            events.post($0)
          }
          socket.send(.text("protocols"))
          var iterator = events.makeAsyncIterator()
          #expect(await iterator.next() == .opened)
          #expect(await iterator.next() == .message(.text(protocols.joined(separator: "|"))))
          socket.close(code: 1000, reason: "")
        }
      }
    }

    @Test func `a listener without free descriptors waits before its next attempt`() async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
      let calls = await ScriptedAccept(on: server)
      let address = await server.address
      let response = Task { try await NetworkTransport().send(HTTPRequest(to: address, path: "/")) }
      await yield { await calls.count > 0 }
      // The thread looks at its sockets after each of these.
      for _ in 0..<200 { await withCheckedContinuation { done in NetworkActor.perform { done.resume() } } }
      #expect(await calls.count < 20)
      await calls.succeed()
      #expect(try await response.value.status == 200)
      await server.stop()
      withExtendedLifetime(handler) {}
    }

    @Test func `a connection without a request is counted`() async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
      let peer = try await SilentPeer(server.address, sending: "")
      await yield { await server.connectionCount != 0 }
      #expect(await server.connectionCount == 1)
      peer.close()
      await yield { await server.connectionCount == 0 }
      await server.stop()
    }

    @Test func `a server that stops ends silent connections`() async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
      let peer = try await SilentPeer(server.address, sending: "")
      await yield { await server.connectionCount != 0 }
      await server.stop()
      #expect(await server.connectionCount == 0)
      peer.close()
    }

    @Test(arguments: ["GET", "POST"]) func `the head of a request may arrive in parts`(method: String) async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
      let peer = try await SilentPeer(server.address, sending: "\(method) /x HTTP/1.1\r\nHost: h\r\n")
      // The server sees the first part.
      await Descriptors.settle()
      peer.send("Y: z\r\n\r\n")
      #expect(peer.head().hasPrefix("HTTP/1.1 200 "))
      peer.close()
      await server.stop()
      withExtendedLifetime(handler) {}
    }

    @Test func `a refused connection ends with its client`() async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
      let peer = try await SilentPeer(server.address, sending: "GET * HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(peer.head().hasPrefix("HTTP/1.1 400 "))
      #expect(peer.rest() == [UInt8](RequestTarget.refusal.utf8))
      peer.close()
      // The thread looks at its sockets after each of these.
      var turns = 0
      while await server.connectionCount > 0, turns < 20_000 {
        turns += 1
        await withCheckedContinuation { done in NetworkActor.perform { done.resume() } }
      }
      #expect(await server.connectionCount == 0)
      await server.stop()
    }

    @Test func `a peer that does not read is dropped`() async throws {
      let handler = EchoServer()
      let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
      let peer = try await SilentPeer(server.address)
      await yield { await !handler.sockets.isEmpty }
      let frame = SocketFrame.binary([UInt8](repeating: 0, count: 1 << 20))
      var sent = 0
      while await server.connectionCount > 0, sent < 100 {
        await handler.sockets.first?.send(frame)
        sent += 1
      }
      // The thread of the sockets closes it with one of its next turns.
      await yield { await server.connectionCount == 0 }
      peer.close()
      await server.stop()
    }

    @Test func `a file that is not an abandoned socket is not replaced`() async throws {
      let folder = TemporaryFolder()
      let handler = EchoServer()
      let file = "\(folder.path)/notes"
      try "mine".write(toFile: file, atomically: false, encoding: .utf8)
      await #expect(throws: TransportError.failed("Cannot listen: “\(file)” is not a socket.")) {
        try await HTTPServer(.unix(path: file), limit: 1_000, handler: handler)
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      let path = "\(folder.path)/s"
      let first = try await HTTPServer(.unix(path: path), limit: 1_000, handler: handler)
      await #expect(throws: TransportError.failed("Cannot listen: another server uses “\(path)”.")) {
        try await HTTPServer(.unix(path: path), limit: 1_000, handler: handler)
      }
      let address = await first.address
      await first.stop()
      #expect(!FileManager.default.fileExists(atPath: path))
      // A process that is killed leaves its socket behind.
      let (abandoned, _) = try ListeningSocket.open(address)
      Glibc.close(abandoned)
      let next = try await HTTPServer(address, limit: 1_000, handler: handler)
      await next.stop()
    }

    private func close(_ address: NetworkAddress, path: String, send: SocketFrame?) async -> SocketEvent? {
      let events = Mailbox<SocketEvent>()
      let socket = NetworkTransport(limit: 1_000).open(HTTPRequest(to: address, path: path), protocols: []) {
        events.post($0)
        if case .closed = $0 { events.finish() }
      }
      if let send { socket.send(send) }
      var last: SocketEvent?
      for await event in events { last = event }
      return last
    }

    @Test func `a connection that ends says why`() async throws {
      try await withServer(.tcp(host: "127.0.0.1", port: 0), limit: 2_000) { address in
        #expect(await close(address, path: "/", send: .text("drop")) == .closed(.lost("The connection was lost.")))
        guard case .closed(let refused) = await close(address, path: "/refused", send: nil) else {
          Issue.record("not closed")
          return
        }
        #expect(refused.code == 1006)
        let tooLarge = SocketFrame.binary([UInt8](repeating: 0, count: 1_500))
        #expect(
          await close(address, path: "/", send: tooLarge)
            == .closed(SocketClose(code: 1009, reason: "message.too_long")))
        let larger = SocketFrame.binary([UInt8](repeating: 0, count: 2_500))
        #expect(
          await close(address, path: "/", send: larger)
            == .closed(SocketClose(code: 1011, reason: "incoming_too_long")))
      }
      guard case .closed(let close) = await close(.tcp(host: "127.0.0.1", port: 1), path: "/", send: nil) else {
        Issue.record("not closed")
        return
      }
      #expect(close.code == 1006)
      let missing = NetworkAddress.unix(path: "\(TemporaryFolder.parent)/none.sock")
      await #expect(throws: TransportError.self) {
        try await NetworkTransport().send(HTTPRequest(to: missing, path: "/"))
      }
    }

    @Test func `a stopped server drops its connections and frees its port`() async throws {
      let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      var address = NetworkAddress.tcp(host: "127.0.0.1", port: 0)
      for _ in 0..<5 {
        let handler = EchoServer()
        let server = try await HTTPServer(address, limit: 1_000, handler: handler)
        address = await server.address
        let events = Mailbox<SocketEvent>()
        let socket = NetworkTransport().open(HTTPRequest(to: address, path: "/"), protocols: ["rivet"]) {
          events.post($0)
          if case .closed = $0 { events.finish() }
        }
        socket.send(.text("x"))
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .opened)
        #expect(await iterator.next() == .message(.text("x")))
        await server.stop()
        guard case .closed(let close)? = await iterator.next() else {
          Issue.record("not closed")
          return
        }
        #expect(close.code == 1006)
      }
      let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      #expect(after <= before + 8)
    }
  }
}

/// Takes the place of a server's `accept(2)`: there are no free descriptors until the test frees some.
@NetworkActor
private final class ScriptedAccept {
  private(set) var count = 0
  private var isFree = false

  init(on server: HTTPServer) {
    let accept = server.accept
    server.accept = { [self] socket in
      count += 1
      if isFree { return accept(socket) }
      errno = EMFILE
      return -1
    }
  }

  func succeed() { isFree = true }
}

extension Result where Failure == any Error {
  static func of(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
