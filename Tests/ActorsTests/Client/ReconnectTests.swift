import Reactive
import Testing
import Time

@testable import Actors

/// A server that misbehaves, and a clock that the test advances.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ReconnectTests {
  /// Lets the attempts of a connection fail, and returns the waits between them in milliseconds.
  private func waits(_ count: Int, _ fail: (ScriptedSocket) -> Void) async throws -> [Int64] {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var waits: [Int64] = []
    for number in 0..<count {
      let socket = try await fixture.socket(number)
      fail(socket)
      await until { connection.currentStatus == .disconnected }
      let next = try #require(fixture.scheduler.nextInstant)
      waits.append((next - fixture.scheduler.now).nanoseconds / 1_000_000)
      fixture.scheduler.advance(by: next - fixture.scheduler.now)
      #expect(connection.currentStatus == .connecting)
    }
    connection.dispose()
    return waits
  }

  private let exponential: [Int64] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]

  @Test(arguments: [(1000, 1), (1001, 2), (1011, 2)])
  func `only after a normal end the actor is where it was`(code: Int, lookups: Int) async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    socket.deliver(.closed(SocketClose(code: code, reason: "")))
    await until { connection.currentStatus == .disconnected }
    let next = try #require(fixture.scheduler.nextInstant)
    fixture.scheduler.advance(by: next - fixture.scheduler.now)
    _ = try await fixture.socket(1)
    #expect(fixture.transport.requests.count { $0.path.contains("/actors") } == lookups)
    connection.dispose()
  }

  @Test func `a refused handshake is retried after longer and longer waits`() async throws {
    #expect(try await waits(9) { $0.drop() } == exponential)
  }

  @Test func `a connection that is closed at once is not a success`() async throws {
    let waits = try await waits(9) { socket in
      socket.deliver(.opened)
      socket.deliver(.closed(SocketClose(code: 1011, reason: "internal_error")))
    }
    #expect(waits == exponential)
  }

  @Test func `a connection that is closed after its first message is not a success`() async throws {
    let waits = try await waits(9) { socket in
      socket.initialise()
      socket.drop()
    }
    #expect(waits == exponential)
  }

  @Test func `a server that answers and closes is asked three times in a second`() async throws {
    let messages: [ServerMessage] = [
      .event(name: "e", arguments: []), .failure(.init(group: "user", code: "no", message: "no"), actionID: 7),
    ]
    for message in messages {
      let waits = try await waits(4) { socket in
        socket.initialise()
        socket.deliver(message)
        socket.drop()
      }
      #expect(waits == [500, 500, 500, 500])
    }
  }

  @Test func `the waits of several clients differ by up to a half`() {
    var backoff = Backoff.connecting
    let first = (0..<9).map { _ in backoff.next(random: 1).nanoseconds / 1_000_000 }
    #expect(first == [375, 750, 1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000])
    // At the longest wait, too.
    #expect(backoff.next(random: 0) == .seconds(20))
    backoff.reset()
    #expect(backoff.next(random: 0) == .milliseconds(250))
  }

  @Test func `a connection that was made begins with the first wait again`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    for number in 0..<3 {
      (try await fixture.socket(number)).drop()
      await until { connection.currentStatus == .disconnected }
      fixture.scheduler.advance(by: .milliseconds(250 << number))
    }
    let socket = try await fixture.socket(3)
    socket.initialise()
    await until { connection.currentStatus == .connected }
    fixture.scheduler.advance(by: .seconds(5))
    socket.drop()
    await until { connection.currentStatus == .disconnected }
    #expect(fixture.scheduler.nextInstant.map { $0 - fixture.scheduler.now } == .milliseconds(250))
    connection.dispose()
  }

  @Test func `a silent server is given up after fifteen seconds`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    let socket = try await fixture.socket(0)
    socket.deliver(.opened)
    fixture.scheduler.advance(by: .milliseconds(14_999))
    #expect(connection.currentStatus == .connecting)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(connection.currentStatus == .disconnected)
    #expect(socket.closed != nil)
    // What it says later is ignored.
    socket.initialise()
    await Task.yield()
    #expect(connection.currentStatus == .disconnected)
    connection.dispose()
  }

  @Test func `a ping finds a dead peer, and is the only wake-up at rest`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    for count in 1...3 {
      #expect(fixture.scheduler.nextInstant.map { $0 - fixture.scheduler.now } == .seconds(25))
      fixture.scheduler.advance(by: .seconds(25))
      #expect(socket.pings == count)
      socket.deliver(.pong)
      await until { connection.hasHeard }
    }
    fixture.scheduler.advance(by: .seconds(25))
    #expect(connection.currentStatus == .connected)
    fixture.scheduler.advance(by: .seconds(25))
    #expect(connection.currentStatus == .disconnected)
    #expect(socket.pings == 4)
    connection.dispose()
    #expect(fixture.scheduler.isIdle)
  }

  @Test func `the actor is looked up again after a failed attempt`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    (try await fixture.socket(0)).deliver(.closed(SocketClose(code: 1011, reason: "actor.not_found#ray")))
    await until { connection.currentStatus == .disconnected }
    fixture.transport.respond { _ in ScriptedTransport.json(["actor": ["actor_id": "a2"], "created": true]) }
    fixture.scheduler.advance(by: .milliseconds(250))
    #expect(try await fixture.socket(1).request.path == "/gateway/a2/connect")
    connection.dispose()
  }

  @Test func `an action without a connection looks a stale actor up again`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.getOrCreate("counter")
    fixture.transport.respond { request in
      if request.path.hasPrefix("/gateway/a1") {
        return ScriptedTransport.json(["group": "actor", "code": "stopping", "message": "gone"], status: 503)
      }
      return ScriptedTransport.standard(request)
    }
    let call = Task { try await handle.action("get", as: Int.self) }
    await until { fixture.transport.requests.count == 2 && fixture.isNext(in: .milliseconds(100)) }
    fixture.transport.respond { request in
      if request.path.hasPrefix("/actors") { return ScriptedTransport.json(["actor": ["actor_id": "a2"]]) }
      return request.path.hasPrefix("/gateway/a2") ? ScriptedTransport.json(["output": 8]) : .failure(.failed(""))
    }
    fixture.scheduler.advance(by: .milliseconds(100))
    #expect(try await call.value == 8)
    #expect(fixture.transport.requests.count == 4)
  }

  /// Answers as a server on which the actor has the id `id`, and every other id is unknown.
  private func serve(_ id: String, _ fixture: ClientFixture, _ unknown: JSONValue, status: Int) {
    fixture.transport.respond { request in
      if request.path.contains("/actors") {
        let actor: JSONValue = ["actor_id": .string(id)]
        return ScriptedTransport.json(["actor": actor, "actors": [actor]])
      }
      guard request.path.hasPrefix("/gateway/\(id)/") else { return ScriptedTransport.json(unknown, status: status) }
      return ScriptedTransport.json(["output": .string(id)])
    }
  }

  /// What servers answer for an id that they do not know.
  nonisolated private static let unknown: [(JSONValue, Int)] = [
    (["group": "internal", "code": "internal_error", "message": "Internal error.", "metadata": [:]], 500),
    (["group": "core", "code": "internal_error", "message": "Internal error."], 500),
    (["group": "actor", "code": "not_found", "message": "actor not found"], 404),
    (["group": "actor", "code": "destroyed_by_user"], 500), (["group": "ws", "code": "going_away"], 500),
    (["group": "guard", "code": "gateway_response_start_timeout"], 504),
  ]

  @Test(arguments: unknown) func `an id that is out of date is looked up again`(
    answer: JSONValue, status: Int
  ) async throws {
    for handle in [0, 1] {
      let fixture = try ClientFixture()
      let handle = handle == 0 ? fixture.client.getOrCreate("counter") : fixture.client.get("counter")
      serve("a1", fixture, answer, status: status)
      #expect(try await handle.action("get") == "a1")
      serve("a2", fixture, answer, status: status)
      #expect(try await handle.fetch("x").text == #"{"output":"a2"}"#)
      #expect(try await handle.action("get") == "a2")
      serve("a3", fixture, answer, status: status)
      let call = Task { try await handle.action("get") }
      await until {
        if fixture.isNext(in: .milliseconds(100)) { fixture.scheduler.advance(by: .milliseconds(100)) }
        return fixture.transport.requests.last?.path == "/gateway/a3/action/get"
      }
      #expect(try await call.value == "a3")
    }
  }

  @Test func `an action that fails inside the actor is not repeated`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.getOrCreate("counter")
    #expect(try await handle.action("get") == 5)
    let (answer, status) = try #require(Self.unknown.first)
    fixture.transport.respond { request in
      request.path.hasPrefix("/gateway")
        ? ScriptedTransport.json(answer, status: status) : ScriptedTransport.standard(request)
    }
    let count = fixture.transport.requests.count
    #expect(await thrown(ActorError.self) { try await handle.action("get") }?.code == "internal_error")
    #expect(fixture.transport.requests.dropFirst(count).map(\.method) == ["POST", "PUT"])
    #expect(try await handle.fetch("x").status == 500)
  }

  @Test func `an action over a connection ends after its limit`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    let call = Task { try await connection.action("slow") }
    await until { socket.messages.count == 1 }
    for _ in 0..<4 {
      fixture.scheduler.advance(by: .seconds(25))
      socket.deliver(.pong)
      await until { connection.hasHeard }
    }
    #expect(await thrown(ActorError.self) { try await call.value }?.code == "timed_out")
    #expect(connection.currentStatus == .connected)
    #expect(connection.pendingCount == 0)
    connection.dispose()
  }

  @Test func `a request without an answer ends after its limit`() async throws {
    let fixture = try ClientFixture()
    fixture.transport.respond { _ in .failure(.cancelled) }
    let slow = SlowTransport()
    let config = try ClientConfig(endpoint: "http://h", disableMetadataLookup: true, environment: [:])
    let client = RivetKitClient(config: config, transport: slow, scheduler: fixture.scheduler)
    let call = Task { try await client.getForId("counter", "a1").action("get") }
    await until { !fixture.scheduler.isIdle }
    fixture.scheduler.advance(by: .seconds(75))
    #expect(await thrown(ActorError.self) { try await call.value }?.code == "timed_out")
  }

  @Test func `a cancelled action is forgotten`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    let call = Task { try await connection.action("a") }
    await until { socket.messages.count == 1 }
    call.cancel()
    #expect(await thrown(CancellationError.self) { try await call.value } != nil)
    #expect(connection.pendingCount == 0)
    socket.deliver(.response(id: 0, output: 1))
    await Task.yield()
    connection.dispose()
  }

  @Test func `a connection in CBOR sends binary frames`() async throws {
    let fixture = try ClientFixture(encoding: .cbor)
    let connection = fixture.client.getOrCreate("counter").connect()
    let socket = try await fixture.socket(0)
    #expect(socket.protocols == ["rivet", "rivet_encoding.cbor"])
    socket.deliver(.message(HostEncoding.cbor.frame(ServerMessage.initial(actorID: "a1", connectionID: "c"))))
    await until { connection.currentStatus == .connected }
    let call = Task { try await connection.action("a", as: Int.self) }
    await until { socket.messages.count == 1 }
    socket.deliver(.message(HostEncoding.cbor.frame(ServerMessage.response(id: 0, output: 6))))
    #expect(try await call.value == 6)
    connection.dispose()
  }
}

/// A server that never answers.
private struct SlowTransport: Transport {
  func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange { EndedExchange() }

  func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket { ScriptedSocket(request: request, protocols: protocols, onEvent: onEvent) }
}
