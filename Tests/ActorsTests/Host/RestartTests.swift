import Algorithms
import FoundationEssentials
import Reactive
import TestSupport
import Testing
import Time

@testable import Actors

extension NetworkTests {
  /// Clients that do random things while their server is killed and restarted.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct RestartTests {
    /// One client, and what the server has confirmed to it.
    @MainActor
    private final class Peer {
      let client: RivetKitClient
      let connection: ActorConnection
      var confirmed = 0
      var lost = 0
      var tokens: [AnyCancellable] = []

      init(_ endpoint: Endpoint) throws {
        let config = try ClientConfig(endpoint: "\(endpoint)", disableMetadataLookup: true, environment: [:])
        client = RivetKitClient(config: config)
        connection = client.getOrCreate("counter", key: "shared").connect()
      }

      func increment() async {
        do {
          _ = try await connection.action("increment", 1, as: Int.self)
          confirmed += 1
        } catch {
          lost += 1
        }
      }
    }

    @Test func `every confirmed action is counted once, and nothing leaks`() async throws {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/a.db"
      // The network's thread and its certificates stay.
      let first = try await ActorHost(CounterActor.definition())
      let warm = try Peer(first.endpoint)
      await warm.increment()
      warm.client.dispose()
      await first.stop()
      await Descriptors.settle()
      let (handlers, descriptors) = (await NetworkLoop.shared.count, try Descriptors.count)

      var host: ActorHost? = try await ActorHost(
        CounterActor.definition(), address: .unix(path: "\(folder.path)/s"), storage: try SQLiteStorage(path: path))
      let endpoint = try #require(host?.endpoint)
      let peers = try (0..<8).map { _ in try Peer(endpoint) }
      var generator = SeededGenerator(seed: 7)
      var running: [Task<Void, Never>] = []
      for step in 0..<10_000 {
        let peer = peers[Int.random(in: 0..<8, using: &generator)]
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<70: running.append(Task { await peer.increment() })
        case 70..<85: peer.tokens.append(peer.connection.events("newCount").sink { _ in })
        case 85..<97: if !peer.tokens.isEmpty { peer.tokens.removeLast().cancel() }
        default: await Task.yield()
        }
        if step % 1_000 == 999 {
          await host?.stop()
          host = try await ActorHost(
            CounterActor.definition(), address: endpoint.address, storage: try SQLiteStorage(path: path))
        }
      }
      for task in running { await task.value }
      let confirmed = peers.reduce(0) { $0 + $1.confirmed }
      let lost = peers.reduce(0) { $0 + $1.lost }
      #expect(confirmed > 1_000)
      // An action that was lost may have been run, an action that was confirmed has been run once.
      var counts: Set<Int> = []
      for peer in peers { counts.insert(try await peer.connection.action("getCount", as: Int.self)) }
      #expect(counts.count == 1)
      let count = try #require(counts.first)
      #expect((confirmed...(confirmed + lost)).contains(count))
      for peer in peers {
        #expect(peer.connection.pendingCount == 0)
        peer.tokens = []
        peer.client.dispose()
        #expect(peer.client.connectionCount == 0)
      }
      await host?.stop()
      host = nil
      await Descriptors.settle()
      #expect(await NetworkLoop.shared.count == handlers)
      #expect(try Descriptors.count <= descriptors)
    }
  }
}
