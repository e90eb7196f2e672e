import Algorithms
import FoundationEssentials
import Reactive
import Testing
import Time

@testable import Actors

/// A part of a program with a client, as a view controller is.
@MainActor
class Screen: EnvironmentNode {
  var environment: [String: AnyObject] = [:]
  weak var parentScreen: Screen? {
    didSet { EnvironmentChanges.notify() }
  }
  var environmentParent: (any EnvironmentNode)? { parentScreen }

  init(in parent: Screen? = nil) { parentScreen = parent }
}

/// A screen with actors.
@MainActor
final class CounterScreen: Screen {
  @Actor("counter", key: "k") var counter
  @Actor("made", key: [String](), createWithInput: ["start": 42], createInRegion: "eu", enabled: false) var made
  @Actor("room", key: ["a", "b"], params: ["name": "Ada"], enabled: false) var room
}

/// What the observers of the reference do, point by point; K1 to K10 are in `ChecklistTests`.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ObservableChecklistTests {
  let fixture: ClientFixture
  let screen = CounterScreen()

  init() throws {
    fixture = try ClientFixture()
  }

  /// Connects the counter of the screen.
  private func connect() async throws -> ScriptedSocket {
    screen.rivetKit(client: fixture.client)
    _ = screen.counter
    let socket = try await fixture.socket(fixture.transport.sockets.count)
    socket.initialise()
    await until { screen.counter.isConnected.value }
    return socket
  }

  @Test func `K11 the property always gets or creates its actor`() async throws {
    _ = try await connect()
    #expect(fixture.transport.requests.map(\.method) == ["PUT"])
    #expect(screen.counter === screen.$counter)
    #expect(screen.counter.opts.value == ActorOpts(name: "counter", key: "k"))
    #expect(screen.room.opts.value.key == ["a", "b"])
    #expect(screen.room.opts.value.params == ["name": "Ada"])
    #expect(screen.room.connStatus.value == .idle)
    screen.made.enabled.value = true
    await until { fixture.transport.requests.count == 2 }
    let body = try WireJSONReader.value(of: try #require(fixture.transport.requests.last).body)
    #expect((body["name"], body["datacenter"]) == ("made", "eu"))
    let input = try #require(body["input"]?.text.flatMap { Data(base64Encoded: $0) })
    #expect(try CBORReader.value(of: [UInt8](input)) == ["start": 42])
  }

  @Test func `K12 the properties of an actor are values that bind`() async throws {
    var states: [ActorConnStatus] = []
    let counter = screen.counter
    #expect(counter.error.value?.code == "not_configured")
    #expect(counter.connStatus.value == .disconnected)
    #expect(await thrown(ActorError.self) { try await counter.action("a") }?.code == "not_configured")
    #expect(await thrown(ActorError.self) { try await screen.room.action("a") }?.code == "not_ready")
    let token = counter.connStatus.sink { states.append($0) }
    let socket = try await connect()
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
    let socket = try await connect()
    screen.counter.send("first", 1)
    screen.counter.opts.value.key = ["other"]
    #expect(socket.messages == [.action(id: 0, name: "first", arguments: [1])])
    let next = try await fixture.socket(1)
    next.initialise()
    await until { screen.counter.isConnected.value }
    #expect(next.messages.isEmpty)
  }

  @Test func `K13 observers with one hash share a connection`() async throws {
    let socket = try await connect()
    var other: CounterScreen? = CounterScreen(in: screen)
    #expect(other?.counter.isConnected.value == true)
    #expect(fixture.transport.sockets.count == 1)
    let hash = screen.counter.hash.value
    #expect(hash == ActorOpts(name: "counter", key: "k", createWithInput: 1, createInRegion: "eu").hash)
    #expect(hash == "counter:k:9w==")
    #expect(hash != ActorOpts(name: "counter", key: "k", params: 1).hash)
    #expect(ActorOpts(name: "c").hash != ActorOpts(name: "c", key: "").hash)
    #expect(ActorOpts(name: "c", key: ["a:b"]).hash != ActorOpts(name: "c", key: ["a", "b"]).hash)
    #expect(ActorOpts(name: "c", key: ["a\\", "b"]).hash != ActorOpts(name: "c", key: ["a:b"]).hash)
    #expect(ActorOpts(name: "c:x").hash != ActorOpts(name: "c", key: ["x"]).hash)
    other = nil
    fixture.scheduler.advance(by: .seconds(6))
    #expect(socket.closed == nil)
    // Another key ends the connection and makes a new one.
    screen.counter.opts.value.key = ["z"]
    #expect(socket.closed?.code == 1000)
    let next = try await fixture.socket(1)
    next.initialise()
    await until { screen.counter.isConnected.value }
    #expect(fixture.client.connectionCount == 1)
    // Input and region are not part of the hash.
    screen.counter.opts.value.createInRegion = "eu"
    #expect(screen.counter.isConnected.value)
    screen.counter.opts.value.params = ["a": 1]
    #expect(next.closed?.code == 1000)
    let last = try await fixture.socket(2)
    #expect(last.protocols.last == "rivet_conn_params.%7B%22a%22%3A1%7D")
    #expect(screen.counter.hash.value == ActorOpts(name: "counter", key: "z", params: ["a": 1]).hash)
  }

  @Test func `K13 an observer of the state may choose another actor`() async throws {
    let token = screen.counter.connStatus.sink { status in
      if status == .connecting, screen.counter.opts.value.key != ["z"] { screen.counter.opts.value.key = ["z"] }
    }
    screen.rivetKit(client: fixture.client)
    // The client of a screen is taken when the actor is accessed.
    _ = screen.counter
    await until { !fixture.transport.sockets.isEmpty }
    fixture.transport.sockets.last?.initialise()
    await until { screen.counter.isConnected.value }
    #expect(fixture.client.connectionCount == 1)
    #expect(screen.counter.connection.value?.currentStatus == .connected)
    token.cancel()
  }

  @Test func `K13 a connection ends five seconds after its last observer`() async throws {
    let parent = Screen()
    parent.rivetKit(client: fixture.client)
    var child: CounterScreen? = CounterScreen(in: parent)
    _ = child?.counter
    let socket = try await fixture.socket(0)
    socket.initialise()
    await until { child?.counter.isConnected.value == true }
    child = nil
    fixture.scheduler.advance(by: .milliseconds(4_999))
    #expect(socket.closed == nil)
    // Another screen takes it over.
    child = CounterScreen(in: parent)
    #expect(child?.counter.isConnected.value == true)
    child = nil
    fixture.scheduler.advance(by: .seconds(5))
    #expect(socket.closed == SocketClose(code: 1000, reason: "Disposed"))
    #expect(fixture.client.connectionCount == 0)
    #expect(fixture.scheduler.isIdle)
  }

  @Test func `K13 another client replaces the connection`() async throws {
    let socket = try await connect()
    let other = try ClientFixture()
    screen.rivetKit(client: other.client)
    #expect(socket.closed?.code == 1000)
    let next = try await other.socket(0)
    next.initialise()
    await until { screen.counter.isConnected.value }
    #expect(fixture.client.connectionCount == 0)
  }

  @Test func `K14 an actor that is not enabled has no connection`() async throws {
    let socket = try await connect()
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
    let socket = try await connect()
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
    let socket = try await connect()
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
    let socket = try await connect()
    socket.drop()
    await until { screen.counter.error.value != nil }
    screen.counter.enabled.value = false
    #expect(screen.counter.error.value == nil)
    let other = CounterScreen()
    #expect(other.counter.error.value?.code == "not_configured")
    other.counter.enabled.value = false
    #expect(other.counter.error.value == nil)
  }

  @Test func `K16 handlers receive typed arguments of each connection`() async throws {
    let socket = try await connect()
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

  @Test func `K17 a mistake in the configuration is an error of the actor`() async throws {
    screen.rivetKit("nonsense")
    let counter = screen.counter
    var errors: [ActorError] = []
    let token = onActorError(counter) { errors.append($0) }
    #expect(errors.map(\.code) == ["config_error"])
    #expect(errors.first?.message == "“nonsense” is not an address like http://localhost:6420.")
    #expect(counter.connStatus.value == .disconnected)
    #expect(await thrown(ActorError.self) { try await counter.action("a") }?.code == "config_error")
    screen.rivetKit(client: fixture.client)
    #expect(counter.connStatus.value == .connecting)
    #expect(counter.error.value == nil)
    token.cancel()
  }
}
