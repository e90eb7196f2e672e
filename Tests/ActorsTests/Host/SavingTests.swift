import Reactive
import TestSupport
import Testing

@testable import Actors

/// A storage that may refuse to save.
@NetworkActor
private final class FailingStorage: ActorStorage {
  private let memory = MemoryStorage()
  private(set) var isFull = false

  nonisolated init() {}

  func setFull(_ isFull: Bool) { self.isFull = isFull }
  func actor(id: String) -> StoredActor? { memory.actor(id: id) }
  func actors(name: String, key: [String]?) -> [StoredActor] { memory.actors(name: name, key: key) }
  func remove(id: String) -> Bool { memory.remove(id: id) }
  func close() {}

  func save(_ actor: StoredActor) throws {
    if isFull { throw SQLiteStorage.Failure(message: "database or disk is full") }
    memory.save(actor)
  }
}

extension NetworkTests {
  /// What an action does becomes true when its state is saved, and not before.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct SavingTests {
    private let storage = FailingStorage()
    private let gates = Gates()
    /// What the host reports.
    private let reasons = Mailbox<String>()

    /// An actor with an action that changes its state, waits, and changes it again.
    private func start() async throws -> (ActorHost, RivetKitClient) {
      let gates = gates
      let definition = ActorDefinition("counter", state: 0) { counter in
        counter.action("increment") { (actor, amount: Int) in
          actor.state += amount
          actor.broadcast("newCount", actor.state)
          actor.connection?.send("own", actor.state)
          return actor.state
        }
        counter.action("getCount") { actor in actor.state }
        counter.action("slow") { actor in
          actor.state += 100
          actor.broadcast("newCount", actor.state)
          await gates.wait("slow")
          actor.state += 1_000
          actor.broadcast("newCount", actor.state)
          return actor.state
        }
        counter.onConnect { actor in actor.state += 0 }
      }
      let reasons = reasons
      let host = try await ActorHost(definition, storage: storage) { reasons.post("\($0)") }
      return (host, RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)", environment: [:])))
    }

    @Test func `the host reports why a state cannot be saved`() async throws {
      let (host, client) = try await start()
      let handle = client.getOrCreate("counter", key: "k")
      #expect(try await handle.action("increment", 1) == 1)
      await storage.setFull(true)
      #expect(await thrown(ActorError.self) { try await handle.action("increment", 1) }?.code == "internal_error")
      var received = reasons.makeAsyncIterator()
      #expect(await received.next() == "database or disk is full")
      client.dispose()
      await host.stop()
    }

    @Test func `the host does not report what it has answered itself`() async throws {
      let definition = CounterActor.definition(gates: gates, actionTimeout: .milliseconds(1))
      let host = try await ActorHost(definition, storage: storage) { [reasons] in reasons.post("\($0)") }
      let client = RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)", environment: [:]))
      let handle = client.getOrCreate("counter", key: "k")
      #expect(await thrown(ActorError.self) { try await handle.action("slow", "k") }?.code == "timed_out")
      await storage.setFull(true)
      _ = await thrown(ActorError.self) { try await handle.action("increment", 1) }
      var received = reasons.makeAsyncIterator()
      #expect(await received.next() == "database or disk is full")
      await gates.release("k")
      client.dispose()
      await host.stop()
    }

    @Test func `an action that cannot be saved has no effect`() async throws {
      let (host, client) = try await start()
      let connection = client.getOrCreate("counter", key: "k").connect()
      let events = Received(connection.events("newCount", as: Int.self))
      let own = Received(connection.events("own", as: Int.self))
      #expect(try await connection.action("increment", 1) == 1)
      await storage.setFull(true)
      for _ in 0..<2 {
        let error = await thrown(ActorError.self) { try await connection.action("increment", 10) }
        #expect(error?.code == "internal_error")
      }
      #expect(try await connection.action("getCount") == 1)
      let handle = client.getOrCreate("counter", key: "k")
      #expect(await thrown(ActorError.self) { try await handle.action("increment", 10) }?.code == "internal_error")
      await storage.setFull(false)
      #expect(try await connection.action("increment", 1) == 2)
      // Events arrive in order: none was sent in between.
      for count in [1, 2] {
        #expect(await events.next() == count)
        #expect(await own.next() == count)
      }
      client.dispose()
      await host.stop()
    }

    @Test func `a state that could not be loaded again is not saved`() async throws {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/a.db"
      let definition = ActorDefinition("list", state: JSONValue.array([])) { list in
        list.action("fill") { (actor, count: Int) in
          actor.state = .array(Array(repeating: .null, count: count))
        }
        list.action("nest") { (actor, depth: Int) in
          actor.state = (0..<depth).reduce(.null) { value, _ in .array([value]) }
        }
        list.action("grow") { (actor, count: Int) in
          actor.state = .bytes(Array(repeating: 1, count: count))
        }
        list.action("size") { actor in actor.state.elements?.count ?? -1 }
      }
      let clock = ManualClock()
      let host = try await ActorHost([definition], storage: try SQLiteStorage(path: path), clock: clock)
      let client = RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)", environment: [:]))
      let handle = client.getOrCreate("list")
      try await handle.action("fill", 7)
      for (action, count) in [("fill", 1_000_001), ("nest", 130), ("grow", 33 << 20)] {
        let error = await thrown(ActorError.self) { try await handle.action(action, count) }
        #expect(error?.code == "internal_error", "\(action)")
      }
      await clock.advance(by: .seconds(30))
      #expect(await host.awake.isEmpty)
      #expect(try await handle.action("size") == 7)
      client.dispose()
      await host.stop()
    }

    @Test func `an actor that cannot be saved is not made`() async throws {
      let (host, client) = try await start()
      await storage.setFull(true)
      let handle = client.getOrCreate("counter", key: "k")
      #expect(await thrown(ActorError.self) { try await handle.resolve() }?.code == "internal_error")
      #expect(await host.awake.isEmpty)
      await storage.setFull(false)
      #expect(try await handle.action("increment", 1) == 1)
      client.dispose()
      await host.stop()
    }

    @Test func `an actor does not sleep while an action goes on`() async throws {
      let clock = ManualClock()
      let host = try await ActorHost([CounterActor.definition(gates: gates)], clock: clock)
      let client = RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)", environment: [:]))
      let handle = client.getOrCreate("counter", key: "k")
      let call = Task { try await handle.action("slow", "k") }
      await yield { await gates.isWaiting("k") }
      #expect(try await handle.action("increment", 1) == 1)
      await clock.advance(by: .seconds(30))
      #expect(await host.awake.count == 1)
      await gates.release("k")
      #expect(try await call.value == "done")
      await clock.advance(by: .seconds(30))
      #expect(await host.awake.isEmpty)
      client.dispose()
      await host.stop()
    }

    @Test func `events of an action that goes on are sent when they are saved`() async throws {
      let (host, client) = try await start()
      let connection = client.getOrCreate("counter", key: "k").connect()
      let events = Received(connection.events("newCount", as: Int.self))
      let call = Task { try await connection.action("slow", as: Int.self) }
      #expect(await events.next() == 100)
      await gates.release("slow")
      #expect(try await call.value == 1_100)
      #expect(await events.next() == 1_100)
      client.dispose()
      await host.stop()
    }

    @Test func `an action whose changes were lost with another one fails`() async throws {
      let (host, client) = try await start()
      let connection = client.getOrCreate("counter", key: "k").connect()
      let events = Received(connection.events("newCount", as: Int.self))
      #expect(try await connection.action("increment", 1) == 1)
      await storage.setFull(true)
      let call = Task { try await connection.action("slow", as: Int.self) }
      await yield { await gates.isWaiting("slow") }
      #expect(await thrown(ActorError.self) { try await connection.action("increment", 10) } != nil)
      await storage.setFull(false)
      await gates.release("slow")
      #expect(await thrown(ActorError.self) { try await call.value }?.code == "internal_error")
      #expect(try await connection.action("increment", 1) == 2)
      for count in [1, 2] { #expect(await events.next() == count) }
      client.dispose()
      await host.stop()
    }
  }
}
