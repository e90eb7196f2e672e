import Reactive
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct OpeningTurnsTests {
  let fixture: ClientFixture
  private let limit = OpeningTurns.limit

  init() throws {
    fixture = try ClientFixture()
  }

  /// Makes connections, and waits until as many as may are being made.
  private func connections(_ count: Int) async -> [ActorConnection] {
    let handle = fixture.client.getOrCreate("counter")
    let connections = (0..<count).map { _ in handle.connect() }
    await until { fixture.transport.sockets.count == limit }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(fixture.transport.sockets.count == limit)
    #expect(connections.allSatisfy { $0.currentStatus == .connecting })
    return connections
  }

  @Test func `many connections are made a few at a time`() async throws {
    let connections = await connections(100)
    for number in connections.indices { (try await fixture.socket(number)).initialise() }
    await until { connections.allSatisfy { $0.currentStatus == .connected } }
    #expect(fixture.transport.sockets.count == 100)
  }

  @Test func `a connection that fails lets the next one begin`() async throws {
    let connections = await connections(limit + 2)
    (try await fixture.socket(0)).drop()
    await until { fixture.transport.sockets.count == limit + 1 }
    #expect(connections[0].currentStatus == .disconnected)
    // It asks again after its wait, and comes after those that wait already.
    fixture.scheduler.advance(by: .milliseconds(250))
    #expect(connections[0].currentStatus == .connecting)
    (try await fixture.socket(1)).initialise()
    await until { fixture.transport.sockets.count == limit + 2 }
    fixture.transport.sockets.last?.initialise()
    await until { connections.last?.currentStatus == .connected }
    await until { fixture.transport.sockets.count == limit + 3 }
  }

  @Test func `a server that is silent holds no turn for longer than its limit`() async {
    _ = await connections(limit + 1)
    fixture.scheduler.advance(by: .seconds(15))
    await until { fixture.transport.sockets.count == limit + 1 }
  }

  @Test func `a connection that is disposed takes no turn`() async throws {
    let connections = await connections(limit + 2)
    connections[limit].dispose()
    connections[0].dispose()
    await until { fixture.transport.sockets.count == limit + 1 }
    fixture.transport.sockets.last?.initialise()
    await until { connections.last?.currentStatus == .connected }
    fixture.client.dispose()
    for _ in 0..<1_000 { await Task.yield() }
    #expect(fixture.transport.sockets.count == limit + 1)
  }
}
