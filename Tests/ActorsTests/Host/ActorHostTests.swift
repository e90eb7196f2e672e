import FoundationEssentials
import Glibc
import Reactive
import TestSupport
import Testing
import Time

@testable import Actors

extension NetworkTests {
  /// The client against the host, over the network.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct ActorHostTests {
    private func client(_ host: ActorHost, encoding: WireEncoding = .json) throws -> RivetKitClient {
      RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)", encoding: encoding, environment: [:]))
    }

    /// Waits until a connection has the given state.
    private func wait(_ connection: ActorConnection, for wanted: ActorConnStatus) async {
      for await status in connection.status.values where status == wanted { return }
    }

    @Test func `missing arguments are undefined, and further ones ignored`() throws {
      #expect(try ActionArguments.decode([1, 2, 3], as: Int.self, Int.self) == (1, 2))
      #expect(try ActionArguments.decode([1], as: Int.self, Int?.self) == (1, nil))
      #expect(throws: (any Error).self) { try ActionArguments.decode([1], as: Int.self, Int.self) }
    }

    @Test(arguments: [
      (NetworkAddress.tcp(host: "127.0.0.1", port: 0), WireEncoding.json),
      (.unix(path: "\(TemporaryFolder.parent)/actors-host-\(getpid()).sock"), .cbor),
    ])
    func `a client uses an actor`(address: NetworkAddress, encoding: WireEncoding) async throws {
      let host = try await ActorHost(CounterActor.definition(), address: address)
      let client = try client(host, encoding: encoding)
      let options = try ActorOptions(params: ["name": "Ada"], createWithInput: ["start": 42])
      let handle = client.getOrCreate("counter", key: "k", options: options)
      #expect(try await handle.action("increment", 5) == 47)
      #expect(try await handle.action("getInput") == ["start": 42])
      #expect(try await handle.action("params") == ["name": "Ada"])
      #expect(try await handle.action("key", as: [String].self) == ["k"])
      let connection = handle.connect()
      let events = Received(connection.events("newCount", as: Int.self))
      #expect(try await connection.action("increment", 2) == 49)
      #expect(await events.next() == 49)
      #expect(try await connection.action("big", as: UInt64.self) == 12_345_678_901_234_567_890)
      #expect(try await connection.action("bytes", as: Data.self) == Data([1, 2, 3]))
      #expect(try await connection.action("echo", Int64.max, as: Int64.self) == .max)
      #expect(try await connection.action("echo", ["$a", "b"], as: [String].self) == ["$a", "b"])
      #expect(try await connection.action("tick") == .undefined)
      let failure = await thrown(ActorError.self) { try await connection.action("fail", "zz") }
      #expect(failure == ActorError(group: "user", code: "zz", message: "user says no", metadata: ["a": 1]))
      #expect(await thrown(ActorError.self) { try await connection.action("boom") }?.group == "internal")
      #expect(await thrown(ActorError.self) { try await handle.action("nosuch") }?.code == "not_found")
      #expect(await thrown(ActorError.self) { try await client.create("counter", key: "k") }?.code == "duplicate_key")
      #expect(await thrown(ActorError.self) { try await client.get("counter", key: "z").resolve() } == .notFound)
      client.dispose()
      await host.stop()
    }

    private func pages() -> ActorDefinition<Int> {
      ActorDefinition("pages", state: 0) { pages in
        pages.onRequest { actor, request in
          actor.state += 1
          return HTTPResponse(headers: ["x-page-count": "\(actor.state)"], body: Array(request.path.utf8))
        }
        pages.onWebSocket { actor, socket in
          socket.onMessage = { socket.send($0) }
        }
        pages.onBeforeConnect { params in
          if params?["refuse"] != nil { throw UserError("not for you", code: "refused") }
        }
      }
    }

    @Test func `an actor answers requests of its own`() async throws {
      let host = try await ActorHost(pages())
      let client = try client(host)
      let handle = client.getOrCreate("pages", key: "k")
      let request = RawHTTPRequest(method: "POST", body: [1], responseHeaders: ["x-page-count"])
      for count in 1...2 {
        let page = try await handle.fetch("a/b%20c?d=e", request)
        #expect(page.text == "/a/b%20c")
        #expect(page.headers["x-page-count"] == "\(count)")
      }
      let options = try ActorOptions(params: ["refuse": true])
      let refused = try await client.getOrCreate("pages", key: "k", options: options).fetch("a")
      #expect(refused.status == 400)
      #expect(refused.text.contains("not for you"))
      client.dispose()
      await host.stop()
    }

    @Test func `an actor sees all headers of a request, and answers with a large body`() async throws {
      let size = 8 << 20
      let host = try await ActorHost(
        ActorDefinition("large", state: 0) { large in
          large.onRequest { _, request in
            // The headers that frame the body are those of the host, whatever the actor says.
            HTTPResponse(
              headers: ["etag": request.headers["x-api-key"] ?? "none", "transfer-encoding": "chunked"],
              body: [UInt8](repeating: 65, count: size))
          }
        })
      let client = try client(host)
      let handle = client.getOrCreate("large", key: "k")
      let response = try await handle.fetch("a", RawHTTPRequest(headers: ["x-api-key": "secret"]))
      #expect(response.headers["etag"] == "secret")
      #expect(response.body.count == size)
      let head = try await handle.fetch("a", RawHTTPRequest(method: "HEAD"))
      #expect(head.status == 200 && head.body.isEmpty)
      client.dispose()
      await host.stop()
    }

    @Test(arguments: [204, 304])
    func `no body follows a status without one, whatever the actor says`(status: Int) async throws {
      let host = try await ActorHost(
        ActorDefinition("odd", state: 0) { odd in
          odd.onRequest { _, _ in HTTPResponse(status: status, body: [UInt8]("body".utf8)) }
        })
      let client = try client(host)
      let id = try await client.getOrCreate("odd", key: "k").resolve()
      let peer = try SilentPeer(
        host.endpoint.address, sending: "GET /gateway/\(id)/request/a HTTP/1.1\r\nHost: h\r\n\r\n")
      let head = await Task.detached { peer.head() }.value
      #expect(head.hasPrefix("HTTP/1.1 \(status)"))
      #expect(await Task.detached { peer.rest() }.value == [])
      peer.close()
      client.dispose()
      await host.stop()
    }

    @Test func `an actor without handlers of its own says so`() async throws {
      let host = try await ActorHost(ActorDefinition("plain", state: 0) { _ in })
      let client = try client(host)
      let handle = client.getOrCreate("plain", key: "k")
      let response = try await handle.fetch("a")
      #expect(response.status == 404 && response.text.contains(#""code":"request_not_defined""#))
      let closes = Mailbox<SocketEvent>()
      _ = try await handle.websocket(path: "/a") { event in
        closes.post(event)
        if case .closed = event { closes.finish() }
      }
      var last: SocketEvent?
      for await event in closes { last = event }
      #expect(last == .closed(SocketClose(code: 1011, reason: "internal_error")))
      client.dispose()
      await host.stop()
    }

    @Test(arguments: [
      (0...1_000).map { "event \($0)" }, (0...4).map { String(repeating: "\($0)", count: 60_000) },
    ]) func `a connection with too many subscriptions is closed`(events: [String]) async throws {
      let host = try await ActorHost(pages())
      let client = try client(host)
      let connection = client.getOrCreate("pages", key: "k").connect()
      await wait(connection, for: .connected)
      var reason: String?
      let token = connection.closes().sink { reason = $0.reason }
      let tokens = events.map { connection.events($0).sink { _ in } }
      await until { reason != nil }
      #expect(reason == "too_many_subscriptions")
      for token in tokens + [token] { token.cancel() }
      client.dispose()
      await host.stop()
    }

    @Test(arguments: [
      HTTPResponse(headers: ["x": "a\r\nb: c"]), HTTPResponse(headers: ["x\n": "a"]), HTTPResponse(status: -1),
      HTTPResponse(status: 99), HTTPResponse(headers: ["x": String(repeating: "a", count: 20_000)]),
      HTTPResponse(headers: [String(repeating: "x", count: 12_000): String(repeating: "a", count: 500)]),
    ])
    func `an answer that cannot be sent is an internal error`(response: HTTPResponse) async throws {
      let host = try await ActorHost(ActorDefinition("bad", state: 0) { $0.onRequest { _, _ in response } })
      let client = try client(host)
      let answer = try await client.getOrCreate("bad", key: "k").fetch("a")
      #expect(answer.status == 500)
      #expect(answer.headers["b"] == nil && answer.text.contains("internal_error"))
      client.dispose()
      await host.stop()
    }

    @Test(arguments: [("POST", "POST"), ("GET", "PUT"), ("HEAD", "POST"), ("PUT", "GET"), ("GET", "GET")])
    func `requests that arrive together do not stop the host`(first: String, second: String) async throws {
      let host = try await ActorHost(CounterActor.definition())
      func request(_ method: String, hasBody: Bool) -> String {
        "\(method) /actors HTTP/1.1\r\nHost: h\r\n" + (hasBody ? "Content-Length: 1\r\n\r\n1" : "\r\n")
      }
      let text = request(first, hasBody: first.hasPrefix("P")) + request(second, hasBody: true)
      let peer = try SilentPeer(host.endpoint.address, sending: text)
      let client = try client(host)
      for number in 1...3 { #expect(try await client.getOrCreate("counter").action("increment", 1) == number) }
      peer.close()
      client.dispose()
      await host.stop()
    }

    @Test func `a connection may be refused, and disconnected with a reason`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let client = try client(host)
      let refused = client.getOrCreate("counter", options: try ActorOptions(params: ["refuse": true])).connect()
      let errors = Received(refused.errors())
      #expect(await errors.next()?.code == "refused")
      let connection = client.getOrCreate("counter").connect()
      await wait(connection, for: .connected)
      let closes = Received(connection.closes())
      _ = try? await connection.action("kick")
      #expect(await closes.next() == SocketClose(code: 1000, reason: "kicked"))
      await wait(connection, for: .connected)
      client.dispose()
      await host.stop()
    }

    @Test func `an action that takes too long times out`() async throws {
      let (clock, gates) = (ManualClock(), Gates())
      let host = try await ActorHost([CounterActor.definition(gates: gates)], clock: clock)
      let client = try client(host)
      let handle = client.getOrCreate("counter")
      let call = Task { try await handle.action("slow", "never") }
      await yield { await gates.isWaiting("never") }
      await clock.advance(by: .seconds(60))
      let error = await thrown(ActorError.self) { try await call.value }
      #expect(error.map { [$0.group, $0.code] } == ["action", "timed_out"])
      client.dispose()
      await host.stop()
    }

    @Test func `an actor sleeps without connections, and wakes with its state`() async throws {
      let folder = TemporaryFolder()
      let clock = ManualClock()
      let storage = try await SQLiteStorage(path: "\(folder.path)/actors.db")
      let host = try await ActorHost([CounterActor.definition()], storage: storage, clock: clock)
      let client = try client(host)
      let handle = client.getOrCreate("counter", key: "k")
      #expect(try await handle.action("increment", 3) == 3)
      #expect(await host.awake.count == 1)
      await clock.advance(by: .seconds(29))
      #expect(await host.awake.count == 1)
      await clock.advance(by: .seconds(1))
      #expect(await host.awake.isEmpty)
      #expect(try await handle.action("increment", 1) == 4)
      let connection = handle.connect()
      await wait(connection, for: .connected)
      await clock.advance(by: .seconds(100))
      #expect(await host.awake.count == 1)
      client.dispose()
      // The host forgets a connection and begins to wait for the sleep of its actor in one step.
      await yield { await host.connectionCount == 0 }
      await clock.advance(by: .seconds(29))
      #expect(await host.awake.count == 1)
      await clock.advance(by: .seconds(1))
      #expect(await host.awake.isEmpty)
      await host.stop()
      // Another host with the same file goes on.
      let next = try await ActorHost(
        CounterActor.definition(), storage: try SQLiteStorage(path: "\(folder.path)/actors.db"))
      let other = try self.client(next)
      #expect(try await other.get("counter", key: "k").action("getCount") == 4)
      other.dispose()
      await next.stop()
    }

    @Test func `a client reconnects to a restarted host with its subscriptions`() async throws {
      let storage = MemoryStorage()
      var host = try await ActorHost(CounterActor.definition(), storage: storage)
      let address = host.endpoint.address
      let client = try client(host)
      let connection = client.getOrCreate("counter", key: "k").connect()
      let events = Received(connection.events("newCount", as: Int.self))
      #expect(try await connection.action("increment", 1) == 1)
      #expect(await events.next() == 1)
      await host.stop()
      await wait(connection, for: .disconnected)
      let queued = Task { try await connection.action("increment", 1, as: Int.self) }
      host = try await ActorHost(CounterActor.definition(), address: address, storage: storage)
      #expect(try await queued.value == 2)
      #expect(await events.next() == 2)
      client.dispose()
      await host.stop()
    }

    @Test func `a second host on one file of actors is refused`() async throws {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/actors.db"
      let host = try await ActorHost(CounterActor.definition(), storage: try SQLiteStorage(path: path))
      await #expect(throws: SQLiteStorage.Failure(message: "Another host uses the file “\(path)”.")) {
        try await SQLiteStorage(path: path)
      }
      await host.stop()
      let next = try await ActorHost(CounterActor.definition(), storage: try SQLiteStorage(path: path))
      await next.stop()
    }

    @Test func `a host that is released frees its address and its file`() async throws {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/actors.db"
      let address = NetworkAddress.unix(path: "\(folder.path)/s")
      let handlers = await NetworkLoop.shared.count
      for _ in 0..<2 {
        _ = try await ActorHost(CounterActor.definition(), address: address, storage: try SQLiteStorage(path: path))
        await yield { await NetworkLoop.shared.count <= handlers }
      }
    }

    @Test func `a handle that is kept finds its actor again after it was removed`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let client = try client(host)
      let handle = client.getOrCreate("counter", key: "k")
      #expect(try await handle.action("increment", 5) == 5)
      let id = try #require(await host.awake.first)
      try await host.destroy(id)
      #expect(try await handle.action("increment", 1) == 1)
      client.dispose()
      await host.stop()
    }

    @Test func `a connection with long params is made`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let client = try client(host)
      let name = String(repeating: "Wäre „Größe“ 𝒳", count: 20) + "\u{7F}"
      let handle = client.getOrCreate("counter", options: try ActorOptions(params: ["name": name]))
      let connection = handle.connect()
      #expect(try await connection.action("params") == ["name": .string(name)])
      #expect(try await handle.action("params") == ["name": .string(name)])
      client.dispose()
      await host.stop()
    }

    @Test func `a connection over TLS is made with a trusted certificate only`() async throws {
      let folder = TemporaryFolder()
      let (certificate, key) = try folder.certificate()
      let host = try await ActorHost(
        CounterActor.definition(), address: .tcp(host: "localhost", port: 0, tls: true),
        identity: (certificate: certificate, key: key))
      #expect(host.endpoint.description.hasPrefix("https://localhost:"))
      let config = try ClientConfig(
        endpoint: "\(host.endpoint)", disableMetadataLookup: true, environment: [:])
      let trusting = RivetKitClient(config: config, transport: NetworkTransport(authorities: certificate))
      let connection = trusting.getOrCreate("counter").connect()
      #expect(try await connection.action("increment", 5) == 5)
      let wary = RivetKitClient(config: config)
      let refusal = await thrown(HttpRequestError.self) { try await wary.getOrCreate("counter").resolve() }
      #expect(refusal?.message.contains("or its certificate is not trusted") == true, "\(refusal as Any)")
      trusting.dispose()
      wary.dispose()
      await host.stop()
    }

    @Test func `each host of a process presents its own certificate`() async throws {
      let folders = [TemporaryFolder(), TemporaryFolder()]
      for folder in folders {
        let (certificate, key) = try folder.certificate()
        let host = try await ActorHost(
          CounterActor.definition(), address: .tcp(host: "localhost", port: 0, tls: true),
          identity: (certificate: certificate, key: key))
        let config = try ClientConfig(endpoint: "\(host.endpoint)", disableMetadataLookup: true, environment: [:])
        // As many connections as it takes for one of them to be given to another host.
        for _ in 0..<20 {
          let client = RivetKitClient(config: config, transport: NetworkTransport(authorities: certificate))
          #expect(try await client.getOrCreate("counter").action("increment", 0) == 0)
          client.dispose()
        }
        await host.stop()
      }
    }

    @NetworkActor private static func vhost(_ trust: ClientTrust) -> Int {
      Int(bitPattern: NetworkLoop.shared.clientVhost(trust))
    }

    @Test func `a file of certificates that was replaced is read again`() async throws {
      let folder = TemporaryFolder()
      let trust = ClientTrust(authorities: try folder.certificate().certificate)
      let first = await Self.vhost(trust)
      #expect(await Self.vhost(trust) == first)
      _ = try folder.certificate()
      #expect(await Self.vhost(trust) != first)
    }
  }
}
