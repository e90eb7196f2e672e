import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Replication
import TestSupport

/// The time that a shared book takes to join, to merge and to bring a change to another machine.
@MainActor
enum ReplicationBenchmarks {
  static func run(_ bench: Bench) async throws {
    try await largeBooks(bench)
    try await bytes(bench)
    try await SharedChangeBenchmark(relay: .folder).run(bench)
    try await SharedChangeBenchmark(relay: .postgres).run(bench)
    try await SharedChangeBenchmark(relay: .actors).run(bench)
  }

  nonisolated private static let count = 100_000

  private static func seconds<T>(_ body: () async throws -> T) async rethrows -> (value: T, time: Double) {
    let start = Bench.now
    let value = try await body()
    return (value, Double(Bench.now - start) / 1e9)
  }

  private static func inventedPeople(seed: UInt64) -> [Person] {
    var people = InventedPeople(seed: seed)
    return (0..<count).map { _ in people.next() }
  }

  private static func insert(_ people: [Person], into store: Store) async throws {
    try await store.write(author: "bench") { transaction in
      for person in people { try transaction.insert(person) }
    }
  }

  private static func largeBooks(_ bench: Bench) async throws {
    let (folder, relay) = (TemporaryFolder(), TemporaryFolder())
    let (present, added) = (inventedPeople(seed: 1), inventedPeople(seed: 2))
    let unshared = try Book.open(at: "\(folder.path)/unshared.db")
    try await insert(present, into: unshared)
    // Its checkpoint is enqueued, and precedes this request.
    _ = await unshared.lastCommit
    let inserting = try await seconds { try await insert(added, into: unshared) }.time
    await unshared.close()

    let first = try Book.open(at: "\(folder.path)/first.db")
    try await insert(present, into: first)
    let sharing = try await seconds {
      try await Synchronizer.share(first, Person.self, relay: relay.path, name: "first")
    }
    bench.record("sharing a book of \(count)", sharing.time, unit: "s")
    let second = try Book.open(at: "\(folder.path)/second.db")
    let joining = try await seconds {
      try await Synchronizer.join(second, Person.self, sharing.value.book.link, name: "second")
    }
    try check(second, count)
    bench.record("joining a book of \(count) from its snapshot", joining.time, unit: "s", goal: .valueAtMost(10))

    try await insert(added, into: first)
    try await sharing.value.synchronize()
    let merging = try await seconds { try await joining.value.synchronize() }
    try check(second, 2 * count)
    bench.record("merging \(count) people of another machine", merging.time, unit: "s", goal: .valueAtMost(3))
    bench.record(
      "merging \(count) people, compared", merging.time, unit: "s", baseline: inserting,
      of: "inserting as many, unshared", goal: .ratioAtMost(2))
  }

  private static func check(_ store: Store, _ wanted: Int) throws {
    let found = try store.count(Person.self)
    guard found == wanted else { throw NotMeasured("\(found) of \(wanted) people have arrived") }
  }

  /// The size of the relay's files for changes of single fields, each sent alone.
  private static func bytes(_ bench: Bench) async throws {
    let (folder, relay) = (TemporaryFolder(), TemporaryFolder())
    let store = try Book.open(at: "\(folder.path)/book.db")
    let row = try await store.write { try $0.insert(Person()).row }
    let synchronizer = try await Synchronizer.share(store, Person.self, relay: relay.path, name: "first")
    let (changes, before) = (50, size(of: relay.path))
    for change in 0..<changes {
      try await store.write { try $0.update(Person.self, rows: [row]) { $0.title = "title \(change)" } }
      try await synchronizer.synchronize()
    }
    bench.record(
      "bytes for a changed field", Double(size(of: relay.path) - before) / Double(changes), unit: "B",
      goal: .valueAtMost(400))
  }

  private static func size(of folder: String) -> Int {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.reduce(0) { sum, path in
      var status = stat()
      let isFile = lstat("\(folder)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return isFile ? sum + status.st_size : sum
    }
  }
}
