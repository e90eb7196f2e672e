import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Reactive

/// What a book costs beside SQLite itself: importing, opening, looking, and being told of a change.
@MainActor
enum PersistenceBenchmarks {
  static func run(_ bench: Bench) async throws {
    let folder = "\(FileManager.default.temporaryDirectory.path)/peoplebook-bench-\(getpid())"
    mkdir(folder, 0o700)
    defer { removeAll(folder) }
    try await imports(bench, in: folder)
    let sizes = [1_000, 10_000, 1_000_000]
    for size in sizes { try await fill("\(folder)/\(size).db", with: size) }
    try opening(bench, in: folder)
    try pages(bench, in: folder)
    try await order(bench, in: folder)
    let small = try await changes(at: 10_000, in: folder)
    let large = try await changes(at: 1_000_000, in: folder)
    bench.record("one-row change at 10,000, to the changeset", small, unit: "ms")
    bench.record(
      "one-row change at 1,000,000, to the changeset", large, unit: "ms", baseline: small, of: "the same at 10,000",
      goal: .ratioAtMost(3))
    bench.record("one-row change at 1,000,000, absolute", large, unit: "ms", goal: .valueAtMost(0.1))
  }

  /// Fills a new book with invented people; a transaction for each 100,000.
  static func fill(_ path: String, with count: Int) async throws {
    let store = try Book.open(at: path)
    for start in stride(from: 0, to: count, by: 100_000) {
      try await store.write(author: "bench") { transaction in
        var people = InventedPeople(seed: UInt64(start + 1))
        for _ in start..<min(start + 100_000, count) { try transaction.insert(people.next()) }
      }
    }
  }

  private static func imports(_ bench: Bench, in folder: String) async throws {
    let count = 100_000
    var ours: [Double] = []
    var theirs: [Double] = []
    for round in 0..<1 {
      var generator = InventedPeople(seed: 7)
      let people = (0..<count).map { _ in generator.next() }
      theirs.append(try Bench.nanoseconds { try BareBook.fill("\(folder)/bare\(round).db", with: people) } / 1e6)
      let store = try Book.open(at: "\(folder)/import\(round).db")
      let start = Bench.now
      try await store.write(author: "bench") { for person in people { try $0.insert(person) } }
      ours.append(Double(Bench.now - start) / 1e6)
    }
    bench.record(
      "import of 100,000 people", ours.median, unit: "ms", baseline: theirs.median, of: "bare SQLite, the same rows",
      goal: .ratioAtMost(4))
    bench.record("import of 100,000 people, absolute", ours.median, unit: "ms", goal: .valueAtMost(5000))
  }

  private static func opening(_ bench: Bench, in folder: String) throws {
    func open(_ size: Int) throws -> Double {
      try Bench.nanoseconds {
        let store = try Book.open(at: "\(folder)/\(size).db")
        let items = store.objects(Person.self).items
        precondition(items.count == size && items[0].row > 0)
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
          precondition(people.count == 40)
        } / 1e6
      })
  }

  private static func order(_ bench: Bench, in folder: String) async throws {
    let before = residentMegabytes
    let store = try Book.open(at: "\(folder)/1000000.db")
    let start = Bench.now
    let results = store.objects(Person.self)
    let arrival = Arrival()
    let token = results.changesetPublisher.sink { arrival.receive($0) }
    while results.items.rows == nil { try await Task.sleep(nanoseconds: 1_000_000) }
    bench.record(
      "whole order of 1,000,000 known", Double(Bench.now - start) / 1e6, unit: "ms", goal: .valueAtMost(600))
    bench.record(
      "1,000,000 open and observed, memory", residentMegabytes - before, unit: "MB", goal: .valueAtMost(24))
    token.cancel()
  }

  /// The median from the commit of a change to its changeset, in milliseconds.
  private static func changes(at size: Int, in folder: String) async throws -> Double {
    let store = try Book.open(at: "\(folder)/\(size).db")
    let results = store.objects(Person.self)
    let arrival = Arrival()
    let token = results.changesetPublisher.sink { arrival.receive($0) }
    while results.items.rows == nil { try await Task.sleep(nanoseconds: 1_000_000) }
    var generator = InventedPeople(seed: 99)
    var times: [Double] = []
    for _ in 0..<300 {
      let row = Int64(generator.number(in: 1..<size))
      let name = generator.next().firstName
      let before = arrival.last
      try await store.write(author: "bench") { transaction in
        guard var person = try transaction.get(Person.self, row: row) else { return }
        person.firstName = name + " "
        try transaction.update(person)
      }
      let committed = await store.lastCommit
      if arrival.last > before { times.append((Double(arrival.last) - Double(committed)) / 1e6) }
    }
    token.cancel()
    return times.median
  }

  /// Notes when the last event came.
  @MainActor
  private final class Arrival {
    var last: UInt64 = 0
    func receive(_ change: CollectionChange<ResultsSnapshot<Person>>) { last = Bench.now }
  }

  private static var residentMegabytes: Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let numbers = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return numbers.count > 1 ? Double((Int(numbers[1]) ?? 0) * 4096) / 1e6 : 0
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
