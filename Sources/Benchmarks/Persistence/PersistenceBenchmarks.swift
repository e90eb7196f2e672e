import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Reactive

/// The cost of a book compared with SQLite: importing, opening, reading and observing.
@MainActor
enum PersistenceBenchmarks {
  static func run(_ bench: Bench) async throws {
    let folder = "\(FileManager.default.temporaryDirectory.path)/peoplebook-bench-\(getpid())"
    mkdir(folder, 0o700)
    defer { removeAll(folder) }
    try await ImportBenchmarks.run(bench, in: folder)
    try await BulkBenchmarks.run(bench, in: folder)
    let sizes = [0, 1_000, 10_000, 1_000_000]
    for size in sizes { try await fill("\(folder)/\(size).db", with: size) }
    try opening(bench, in: folder)
    try pages(bench, in: folder)
    try await observing(bench, in: folder)
    let small = try await changes(at: 10_000, in: folder)
    let large = try await changes(at: 1_000_000, in: folder)
    bench.record("one-row change at 10,000, to the changeset", small, unit: "ms")
    bench.record(
      "one-row change at 1,000,000, to the changeset", large, unit: "ms", baseline: small, of: "the same at 10,000",
      goal: .ratioAtMost(1))
    bench.record("one-row change at 1,000,000, absolute", large, unit: "ms", goal: .valueAtMost(0.1))
    try await FindingBenchmarks.run(bench, "\(folder)/1000000.db")
    try await OtherProcessBenchmarks.run(bench, "\(folder)/1000000.db", people: "1,000,000")
  }

  /// Fills a new book with invented people, in transactions of 100,000, and closes it.
  static func fill(_ path: String, with count: Int) async throws {
    let store = try Book.open(at: path)
    for start in stride(from: 0, to: count, by: 100_000) {
      try await store.write(author: "bench") { transaction in
        var people = InventedPeople(seed: UInt64(start + 1))
        for _ in start..<min(start + 100_000, count) { try transaction.insert(people.next()) }
      }
    }
    await store.close()
  }

  private static func opening(_ bench: Bench, in folder: String) throws {
    func open(_ size: Int) throws -> Double {
      try Bench.nanoseconds {
        let store = try Book.open(at: "\(folder)/\(size).db")
        let items = store.objects(Person.self).items
        precondition(items.count == size && items[0].row > 0, "people are missing")
      } / 1e6
    }
    try bench.compare(
      "opening 1,000,000, first page and count", unit: "ms", goal: .ratioAtMost(1.5), with: "the same of 1,000",
      baseline: { try open(1_000) }, measure: { try open(1_000_000) })
  }

  private static func pages(_ bench: Bench, in folder: String) throws {
    let bare = try BareBook("\(folder)/1000000.db")
    let store = try Book.open(at: "\(folder)/1000000.db")
    try bench.compare(
      "first page of 40 at 1,000,000", unit: "ms", rounds: 31, goal: .ratioAtMost(3), with: "SQLite, the same query",
      baseline: { try Bench.nanoseconds { try bare.firstPage(40) } / 1e6 },
      measure: {
        try Bench.nanoseconds {
          let people = try store.fetch(Query<Person>(), limit: 40)
          precondition(people.count == 40, "people are missing")
        } / 1e6
      })
  }

  /// The memory of a process that observes a list of a million, compared with one that observes an empty list.
  private static func observing(_ bench: Bench, in folder: String) async throws {
    var times: [Double] = []
    var memory: [Double] = []
    for round in 0..<3 {
      let empty = try Observer("\(folder)/0.db")
      let full = try Observer("\(folder)/1000000.db")
      times.append(full.time)
      await Bench.pause(milliseconds: 500)
      memory.append(full.memory - empty.memory)
      try empty.child.end()
      if round == 2 {
        bench.record("whole order of 1,000,000 known", times.median, unit: "ms", goal: .valueAtMost(600))
        bench.record(
          "1,000,000 open and observed, above an empty book", memory.median, unit: "MB", goal: .valueAtMost(24))
        ProcessFigures.sleep(seconds: 7)
        bench.record(
          "wake-ups in 10 s at rest, 1,000,000 observed",
          Double(try ProcessFigures.contextSwitches(of: full.child.process, seconds: 10)), unit: "",
          goal: .valueAtMost(0))
      }
      try full.child.end()
    }
  }

  @MainActor
  private struct Observer {
    let child: ChildProcess
    /// The milliseconds until the whole order was loaded.
    let time: Double

    init(_ path: String) throws {
      child = try ProcessRole.observing.start(path)
      guard let time = child.line().flatMap({ Double($0) }) else { throw NotMeasured("\(path) could not be observed") }
      self.time = time
    }

    /// The memory in MB; `nan` when the process has ended.
    var memory: Double { (ProcessFigures.value(of: "VmRSS", in: "/proc/\(child.process)/status") ?? .nan) / 1024 }
  }

  /// The median time from the commit of a change to its changeset, in milliseconds.
  private static func changes(at size: Int, in folder: String) async throws -> Double {
    let store = try Book.open(at: "\(folder)/\(size).db")
    let results = store.objects(Person.self)
    let arrival = Arrival()
    let token = results.changesetPublisher.sink { arrival.receive($0) }
    _ = await results.timeUntilOrdered()
    var generator = InventedPeople(seed: 99)
    var times: [Double] = []
    for _ in 0..<300 {
      let row = Int64(generator.number(in: 1..<size))
      let name = generator.next().firstName
      let before = arrival.last
      let isChanged = try await store.write(author: "bench") { transaction in
        guard var person = try transaction.get(Person.self, row: row), person.firstName != name + " " else {
          return false
        }
        person.firstName = name + " "
        try transaction.update(person)
        return true
      }
      guard isChanged else { continue }
      let committed = await store.lastCommit
      let limit = Bench.now + 10_000_000_000
      while arrival.last <= before, Bench.now < limit { await Bench.pause(milliseconds: 1) }
      guard arrival.last > before else { throw NotMeasured("a change has no changeset") }
      times.append((Double(arrival.last) - Double(committed)) / 1e6)
    }
    token.cancel()
    return times.median
  }

  /// Records when the last event arrived.
  @MainActor
  private final class Arrival {
    var last: UInt64 = 0
    func receive(_ change: CollectionChange<ResultsSnapshot<Person>>) { last = Bench.now }
  }

  private static func removeAll(_ folder: String) {
    guard let directory = opendir(folder) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink("\(folder)/\(name)") }
    }
    closedir(directory)
    rmdir(folder)
  }
}
