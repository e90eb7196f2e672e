import Actors
import Glibc
import Reactive
import Synchronization
import Time

/// The return of a hundred clients to a restarted host, under a clock that is advanced.
@MainActor
enum ReconnectBenchmark {
  /// Counts the attempts to connect.
  private final class CountingTransport: Transport {
    private let network = NetworkTransport()
    private let attempts = Mutex(0)

    var count: Int { attempts.withLock { $0 } }

    func send(
      _ request: HTTPRequest, onResult: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> any TransportExchange {
      if request.method == "PUT" { attempts.withLock { $0 += 1 } }
      return network.send(request, onResult: onResult)
    }

    func open(
      _ request: HTTPRequest, protocols: [String], onEvent: @escaping @Sendable (SocketEvent) -> Void
    ) -> any TransportSocket { network.open(request, protocols: protocols, onEvent: onEvent) }
  }

  private static let clients = 100

  static func run(_ bench: Bench, _ path: String) async throws {
    var host = try await ActorHost(ActorsServer.definition, address: .unix(path: path))
    let config = try ClientConfig(endpoint: "\(host.endpoint)", disableMetadataLookup: true)
    let scheduler = ManualScheduler()
    let transports = (0..<clients).map { _ in CountingTransport() }
    let all = transports.map { RivetKitClient(config: config, transport: $0, scheduler: scheduler) }
    let connections = all.map { $0.getOrCreate("measured").connect() }
    await wait { connections.allSatisfy { $0.currentStatus == .connected } }
    await host.stop()
    await wait { connections.allSatisfy { $0.currentStatus == .disconnected } }
    let before = transports.map(\.count)
    let start = scheduler.now
    var burst = 0
    host = try await ActorHost(ActorsServer.definition, address: .unix(path: path))
    while scheduler.now - start < .seconds(30), !connections.allSatisfy({ $0.currentStatus == .connected }) {
      scheduler.advance(by: .milliseconds(10))
      await wait(milliseconds: 500) { connections.allSatisfy { $0.currentStatus != .connecting } }
      if scheduler.now - start <= .seconds(1) {
        burst = zip(transports, before).map { $0.count - $1 }.max() ?? 0
      }
    }
    bench.record(
      "reconnecting \(clients) clients, waits", Double((scheduler.now - start).nanoseconds) / 1e9, unit: "s",
      goal: .valueAtMost(2))
    bench.record(
      "attempts of a client in the first second", Double(burst), unit: "", goal: .valueAtMost(3))
    for client in all { client.dispose() }
    await host.stop()
  }

  private static func wait(milliseconds: UInt64 = 10_000, _ condition: () -> Bool) async {
    let end = Bench.now + milliseconds * 1_000_000
    while !condition(), Bench.now < end { await Bench.pause(milliseconds: 1) }
  }
}
