import Actors
import FoundationEssentials
import Glibc
import Reactive
import TestSupport
import Time

/// The time that an action takes, and the cost of many connections and of rest.
@MainActor
enum ActorBenchmarks {
  static func run(_ bench: Bench) async throws {
    let folder = TemporaryFolder()
    try await RoundTripBenchmark(
      place: "a Unix socket", ours: "\(folder.path)/ours", baseline: "+\(folder.path)/baseline"
    ).run(bench)
    try await RoundTripBenchmark(
      place: "loopback", ours: "tcp", baseline: "\(20_000 + Int(getpid() % 10_000))"
    ).run(bench)
    try await fanOut(bench, "\(folder.path)/fan-out")
    try await ReconnectBenchmark.run(bench, "\(folder.path)/storm")
    try await wakeUps(bench, "\(folder.path)/idle")
  }

  static func own(_ arguments: String...) throws -> ChildProcess {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try ChildProcess(own, arguments)
  }

  static func client(_ endpoint: String?) throws -> RivetKitClient {
    guard let endpoint else { throw NotMeasured("the host has not started") }
    return RivetKitClient(config: try ClientConfig(endpoint: endpoint, disableMetadataLookup: true))
  }

  // MARK: Events

  private static func fanOut(_ bench: Bench, _ path: String) async throws {
    let (connections, events) = (1_000, 400)
    try raiseDescriptorLimit(to: UInt(connections) * 2 + 200)
    let host = try own(ActorsServer.hosting, path)
    let client = try client(host.line())
    // The first connection starts the network.
    let first = client.getOrCreate("measured").connect()
    _ = try await first.call("echo", ["x"])
    let before = reactiveResidentBytes()
    let all = (0..<connections).map { _ in client.getOrCreate("measured").connect() }
    for connection in all { _ = try await connection.call("echo", ["x"]) }
    bench.record(
      "memory of an idle connection", (reactiveResidentBytes() - before) / Double(connections) / 1_024, unit: "KB",
      goal: .valueAtMost(16))

    let counter = EventCounter(all)
    // An answer follows the subscription, so that each is known to the host.
    for connection in all { _ = try await connection.call("echo", ["x"]) }
    var rates: [Double] = []
    for _ in 0..<4 {
      counter.reset()
      let start = Bench.now
      _ = try await first.call("burst", [.integer(Int64(events))])
      try await counter.wait(for: connections * events)
      rates.append(Double(connections * events) / (Double(Bench.now - start) / 1e9))
    }
    bench.record(
      "events to \(connections) connections", rates.dropFirst().map { $0 }.median, unit: "events/s",
      goal: .valueAtLeast(200_000))
    bench.record(
      "events lost or out of order", Double(counter.misplaced), unit: "events", goal: .valueAtMost(0))
    counter.end()
    client.dispose()
    try host.end()
  }

  private static func raiseDescriptorLimit(to count: UInt) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(7), &limit)
    guard limit.rlim_cur < count else { return }
    limit.rlim_cur = min(count, limit.rlim_max)
    guard setrlimit(__rlimit_resource_t(7), &limit) == 0, limit.rlim_cur >= count else {
      throw NotMeasured("not enough files may be open")
    }
  }

  // MARK: Rest

  private static func wakeUps(_ bench: Bench, _ path: String) async throws {
    let host = try own(ActorsServer.hosting, path)
    let user = try own(ActorsServer.resting, host.line() ?? "")
    _ = user.line()
    // The threads of the task pool end after some seconds.
    await Bench.pause(milliseconds: 7_000)
    let count = try ProcessFigures.contextSwitches(of: user.process, seconds: 15)
    bench.record("wake-ups in 15 s between two pings", Double(count), unit: "", goal: .valueAtMost(2))
    try user.end()
    try host.end()
  }
}

/// Counts the events of connections, and checks their order.
@MainActor
private final class EventCounter {
  private var next: [Int64]
  private var count = 0
  private(set) var misplaced = 0
  private var wanted = Int.max
  private var continuation: CheckedContinuation<Void, Never>?
  private var tokens: [AnyCancellable] = []

  init(_ connections: [ActorConnection]) {
    next = connections.map { _ in 0 }
    tokens = connections.enumerated().map { index, connection in
      connection.events("tick").sink { [weak self] arguments in self?.receive(arguments, index) }
    }
  }

  isolated deinit {}

  func reset() {
    count = 0
    for index in next.indices { next[index] = 0 }
  }

  func end() { tokens = [] }

  private func receive(_ arguments: [JSONValue], _ index: Int) {
    if arguments != [.integer(next[index])] { misplaced += 1 }
    next[index] += 1
    count += 1
    if count == wanted {
      continuation?.resume()
      continuation = nil
    }
  }

  /// Waits for the events, a minute at most.
  func wait(for count: Int) async throws {
    guard self.count < count else { return }
    wanted = count
    let timer = MainScheduler.shared.schedule(after: .seconds(60)) { [weak self] in
      self?.misplaced += count - (self?.count ?? 0)
      self?.continuation?.resume()
      self?.continuation = nil
    }
    await withCheckedContinuation { continuation = $0 }
    timer.cancel()
  }
}
