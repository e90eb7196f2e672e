import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import TUITesting

/// The verbs of the command line with 100,000 people, beside those of abook where it is installed.
@MainActor
struct CommandLineBenchmarks {
  private static let count = 100_000
  private static let baselineName = "abook"

  private let bench: Bench
  private let folder: String
  private let peoplebook: String
  private let hasAbook = access(AbookSession.path, X_OK) == 0
  private var cards: String { "\(folder)/people.vcf" }
  private var addresses: String { "\(folder)/addressbook" }
  private var book: String { "\(folder)/people.db" }

  static func run(_ bench: Bench) async throws {
    let folder = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let benchmarks = CommandLineBenchmarks(
      bench: bench, folder: folder, peoplebook: try ListProgram.sibling("peoplebook"))
    if !benchmarks.hasAbook { print("  abook is not installed: its times are missing (apt-get install abook).") }
    var generator = InventedPeople(seed: 7)
    let people = (0..<count).map { _ in generator.next() }
    try benchmarks.write(people, as: .vcard, to: benchmarks.cards)
    try benchmarks.write(people, as: .abook, to: benchmarks.addresses)
    try benchmarks.reading()
    try benchmarks.importing(people)
    let added = try benchmarks.verbs(of: people[count / 2])
    try benchmarks.opening(count: count + added)
  }

  private func write(_ people: [Person], as format: PersonFormat, to path: String) throws {
    guard let file = fopen(path, "w") else { throw NotMeasured("\(path) cannot be written") }
    var writer = try format.writer()
    var text = ""
    writer.begin(into: &text)
    for person in people {
      writer.write(person, into: &text)
      fputs(text, file)
      text.removeAll(keepingCapacity: true)
    }
    guard fclose(file) == 0 else { throw NotMeasured("\(path) cannot be written") }
  }

  /// Compares a verb with what abook does, in turns.
  private func compare(
    _ name: String, goal: Figure.Goal, rounds: Int = 7, ours: () throws -> Double, theirs: () throws -> Double
  ) throws {
    if hasAbook {
      try bench.compare(
        name, unit: "ms", rounds: rounds, goal: goal, with: Self.baselineName, baseline: theirs, measure: ours)
    } else {
      try bench.measure(name, unit: "ms", rounds: rounds, goal: goal, ours)
    }
  }

  private func run(_ words: [String], output: String = "/dev/null") throws -> Double {
    try OneShot.milliseconds(peoplebook, ["--book", book] + words, output: output)
  }

  private func abook(_ words: [String], input: String = "/dev/null") throws -> Double {
    try OneShot.milliseconds(AbookSession.path, words, input: input)
  }

  private func reading() throws {
    var status = stat()
    guard stat(cards, &status) == 0 else { throw NotMeasured("\(cards) cannot be read") }
    let size = Double(status.st_size) / 1e6
    try bench.measure("vCard reading, 100,000 cards", unit: "MB/s", rounds: 5, goal: .valueAtLeast(60)) {
      let start = Bench.now
      var reader = try PersonFormat.vcard.reader(FileByteSource(path: cards))
      while try reader.next() != nil {}
      return size / (Double(Bench.now - start) / 1e9)
    }
  }

  private func importing(_ people: [Person]) throws {
    func remove(_ path: String) { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
    try bench.compare(
      "import of 100,000 cards", unit: "ms", rounds: 3, goal: .ratioAtMost(2.5), with: "bare SQLite, the same rows"
    ) {
      let bare = "\(folder)/bare.db"
      remove(bare)
      return try Bench.nanoseconds { try BareBook.fill(bare, with: people) } / 1e6
    } measure: {
      remove(book)
      return try run(["import", cards])
    }
    try compare("import of 100,000 cards, beside abook", goal: .ratioAtMost(10), rounds: 2) {
      remove(book)
      return try run(["import", cards])
    } theirs: {
      let converted = "\(folder)/converted"
      unlink(converted)
      return try abook([
        "--convert", "--informat", "vcard", "--infile", cards, "--outformat", "abook", "--outfile", converted,
      ])
    }
  }

  /// Measures the verbs.
  ///
  /// - Returns: How many people were added to the book.
  private func verbs(of person: Person) throws -> Int {
    let query = { try abook(["--datafile", addresses, "--mutt-query", person.name]) }
    try compare("query", goal: .valueAtMost(25), ours: { try run(["query", person.name]) }, theirs: query)
    try compare("show", goal: .valueAtMost(25), ours: { try run(["show", person.id]) }, theirs: query)
    let message = "\(folder)/message"
    var (number, added) = (0, 0)
    func newMessage() throws {
      number += 1
      try Data("From: Zoe Newcomer <zoe\(number)@example.org>\n\n".utf8).write(to: URL(filePath: message))
    }
    try compare("add, durable", goal: .valueAtMost(30)) {
      added += 1
      return try run(["add", "Zoe Newcomer", "--email", "zoe@example.org"])
    } theirs: {
      try newMessage()
      return try abook(["--datafile", addresses, "--add-email-quiet"], input: message)
    }
    try compare("list --format json", goal: .ratioAtMost(2), rounds: 5) {
      try run(["list", "--format", "json"], output: "\(folder)/list.json")
    } theirs: {
      let text = "\(folder)/list.txt"
      // It writes over no file.
      unlink(text)
      return try abook([
        "--convert", "--informat", "abook", "--infile", addresses, "--outformat", "text", "--outfile", text,
      ])
    }
    return added
  }

  /// The time until the list is on the screen.
  private func opening(count: Int) throws {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 0...5 {
      let session = try ListProgram(
        name: "peoplebook", path: peoplebook, arguments: ["--book", book], environment: ["NO_COLOR": "1"], count: count
      ).start()
      let time = try session.waitForFirstScreen()
      try session.quit()
      if round > 0 { ours.append(time) }
      guard hasAbook else { continue }
      let opened = try openAbook()
      if round > 0 { theirs.append(opened) }
    }
    bench.record(
      "first screen", ours.median, unit: "ms", baseline: hasAbook ? theirs.median : nil, of: Self.baselineName,
      goal: .valueAtMost(60), spread: hasAbook ? theirs.spread : nil)
  }

  private func openAbook() throws -> Double {
    let session = try AbookSession(addresses: addresses, home: folder)
    guard let time = try session.waitForFirstScreen(within: .seconds(60)) else {
      throw NotMeasured("abook shows no list")
    }
    try session.quit()
    return time
  }
}
