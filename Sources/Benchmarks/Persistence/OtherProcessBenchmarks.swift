import Glibc
import PeoplebookCore
import Persistence
import Reactive

/// The delay from another process's write to its changeset in a list here.
@MainActor
enum OtherProcessBenchmarks {
  private static let commits = 2_000

  static func run(_ bench: Bench, _ path: String, people: String) async throws {
    let store = try Book.open(at: path)
    let list = store.objects(Person.self)
    let arrivals = Arrivals()
    let token = list.changesetPublisher.sink { arrivals.receive($0) }
    defer { token.cancel() }
    _ = await list.timeUntilOrdered()
    let writer = try ProcessRole.committing.start(path, "\(commits)")
    let end = Bench.now + 60_000_000_000
    while arrivals.rows.count < commits, Bench.now < end { await Bench.pause(milliseconds: 100) }
    let stamps = (0..<commits).compactMap { _ in writer.line().flatMap { UInt64($0) } }
    try writer.end()
    guard stamps.count == commits else { throw NotMeasured("the other process did not say when it committed") }
    // The other process changes the first row, then the second, and so on.
    let missed = (1...commits).filter { arrivals.times[Int64($0)] == nil }.count
    let isInOrder = zip(arrivals.rows, arrivals.rows.dropFirst()).allSatisfy { $0 < $1 }
    let times = stamps.enumerated().compactMap { index, stamp in
      arrivals.times[Int64(index + 1)].map { max(0, Double($0) - Double(stamp)) / 1e6 }
    }
    bench.record(
      "another process's commit → changeset, median, \(people)", times.median, unit: "ms", goal: .valueAtMost(4))
    bench.record(
      "another process's commit → changeset, 99th percentile", times.percentile(99), unit: "ms",
      goal: .valueAtMost(20))
    bench.record("another process's commits, slowest", times.max() ?? .nan, unit: "ms")
    bench.record(
      "commits missed or out of order, of \(Figure.short(Double(commits)))",
      Double(missed + (isInOrder ? 0 : 1) + arrivals.resets), unit: "", goal: .valueAtMost(0))
  }

  /// Records when the change of each row arrived.
  @MainActor
  private final class Arrivals {
    var rows: [Int64] = []
    var times: [Int64: UInt64] = [:]
    /// The number of events after the first that have no changeset.
    var resets = -1

    func receive(_ change: CollectionChange<ResultsSnapshot<Person>>) {
      let now = Bench.now
      guard case .update(let people, let changeset) = change else {
        resets += 1
        return
      }
      for row in changeset.modifications.map({ people.row(at: $0.new) }).sorted() {
        rows.append(row)
        times[row] = now
      }
    }
  }
}
