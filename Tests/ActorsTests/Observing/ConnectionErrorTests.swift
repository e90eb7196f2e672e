import Reactive
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ConnectionErrorTests {
  let fixture: ClientFixture
  let screen = CounterScreen()

  init() throws {
    fixture = try ClientFixture()
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

  @Test func `an error reads as one sentence`() {
    #expect("\(ActorError.notFound)" == "Actor not found.")
    #expect("\(ActorError.notReady)" == "There is no connection. Connect, then try again.")
    #expect("\(ActorError(group: "g", code: "c", message: "no:\n<!DOCTYPE HTML>"))" == "No.")
    #expect("\(ActorError(group: "g", code: "c", message: ""))" == "The server reported an error without a message.")
    let closed = ActorError(closing: SocketClose(code: 1011, reason: "guard.gone#r1"))
    #expect(closed?.description == "The server closed the connection. The next attempt follows.")
  }
}
