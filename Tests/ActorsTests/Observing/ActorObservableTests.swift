import Reactive
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ActorObservableTests {
  let fixture: ClientFixture
  let screen = CounterScreen()

  init() throws {
    fixture = try ClientFixture()
  }

  @Test func `K12 the properties of an actor are values that bind`() async throws {
    var states: [ActorConnStatus] = []
    let counter = screen.counter
    #expect(counter.error.value?.code == "not_configured")
    #expect(counter.connStatus.value == .disconnected)
    #expect(await thrown(ActorError.self) { try await counter.action("a") }?.code == "not_configured")
    #expect(await thrown(ActorError.self) { try await screen.room.action("a") }?.code == "not_ready")
    let token = counter.connStatus.sink { states.append($0) }
    let socket = try await screen.connect(to: fixture)
    #expect(states == [.disconnected, .connecting, .connected])
    #expect(counter.connection.value != nil)
    #expect(counter.handle.value != nil)
    #expect(counter.error.value == nil)
    let call = Task { try await counter.action("add", 1, as: Int.self) }
    await until { socket.messages.count == 1 }
    socket.deliver(.response(id: 0, output: 9))
    #expect(try await call.value == 9)
    counter.send("later", 1, "x")
    counter.send("much", args: [1, "x", true])
    await until { socket.messages.count == 3 }
    #expect(socket.messages.last == .action(id: 2, name: "much", arguments: [1, "x", true]))
    token.cancel()
  }

  @Test func `K12 an action goes to the actor that was chosen when it was sent`() async throws {
    let socket = try await screen.connect(to: fixture)
    screen.counter.send("first", 1)
    screen.counter.opts.value.key = ["other"]
    #expect(socket.messages == [.action(id: 0, name: "first", arguments: [1])])
    let next = try await fixture.socket(1)
    next.initialise()
    await until { screen.counter.isConnected.value }
    #expect(next.messages.isEmpty)
  }

  @Test func `K14 an actor that is not enabled has no connection`() async throws {
    let socket = try await screen.connect(to: fixture)
    let counter = screen.counter
    var values: [Int] = []
    var ended = 0
    let stream = counter.events("e", as: Int.self).sink(receiveCompletion: { _ in ended += 1 }) { values.append($0) }
    let call = Task { try await counter.action("slow") }
    await until { socket.messages.count == 2 }
    counter.enabled.value = false
    #expect(socket.closed?.code == 1000)
    #expect(await thrown(ActorConnDisposed.self) { try await call.value } != nil)
    #expect(counter.connStatus.value == .idle)
    #expect(counter.connection.value == nil)
    #expect(counter.handle.value == nil)
    #expect(ended == 1)
    // A subscription that is made now waits for the next connection.
    let waiting = counter.events("e", as: Int.self).sink { values.append($0) }
    counter.enabled.value = true
    let next = try await fixture.socket(1)
    next.initialise()
    await until { next.messages.contains(.subscription(event: "e", isOn: true)) }
    next.deliver(.event(name: "e", arguments: [3]))
    await until { values == [3] }
    stream.cancel()
    waiting.cancel()
  }

  @Test func `K14 a disabled actor hears nothing of a shared connection`() async throws {
    let socket = try await screen.connect(to: fixture)
    let other = CounterScreen(in: screen)
    var values: [Int] = []
    var ended = 0
    let tokens = [
      other.counter.events("e", as: Int.self).sink(receiveCompletion: { _ in ended += 1 }) { values.append($0) },
      onActorEvent(other.counter, "e") { (value: Int) in values.append(value + 100) },
      screen.counter.events("e", as: Int.self).sink { values.append($0 + 200) },
    ]
    other.counter.enabled.value = false
    #expect(ended == 1)
    #expect(other.counter.connStatus.value == .idle)
    #expect(socket.closed == nil)
    socket.deliver(.event(name: "e", arguments: [1]))
    await until { !values.isEmpty }
    #expect(values == [201])
    other.counter.enabled.value = true
    #expect(fixture.transport.sockets.count == 1)
    socket.deliver(.event(name: "e", arguments: [2]))
    await until { values.count == 3 }
    #expect(values == [201, 102, 202] || values == [201, 202, 102])
    for token in tokens { token.cancel() }
  }

  @Test func `K14 an actor without a client is idle once it is disabled`() {
    let counter = screen.counter
    #expect(counter.connStatus.value == .disconnected)
    counter.enabled.value = false
    #expect(counter.connStatus.value == .idle)
    #expect(screen.room.connStatus.value == .idle)
    #expect(screen.room.error.value == nil)
    screen.rivetKit("nonsense")
    #expect(screen.room.connStatus.value == .idle)
  }

  @Test func `K15 errors are shown until the next attempt`() async throws {
    let socket = try await screen.connect(to: fixture)
    let counter = screen.counter
    socket.deliver(.failure(.init(group: "actor", code: "bad", message: "bad"), actionID: nil))
    await until { counter.error.value?.code == "bad" }
    var received: [String] = []
    let token = onActorError(counter) { received.append($0.code) }
    #expect(received == ["bad"])
    socket.deliver(.closed(SocketClose(code: 1011, reason: "guard.gone#r1")))
    await until { counter.connStatus.value == .disconnected }
    #expect(received == ["bad", "gone"])
    fixture.scheduler.advance(by: .milliseconds(250))
    #expect(counter.error.value == nil)
    let next = try await fixture.socket(1)
    next.initialise()
    await until { counter.isConnected.value }
    let call = Task { try await counter.action("a") }
    await until { next.messages.count == 1 }
    next.deliver(.failure(.init(group: "user", code: "no", message: "no"), actionID: 0))
    #expect(await thrown(ActorError.self) { try await call.value }?.code == "no")
    #expect(received == ["bad", "gone"])
    token.cancel()
  }

  @Test func `K15 an actor that is disabled has no error`() async throws {
    let socket = try await screen.connect(to: fixture)
    socket.drop()
    await until { screen.counter.error.value != nil }
    screen.counter.enabled.value = false
    #expect(screen.counter.error.value == nil)
    let other = CounterScreen()
    #expect(other.counter.error.value?.code == "not_configured")
    other.counter.enabled.value = false
    #expect(other.counter.error.value == nil)
  }

  @Test func `K15 every way to lose or miss a connection is an error`() async throws {
    fixture.transport.respond { _ in .failure(.failed("No route to host.")) }
    screen.rivetKit(client: fixture.client)
    let counter = screen.counter
    var errors: [ActorError] = []
    let token = onActorError(counter) { errors.append($0) }
    await until { counter.connStatus.value == .disconnected }
    #expect(errors.map(\.message) == ["No route to host."])
    fixture.transport.respond { _ in .success(HTTPResponse(status: 502)) }
    fixture.scheduler.advance(by: .milliseconds(250))
    #expect(counter.error.value == nil)
    await until { counter.connStatus.value == .disconnected }
    #expect(errors.last?.message == "The server answered with status 502. Check its address.")
    fixture.transport.respond(ScriptedTransport.standard)
    // A refused handshake, a handshake without an answer, a connection that is lost, and one that falls silent.
    fixture.scheduler.advance(by: .milliseconds(500))
    (try await fixture.socket(0)).drop()
    await until { errors.count == 3 }
    fixture.scheduler.advance(by: .seconds(1))
    _ = try await fixture.socket(1)
    fixture.scheduler.advance(by: .seconds(15))
    #expect(errors.count == 4)
    fixture.scheduler.advance(by: .seconds(2))
    let socket = try await fixture.socket(2)
    socket.initialise()
    await until { counter.isConnected.value }
    fixture.scheduler.advance(by: .seconds(5))
    socket.drop()
    await until { errors.count == 5 }
    fixture.scheduler.advance(by: .milliseconds(250))
    (try await fixture.socket(3)).initialise()
    await until { counter.isConnected.value }
    fixture.scheduler.advance(by: .seconds(50))
    #expect(errors.count == 6)
    #expect(errors.allSatisfy { $0.group == "client" && !$0.message.isEmpty })
    // A server that ends the connection on purpose has no error.
    fixture.scheduler.advance(by: .milliseconds(250))
    let last = try await fixture.socket(4)
    last.initialise()
    await until { counter.isConnected.value }
    last.deliver(.closed(SocketClose(code: 1000, reason: "kicked")))
    await until { counter.connStatus.value == .disconnected }
    #expect(counter.error.value == nil)
    token.cancel()
  }

  @Test func `K16 handlers receive typed arguments of each connection`() async throws {
    let socket = try await screen.connect(to: fixture)
    let counter = screen.counter
    var received: [String] = []
    var errors: [String] = []
    let tokens = [
      onActorEvent(counter, "none") { received.append("none") },
      onActorEvent(counter, "one") { (value: Int) in received.append("\(value)") },
      onActorEvent(counter, "two") { (a: Int, b: String) in received.append("\(a)\(b)") },
      onActorEvent(counter, "three") { (a: Int, b: String, c: Bool) in received.append("\(a)\(b)\(c)") },
      onActorEvent(counter, "four") { (a: Int, b: String, c: Bool, d: Double) in received.append("\(a)\(b)\(c)\(d)") },
      onActorEvent(counter, "five") { (a: Int, b: String, c: Bool, d: Double, e: [Int]) in
        received.append("\(a)\(b)\(c)\(d)\(e)")
      },
      onActorEvent(counter, "raw") { (values: [JSONValue]) in received.append("\(values.count)") },
      onActorError(counter) { errors.append($0.code) },
    ]
    socket.deliver(.event(name: "none", arguments: []))
    socket.deliver(.event(name: "one", arguments: [1]))
    socket.deliver(.event(name: "one", arguments: []))
    socket.deliver(.event(name: "two", arguments: [1, "b"]))
    socket.deliver(.event(name: "two", arguments: ["b", 1]))
    socket.deliver(.event(name: "three", arguments: [1, "b", true]))
    socket.deliver(.event(name: "four", arguments: [1, "b", true, 1.5]))
    socket.deliver(.event(name: "five", arguments: [1, "b", true, 1.5, [2]]))
    socket.deliver(.event(name: "raw", arguments: [1, 2, 3]))
    await until { received.count == 7 }
    #expect(received == ["none", "1", "1b", "1btrue", "1btrue1.5", "1btrue1.5[2]", "3"])
    #expect(errors == ["decode_error", "decode_error"])
    counter.opts.value.key = ["other"]
    let next = try await fixture.socket(1)
    next.initialise()
    await until { next.messages.count == 7 }
    next.deliver(.event(name: "one", arguments: [2]))
    await until { received.last == "2" }
    for token in tokens { token.cancel() }
    #expect(next.messages.count == 14)
  }
}
