import Glibc
import PeoplebookCore
import Persistence

/// Imports 100,000 people with their values, the log, the sort keys and the word index.
@MainActor
enum ImportBenchmarks {
  private static let count = 100_000

  static func run(_ bench: Bench, in folder: String) async throws {
    var generator = InventedPeople(seed: 7)
    let people = (0..<count).map { _ in generator.next() }
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 0..<3 {
      theirs.append(try Bench.nanoseconds { try BareBook.fill("\(folder)/bare\(round).db", with: people) } / 1e6)
      // Both create the file, and close it after the checkpoint.
      let start = Bench.now
      let store = try Book.open(at: "\(folder)/import\(round).db")
      try await store.write(author: "bench") { try $0.insertAll(people) }
      await store.close()
      ours.append(Double(Bench.now - start) / 1e6)
    }
    bench.record(
      "import of 100,000 people", ours.median, unit: "ms", baseline: theirs.median, of: "bare SQLite, the same rows",
      goal: .ratioAtMost(4), spread: theirs.spread)
    bench.record("import of 100,000 people, absolute", ours.median, unit: "ms", goal: .valueAtMost(5000))
    try program(bench, people, in: folder)
  }

  /// Imports the same people from a file of cards with the program.
  private static func program(_ bench: Bench, _ people: [Person], in folder: String) throws {
    let cards = "\(folder)/people.vcf"
    try write(people, to: cards)
    let start = Bench.now
    let program = try ChildProcess(
      ListProgram.sibling("peoplebook"), ["--book", "\(folder)/program.db", "import", cards])
    let memory = try program.end()
    bench.record("peoplebook import of 100,000 cards", Double(Bench.now - start) / 1e6, unit: "ms")
    bench.record("its peak memory", memory, unit: "MB", goal: .valueAtMost(48))
  }

  private static func write(_ people: [Person], to path: String) throws {
    guard let file = fopen(path, "w") else { throw NotMeasured("\(path) cannot be written") }
    var writer = try PersonFormat.vcard.writer()
    var text = ""
    writer.begin(into: &text)
    for person in people {
      writer.write(person, into: &text)
      fputs(text, file)
      text.removeAll(keepingCapacity: true)
    }
    guard fclose(file) == 0 else { throw NotMeasured("\(path) cannot be written") }
  }
}
