import Reactive
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct SharedConnectionsTests {
  let fixture: ClientFixture
  let screen = CounterScreen()

  init() throws {
    fixture = try ClientFixture()
  }

  @Test func `K13 observers with one hash share a connection`() async throws {
    let socket = try await screen.connect(to: fixture)
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
    fixture.scheduler.advance(by: .seconds(5))
    #expect(socket.closed == nil)
    child = nil
    fixture.scheduler.advance(by: .seconds(5))
    #expect(socket.closed == SocketClose(code: 1000, reason: "Disposed"))
    #expect(fixture.client.connectionCount == 0)
    #expect(fixture.scheduler.isIdle)
  }

  @Test func `K13 another client replaces the connection`() async throws {
    let socket = try await screen.connect(to: fixture)
    let other = try ClientFixture()
    screen.rivetKit(client: other.client)
    #expect(socket.closed?.code == 1000)
    let next = try await other.socket(0)
    next.initialise()
    await until { screen.counter.isConnected.value }
    #expect(fixture.client.connectionCount == 0)
  }

  @Test func `K13 a connection that was disposed is not shared any more`() async throws {
    screen.rivetKit(client: fixture.client)
    let counter = screen.counter
    (try await fixture.socket(0)).initialise()
    await until { counter.isConnected.value }
    counter.connection.value?.dispose()
    let otherScreen = CounterScreen()
    otherScreen.rivetKit(client: fixture.client)
    let other = otherScreen.counter
    (try await fixture.socket(1)).initialise()
    await until { other.isConnected.value }
    counter.enabled.value = false
    #expect(other.isConnected.value)
    counter.enabled.value = true
    #expect(counter.connection.value === other.connection.value)
  }
}
