import Dispatch
import PeoplebookCore
import Persistence
import Reactive

/// Changes 100,000 people at once while a list shows them, and measures the delay of the main queue.
@MainActor
enum BulkBenchmarks {
  private static let count = 100_000
  private static let rounds = 3

  static func run(_ bench: Bench, in folder: String) async throws {
    var generator = InventedPeople(seed: 11)
    let people = (0..<count).map { _ in generator.next() }
    var (bareDeletions, bareInsertions): ([Double], [Double]) = ([], [])
    var times: [String: [Double]] = [:]
    var waits: [Double] = []
    let path = "\(folder)/bulk.db"
    try await PersistenceBenchmarks.fill(path, with: count)
    let store = try Book.open(at: path)
    let list = store.people().sectioned()
    let token = list.changesetPublisher.sink { _ in }
    defer { token.cancel() }
    let rows = try store.fetch(Query<Person>()).map(\.row)

    func measure(_ name: String, _ body: () async throws -> Void) async throws {
      let heartbeat = Heartbeat()
      let start = Bench.now
      try await body()
      // A large commit enqueues its checkpoint, which precedes this request; the baseline's commit makes its own.
      _ = await store.lastCommit
      times[name, default: []].append(Double(Bench.now - start) / 1e6)
      waits.append(await heartbeat.end())
    }
    for round in 0..<rounds {
      let bare = try BareBook("\(folder)/bare-bulk\(round).db")
      try bare.createTables()
      bareInsertions.append(try Bench.nanoseconds { try bare.insert(people) } / 1e6)
      bareDeletions.append(try Bench.nanoseconds { try bare.empty() } / 1e6)
      try await measure("delete 100,000 marked") { try await store.removePeople(in: rows) }
      try await measure("undo the deletion of 100,000 marked") { try await store.undo() }
      try await measure("tag 100,000 marked") {
        try await store.changeTags(ofPeopleIn: rows, adding: ["round \(round)"], removing: [])
      }
      try await measure("undo the tags of 100,000 marked") { try await store.undo() }
      try await measure("delete every second of 100,000") {
        try await store.removePeople(in: rows.filter { $0.isMultiple(of: 2) })
      }
      try await measure("undo the deletion of every second") { try await store.undo() }
    }
    let baselines = [
      "delete 100,000 marked": bareDeletions, "undo the deletion of 100,000 marked": bareInsertions,
    ]
    for (name, all) in times.sorted(by: { $0.key < $1.key }) {
      bench.record(
        name, all.median, unit: "ms", baseline: baselines[name]?.median, of: "bare SQLite, the same rows",
        goal: .valueAtMost(3_000), spread: baselines[name]?.spread)
    }
    bench.record("longest wait of the main queue during these", waits.max() ?? .nan, unit: "ms", goal: .valueAtMost(50))
  }

  /// Measures the delay of messages to the main queue, 500 times a second.
  @MainActor
  private final class Heartbeat {
    private var longest: UInt64 = 0
    private let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInteractive))

    init() {
      timer.schedule(deadline: .now(), repeating: .milliseconds(2))
      timer.setEventHandler { @Sendable [weak self] in
        let sent = DispatchTime.now().uptimeNanoseconds
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.note(since: sent) } }
      }
      timer.resume()
    }

    isolated deinit {
      timer.cancel()
    }

    private func note(since sent: UInt64) {
      longest = max(longest, DispatchTime.now().uptimeNanoseconds - sent)
    }

    /// The longest delay in milliseconds.
    func end() async -> Double {
      timer.cancel()
      await Bench.pause(milliseconds: 5)
      return Double(longest) / 1e6
    }
  }
}
