import Reactive
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ActorConnectionTests {
  @Test func `K4 a connection is connected with its first message`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var states: [ActorConnStatus] = []
    let token = connection.statusChanges().sink { states.append($0) }
    let socket = try await fixture.socket(0)
    #expect(socket.protocols == ["rivet", "rivet_encoding.json"])
    socket.deliver(.opened)
    socket.deliver(.pong)
    await Task.yield()
    #expect(states == [.connecting])
    socket.initialise()
    await until { connection.currentStatus == .connected }
    socket.drop()
    await until { connection.currentStatus == .disconnected }
    fixture.scheduler.advance(by: .milliseconds(250))
    (try await fixture.socket(1)).initialise()
    await until { connection.currentStatus == .connected }
    connection.dispose()
    #expect(states == [.connecting, .connected, .disconnected, .connecting, .connected, .disposed])
    token.cancel()
  }

  @Test func `K2 a connection reports that the server cannot be reached`() async throws {
    let fixture = try ClientFixture(metadata: true)
    fixture.transport.respond { _ in .failure(.failed("down")) }
    let connection = fixture.client.getOrCreate("counter").connect()
    var errors: [String] = []
    let token = connection.errors().sink { errors.append($0.message) }
    for (count, wait) in [(1, 500), (2, 1_000), (3, 2_000), (4, 4_000), (5, 8_000), (6, 15_000)] {
      await until { errors.count == count && fixture.isNext(in: .milliseconds(wait)) }
      // The limit of an attempt begins with its first request to the actor's server.
      #expect(connection.currentStatus == .connecting)
      if count == 6 { fixture.transport.respond(ScriptedTransport.standard) }
      fixture.scheduler.advance(by: .milliseconds(wait))
    }
    (try await fixture.socket(0)).initialise()
    await until { connection.currentStatus == .connected }
    #expect(errors == Array(repeating: "Down.", count: 6))
    token.cancel()
    connection.dispose()
  }

  @Test func `K5 each connection opens and closes with a reason`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var events: [String] = []
    let tokens = [
      connection.opens().sink { events.append("open") }, connection.closes().sink { events.append($0.reason) },
    ]
    for (number, wait) in [250, 500].enumerated() {
      let socket = try await fixture.socket(number)
      socket.initialise()
      await until { connection.currentStatus == .connected }
      socket.drop()
      await until { connection.currentStatus == .disconnected }
      fixture.scheduler.advance(by: .milliseconds(wait))
    }
    // An attempt that fails neither opens nor closes.
    (try await fixture.socket(2)).drop()
    await until { connection.currentStatus == .disconnected }
    #expect(events == ["open", "dropped", "open", "dropped"])
    for token in tokens { token.cancel() }
    connection.dispose()
  }

  @Test func `K5 disposing ends every publisher and fails what waits`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var ended = 0
    let count: (Completion<Never>) -> Void = { _ in ended += 1 }
    let tokens = [
      connection.status.sink(receiveCompletion: count) { _ in },
      connection.errors().sink(receiveCompletion: count) { _ in },
      connection.opens().sink(receiveCompletion: count) { _ in },
      connection.closes().sink(receiveCompletion: count) { _ in },
      connection.events("e").sink(receiveCompletion: count) { _ in },
      connection.events("f", as: Int.self, String.self).sink(receiveCompletion: count) { _ in },
    ]
    let streams = Task {
      for await _ in connection.events("e").values {}
      for await _ in connection.statusChanges().values {}
    }
    let call = Task { try await connection.action("slow") }
    await until { socket.messages.contains(.action(id: 0, name: "slow", arguments: [])) }
    connection.dispose()
    await streams.value
    connection.dispose()
    #expect(ended == 6)
    #expect(await thrown(ActorConnDisposed.self) { try await call.value } != nil)
    #expect(socket.closed == SocketClose(code: 1000, reason: "Disposed"))
    #expect(fixture.client.connectionCount == 0)
    #expect(fixture.scheduler.isIdle)
    for token in tokens { token.cancel() }
  }

  @Test func `K6 queued actions are sent in order, those in flight fail`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    let first = Task { try await connection.action("a", as: Int.self) }
    let second = Task { try await connection.action("b", as: Int.self) }
    await until { connection.pendingCount == 2 }
    let socket = try await fixture.socket(0)
    #expect(socket.messages.isEmpty)
    socket.initialise()
    await until { socket.messages.count == 2 }
    #expect(socket.messages.first == .action(id: 0, name: "a", arguments: []))
    socket.deliver(.response(id: 1, output: 2))
    #expect(try await second.value == 2)
    socket.drop()
    #expect(await thrown(ActorError.self) { try await first.value }?.code == "connection_lost")
    let third = Task { try await connection.action("c", as: Int.self) }
    await until { connection.pendingCount == 1 }
    // A queued action survives attempts that fail.
    fixture.scheduler.advance(by: .milliseconds(500))
    (try await fixture.socket(1)).drop()
    await until { connection.currentStatus == .disconnected }
    fixture.scheduler.advance(by: .seconds(1))
    let last = try await fixture.socket(2)
    last.initialise()
    await until { !last.messages.isEmpty }
    #expect(last.messages == [.action(id: 2, name: "c", arguments: [])])
    last.deliver(.response(id: 2, output: 3))
    #expect(try await third.value == 3)
    connection.dispose()
    #expect(await thrown(ActorConnDisposed.self) { try await connection.action("d") } != nil)
  }

  @Test func `a queued action has no limit of time`() {
    var actions = UnansweredActions()
    let (id, message, _) = actions.add("a", [])
    actions.enqueue(id, message)
    let sent = actions.add("b", []).id
    actions.markSent(sent, at: Instant(nanoseconds: 5))
    actions.fail(sentBefore: Instant(nanoseconds: 5), .timedOut)
    let queued = actions.takeQueued(at: Instant(nanoseconds: 6))
    #expect(queued == [message])
    #expect(actions.count == 1)
  }

  @Test func `queued actions keep their order without the cancelled ones`() {
    var actions = UnansweredActions()
    let added = ["a", "b", "c"].map { actions.add($0, []) }
    for (id, message, _) in added { actions.enqueue(id, message) }
    actions.remove(added[1].id)
    let first = actions.takeQueued(at: Instant(nanoseconds: 5))
    let second = actions.takeQueued(at: Instant(nanoseconds: 6))
    #expect(first == [added[0].message, added[2].message])
    #expect(second == [])
    actions.failInFlight(.timedOut)
    #expect(actions.count == 0)
  }

  @Test func `K6 actions that fail together fail in order`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var failed: [Int] = []
    let calls = (0..<20).map { number in
      Task {
        _ = try? await connection.action("a")
        failed.append(number)
      }
    }
    await until { connection.pendingCount == 20 }
    connection.dispose()
    for call in calls { await call.value }
    #expect(failed == Array(0..<20))
  }

  @Test func `answers and events are handled in the server's order`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var handled: [String] = []
    let token = connection.events("e").sink { _ in handled.append("event") }
    let calls = ["first", "second"].map { name in
      Task {
        _ = try await connection.action(name)
        handled.append(name)
      }
    }
    await until { socket.messages.count == 3 }
    socket.deliver(.response(id: 0, output: 1))
    socket.deliver(.event(name: "e", arguments: []))
    socket.deliver(.response(id: 1, output: 2))
    for call in calls { try await call.value }
    #expect(handled == ["first", "event", "second"])
    token.cancel()
    connection.dispose()
  }

  @Test func `K7 an event is subscribed once, and again before the queue`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var received: [Int] = []
    let first = connection.events("e", as: Int.self).sink { received.append($0) }
    let second = connection.events("e").sink { _ in received.append(-1) }
    #expect(socket.messages == [.subscription(event: "e", isOn: true)])
    socket.deliver(.event(name: "e", arguments: [7]))
    await until { received.count == 2 }
    first.cancel()
    #expect(socket.messages.count == 1)
    socket.drop()
    await until { connection.currentStatus == .disconnected }
    // Not sent without a connection.
    let third = connection.events("f").sink { _ in }
    let call = Task { try await connection.action("a") }
    await until { connection.pendingCount == 1 }
    fixture.scheduler.advance(by: .milliseconds(500))
    let next = try await fixture.socket(1)
    next.initialise()
    await until { next.messages.count == 3 }
    #expect(
      next.messages == [
        .subscription(event: "e", isOn: true), .subscription(event: "f", isOn: true),
        .action(id: 0, name: "a", arguments: []),
      ])
    second.cancel()
    #expect(next.messages.last == .subscription(event: "e", isOn: false))
    third.cancel()
    connection.dispose()
    _ = await call.result
  }

  @Test func `K8 the arguments of an event are checked one by one`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var pairs: [String] = []
    var errors: [ActorError] = []
    let tokens = [
      connection.errors().sink { errors.append($0) },
      connection.events("e", as: Int.self, String.self).sink { pairs.append("\($0)\($1)") },
      connection.events("none", as: Void.self).sink { pairs.append("none") },
      connection.events("one", as: UInt.self).sink { pairs.append("\($0)") },
    ]
    socket.deliver(.event(name: "e", arguments: [1.0, "a"]))
    socket.deliver(.event(name: "e", arguments: [1]))
    socket.deliver(.event(name: "e", arguments: [1, 2]))
    socket.deliver(.event(name: "none", arguments: []))
    socket.deliver(.event(name: "none", arguments: [1]))
    socket.deliver(.message(.text(#"{"body":{"tag":"Event","val":{"name":"one","args":2}}}"#)))
    socket.deliver(.event(name: "e", arguments: [2, "b"]))
    await until { pairs.count == 4 }
    #expect(pairs == ["1a", "none", "2", "2b"])
    #expect(errors.count == 3)
    #expect(
      errors.first
        == ActorError(
          group: "client", code: "decode_error", message: "failed to decode event e",
          metadata: ["event": "e", "detail": "expected 2 args, received 1"]))
    for token in tokens { token.cancel() }
    connection.dispose()
  }

  @Test func `K9 a malformed message fails what is in flight`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var errors: [ActorError] = []
    let token = connection.errors().sink { errors.append($0) }
    let call = Task { try await connection.action("a") }
    await until { socket.messages.count == 1 }
    socket.deliver(.message(.text("not json")))
    let malformed = ActorError(group: "client", code: "malformed", message: "malformed response")
    #expect(await thrown(ActorError.self) { try await call.value } == malformed)
    #expect(errors == [malformed])
    #expect(connection.currentStatus == .connected)
    token.cancel()
    connection.dispose()
  }

  @Test func `K10 a connection reports why an actor could not be started`() async throws {
    let fixture = try ClientFixture()
    fixture.transport.respond { ScriptedTransport.unschedulable($0, "actor_runner_failed") }
    let connection = fixture.client.getOrCreate("counter").connect()
    var errors: [ActorError] = []
    let token = connection.errors().sink { errors.append($0) }
    (try await fixture.socket(0)).deliver(.closed(SocketClose(code: 1011, reason: "guard.actor_runner_failed#r1")))
    await until { !errors.isEmpty }
    #expect(errors.map(\.code) == ["actor_runner_failed"])
    #expect(errors.first?.metadata == ["reason": "no memory"])
    #expect(connection.currentStatus == .disconnected)
    token.cancel()
    connection.dispose()
  }

  @Test func `a late reason does not cover a good connection`() async throws {
    let transport = HeldLookups()
    transport.server.respond { ScriptedTransport.unschedulable($0, "actor_runner_failed") }
    let scheduler = ManualScheduler()
    let config = try ClientConfig(endpoint: "http://server", disableMetadataLookup: true, environment: [:])
    let client = RivetKitClient(config: config, transport: transport, scheduler: scheduler)
    let connection = client.getOrCreate("counter").connect()
    var errors: [ActorError] = []
    let token = connection.errors().sink { errors.append($0) }
    await until { transport.server.sockets.count == 1 }
    transport.server.sockets.first?.deliver(
      .closed(SocketClose(code: 1011, reason: "guard.actor_runner_failed#r1")))
    await until { transport.answers.count == 1 }
    let next = try #require(scheduler.nextInstant)
    scheduler.advance(by: next - scheduler.now)
    await until { transport.server.sockets.count == 2 }
    transport.server.sockets.last?.initialise()
    await until { connection.currentStatus == .connected }
    for answer in transport.answers.takeAll() { answer() }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(errors == [])
    token.cancel()
    connection.dispose()
  }
}

/// A server whose answers to look-ups wait until the test gives them.
private final class HeldLookups: Transport {
  let server = ScriptedTransport()
  /// Each gives an answer.
  let answers = Mailbox<@Sendable () -> Void>()

  func send(
    _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> any TransportExchange {
    guard request.method == "GET" else { return server.send(request, onResult: onResult) }
    answers.post { [server] in _ = server.send(request, onResult: onResult) }
    return EndedExchange()
  }

  func open(
    _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
  ) -> any TransportSocket { server.open(request, protocols: protocols, onEvent: onEvent) }
}
