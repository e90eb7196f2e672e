import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Reactive
import Replication
import TestSupport

/// The time from a change in one book to the commit in that of another machine: each has its `peoplebook-sync`.
@MainActor
struct SharedChangeBenchmark {
  /// What carries the changes.
  enum Relay: String {
    case folder = "a folder"
    case postgres = "PostgreSQL"
    case actors = "the embedded host"
  }

  let relay: Relay

  private static let rounds = 60

  func run(_ bench: Bench) async throws {
    let (folder, relayFolder) = (TemporaryFolder(), TemporaryFolder())
    let server =
      relay == .actors
      ? try await RelayServer(Self.socketAddress(relayFolder), storage: relayFolder.path + "/actors.db") : nil
    let address = try server?.address ?? address(relayFolder)
    let first = try Book.open(at: "\(folder.path)/first.db")
    let row = try await first.write { try $0.insert(Person()).row }
    let link = try await Synchronizer.share(first, Person.self, relay: address, name: "first").book.link
    let second = try Book.open(at: "\(folder.path)/second.db")
    _ = try await Synchronizer.join(second, Person.self, link, name: "second")

    let processes = try [first, second].map { store in
      try ChildProcess(Self.program("peoplebook-sync"), ["--book", store.path, "--stay"])
    }
    defer { for process in processes { kill(process.process, SIGTERM) } }
    let arrivals = Arrivals(in: second)
    var times: [Double] = []
    for round in 0..<Self.rounds {
      let start = Bench.now
      try await first.write { try $0.update(Person.self, rows: [row]) { $0.title = "\(round)" } }
      try await arrivals.wait(for: "\(round)")
      // The first changes arrive while the processes start.
      if round >= 10 { times.append(Double(Bench.now - start) / 1e6) }
    }
    let roundTrip = relay == .postgres ? try PostgresRoundTrip(address).milliseconds(rounds: Self.rounds) : nil
    bench.record(
      "a change to another machine, through \(relay.rawValue)", times.median, unit: "ms", baseline: roundTrip,
      of: "a notice and its row")
    bench.record(
      "a change beyond the relay's round trip, \(relay.rawValue)", times.median - (roundTrip ?? 0), unit: "ms",
      goal: .valueAtMost(30))

    for (process, machine) in zip(processes, ["first", "second"]) {
      try await wakeUps(bench, of: process, on: "\(machine) machine")
    }
    await server?.stop()
  }

  private func address(_ folder: TemporaryFolder) throws -> String {
    guard relay == .postgres else { return folder.path }
    guard let address = PostgresServer.shared?.makeDatabase("bench") else {
      throw NotMeasured("PostgreSQL is not installed")
    }
    return address
  }

  private static func socketAddress(_ folder: TemporaryFolder) -> String {
    "http+unix://" + "\(folder.path)/socket".replacing("/", with: "%2F")
  }

  private static func program(_ name: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return (own.split(separator: "/").dropLast().map { "/\($0)" } + ["/\(name)"]).joined()
  }

  private func wakeUps(_ bench: Bench, of process: ChildProcess, on machine: String) async throws {
    // The threads of the task pool end after some seconds.
    await Bench.pause(milliseconds: 12_000)
    let count = try ProcessFigures.contextSwitches(of: process.process, seconds: 10)
    bench.record(
      "wake-ups of peoplebook-sync in 10 s, \(relay.rawValue), \(machine)", Double(count), unit: "",
      goal: .valueAtMost(2))
  }
}

/// The titles that arrive in a book.
@MainActor
private final class Arrivals {
  private var last = ""
  private var wanted = ""
  private var continuation: CheckedContinuation<Void, any Error>?
  private var token: AnyCancellable?

  init(in store: Store) {
    token = store.changes(of: Person.self).sink(
      receiveCompletion: { [weak self] _ in self?.end() },
      receiveValue: { [weak self] commit in
        for change in commit.changes { self?.receive(change.after?.title ?? "") }
      })
  }

  isolated deinit {}

  private func receive(_ title: String) {
    last = title
    guard last == wanted else { return }
    continuation?.resume()
    continuation = nil
  }

  private func end() {
    continuation?.resume(throwing: NotMeasured("the book cannot be read"))
    continuation = nil
  }

  func wait(for title: String) async throws {
    wanted = title
    if last == wanted { return }
    try await withCheckedThrowingContinuation { continuation = $0 }
  }
}
