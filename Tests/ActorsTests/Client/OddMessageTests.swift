import Dispatch
import Reactive
import Testing
import Time

@testable import Actors

/// Messages that a server sends in the wrong order, or should not send at all.
@Suite(.timeLimit(.minutes(10))) @MainActor struct OddMessageTests {
  @Test func `a server that sends nonsense only is given up`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var errors: [String] = []
    let token = connection.errors().sink { errors.append($0.code) }
    for _ in 0..<1_000 { socket.deliver(.message(.text("nonsense"))) }
    await until { connection.currentStatus == .disconnected }
    #expect(errors.count < 50)
    #expect(socket.closed != nil)
    token.cancel()
    connection.dispose()
  }

  @Test func `odd messages neither end a connection nor are lost`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    let call = Task { try await connection.action("a", as: Int.self) }
    await until { socket.messages.count == 1 }
    socket.deliver(.unknown(tag: "Later"))
    socket.deliver(.response(id: 99, output: 1))
    socket.deliver(.failure(.init(group: "user", code: "x", message: "x"), actionID: 98))
    socket.deliver(.event(name: "unheard", arguments: []))
    socket.deliver(.initial(actorID: "again", connectionID: "again"))
    socket.deliver(.opened)
    socket.deliver(.response(id: 0, output: 4))
    socket.deliver(.response(id: 0, output: 5))
    #expect(try await call.value == 4)
    #expect(connection.currentStatus == .connected)
    connection.dispose()
  }

  @Test func `a caller has its answer before an event that follows it`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var log: [Int] = []
    let token = connection.events("e", as: Int.self).sink { log.append($0) }
    let call = Task { log.append(try await connection.action("a", as: Int.self)) }
    await until { socket.messages.count == 2 }
    socket.deliver(.event(name: "e", arguments: [1]))
    socket.deliver(.response(id: 0, output: 2))
    socket.deliver(.event(name: "e", arguments: [3]))
    socket.deliver(.event(name: "e", arguments: [4]))
    try await call.value
    await until { log.count == 4 }
    #expect(log == [1, 2, 3, 4])
    token.cancel()
    connection.dispose()
  }

  @Test func `a caller has its answer before an event that arrives just after it`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var log: [Int] = []
    let token = connection.events("e", as: Int.self).sink { log.append($0) }
    let call = Task { log.append(try await connection.action("a", as: Int.self)) }
    await until { socket.messages.count == 2 }
    socket.deliver(.response(id: 0, output: 1))
    // After the answer has been taken, and before its caller goes on.
    DispatchQueue.main.async { socket.deliver(.event(name: "e", arguments: [2])) }
    try await call.value
    await until { log.count == 2 }
    #expect(log == [1, 2])
    token.cancel()
    connection.dispose()
  }

  @Test func `an answer to an action that has not been sent is ignored`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    let call = Task { try await connection.action("a", as: Int.self) }
    await until { connection.pendingCount == 1 }
    let socket = try await fixture.socket(0)
    socket.deliver(.response(id: 0, output: 1))
    socket.deliver(.failure(.init(group: "user", code: "x", message: "x"), actionID: 0))
    socket.initialise()
    await until { socket.messages.count == 1 }
    socket.deliver(.response(id: 0, output: 2))
    #expect(try await call.value == 2)
    connection.dispose()
  }

  @Test func `an observer of the connection uses it after its subscriptions`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var tokens = [connection.events("e").sink { _ in }]
    let observer = connection.status.sink { status in
      guard status == .connected else { return }
      tokens.append(connection.events("late").sink { _ in })
      _ = Task.immediate { try await connection.action("a") }
    }
    let socket = try await fixture.socket(0)
    socket.initialise()
    await until { socket.messages.count >= 3 }
    #expect(
      socket.messages == [
        .subscription(event: "e", isOn: true), .subscription(event: "late", isOn: true),
        .action(id: 0, name: "a", arguments: []),
      ])
    observer.cancel()
    for token in tokens { token.cancel() }
    connection.dispose()
  }
}
