import Actors
import Glibc

/// The time from the call of an action to its result, beside an echo written in C.
///
/// A program that wakes another one takes three times as long if that one is on another core. Where the kernel places
/// the programs changes from round to round, so each server and its client are kept on cores of their own, or on one.
@MainActor
struct RoundTripBenchmark {
  /// Which cores a server and its client are kept on.
  private struct Placement {
    let name: String
    let server: Int
    let client: Int
  }

  private struct Times {
    var medians: [Double] = []
    var tails: [Double] = []
  }

  /// The name of the kind of address.
  let place: String
  /// Where our host listens, as ``ActorsServer`` reads it.
  let ours: String
  /// Where the echo listens.
  let baseline: String

  private static let count = 3_000

  func run(_ bench: Bench) async throws {
    let server = try ListProgram.sibling("WebSocketBaseline")
    let echo = try ChildProcess(server, ["server", baseline])
    _ = echo.line()
    let host = try ActorBenchmarks.own(ActorsServer.hosting, ours)
    let client = try ActorBenchmarks.client(host.line())
    let connection = client.getOrCreate("measured").connect()
    _ = try await connection.call("echo", ["x"])
    let oneCore = Placement(name: "one core", server: 0, client: 0)
    let isAlone = sysconf(Int32(_SC_NPROCESSORS_ONLN)) == 1
    for placement in isAlone ? [oneCore] : [Placement(name: "two cores", server: 0, client: 1), oneCore] {
      for process in [echo.process, host.process] { try Self.keep(process, on: placement.server) }
      try Self.keep(getpid(), on: placement.client)
      var (theirs, own) = (Times(), Times())
      for round in 0...5 {
        // It inherits the core of this thread.
        let plain = try ChildProcess(server, ["client", baseline, "\(Self.count)"])
        let figures = (plain.line() ?? "").split(separator: " ").compactMap { Double($0) }
        try plain.end()
        var times: [Double] = []
        for _ in 0..<Self.count {
          let start = Bench.now
          _ = try await connection.call("echo", ["x"])
          times.append(Double(Bench.now - start))
        }
        guard round > 0, figures.count == 2 else { continue }
        theirs.medians.append(figures[0] / 1_000)
        theirs.tails.append(figures[1] / 1_000)
        own.medians.append(times.median / 1_000)
        own.tails.append(times.percentile(99) / 1_000)
      }
      let name = "action over \(place), \(placement.name)"
      bench.record(
        "\(name), median", own.medians.median, unit: "µs", baseline: theirs.medians.median, of: "an echo in C",
        goal: .ratioAtMost(2.5), spread: theirs.medians.spread)
      bench.record(
        "\(name), 99th percentile", own.tails.median, unit: "µs", baseline: theirs.tails.median, of: "an echo in C",
        goal: .ratioAtMost(2.5), spread: theirs.tails.spread)
    }
    try Self.keep(getpid(), on: nil)
    client.dispose()
    try host.end()
    try echo.end()
  }

  /// Keeps all threads of a process on one core, or lets the kernel place them again.
  private static func keep(_ process: pid_t, on core: Int?) throws {
    let cores = core.map { "\($0)" } ?? "0-\(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)"
    try ChildProcess("/usr/bin/taskset", ["-a", "-c", "-p", cores, "\(process)"]).end()
  }
}
