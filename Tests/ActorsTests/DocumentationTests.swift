import Reactive
import Testing

@testable import Actors

private struct Score: Codable, Equatable {
  var player: String
  var points: Int
}

extension NetworkTests {
  /// What the documentation pages of Actors show.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct DocumentationTests {
    private let counter = CounterActor.definition()

    @Test func `a host and a client share an actor`() async throws {
      let host = try await ActorHost(counter)
      let client = try RivetKitClient(endpoint: "\(host.endpoint)")
      let handle = client.getOrCreate("counter", key: "my-counter")
      let count: Int = try await handle.action("increment", 1)
      #expect(count == 1)
      client.dispose()
      await host.stop()
    }

    @Test func `values are encoded and decoded`() throws {
      let value = try JSONValue(encoding: Score(player: "Ada", points: 12))
      let score = try value.decoded(as: Score.self)
      #expect(score == Score(player: "Ada", points: 12))
    }

    @Test func `actions and events of a connection`() async throws {
      let host = try await ActorHost(counter)
      let client = try RivetKitClient(endpoint: "\(host.endpoint)")
      let connection = client.getOrCreate("counter").connect()
      var places: [Double] = []
      var counts: [JSONValue] = []
      for await status in connection.status.values where status == .connected { break }

      let moves = connection.events("move", as: Double.self, Double.self).sink { x, y in places.append(x + y) }
      let raw = connection.events("newCount").sink { arguments in counts += arguments }

      let count: Int = try await connection.action("increment", 2)
      try await connection.action("tick")
      let state = try await connection.action("getCount", args: [], as: Int.self)

      try await connection.action("move", 1, 2.5)
      #expect((count, state) == (2, 2))
      #expect(counts == [2])
      #expect(places == [3.5])
      moves.cancel()
      raw.cancel()
      client.dispose()
      await host.stop()
    }

    @Test func `a configuration names a server`() throws {
      let config = try ClientConfig(
        endpoint: "https://my-namespace:my-token@api.rivet.dev/base", runnerName: "default", environment: [:])
      #expect(config.namespace == "my-namespace")
    }
  }
}
