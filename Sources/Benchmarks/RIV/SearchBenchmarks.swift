import Persistence
import TUITesting

/// The search of the whole program, seen from outside: from a key to the page of matches, with motion, at the speed of
/// a person who types.
@MainActor
enum SearchBenchmarks {
  private static let count = 1_000_000
  /// Words typed letter by letter: frequent names, rare names, and addresses.
  private static let words = [
    "ada", "gar", "hop", "love", "zoe", "person12345", "per", "kierk", "tur", "bro", "person99", "lisk",
  ]
  /// The time between two keys.
  private static let interval: UInt64 = 80_000_000

  static func run(_ bench: Bench) throws {
    let peoplebook = try ListProgram.sibling("peoplebook")
    let book = try SampleBooks.book(of: count, madeBy: peoplebook)
    try SampleBooks.warm(book)
    let program = ListProgram(
      name: "peoplebook", path: peoplebook, arguments: ["--book", book], environment: ["NO_COLOR": "1"], count: count)
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(300))
    record(bench, "search", try words.flatMap { try keys(of: $0, in: session) })
    record(
      bench, "search with a tag",
      try words.flatMap {
        try narrow(session, to: "friend")
        return try keys(of: $0, in: session)
      })
    bench.record(
      "wake-ups in 10 s at rest, after searching", try session.rest().wakeUps, unit: "", goal: .valueAtMost(0))
    try session.quit()
    record(bench, "search while the order is loaded", try words.flatMap { try keysAtOnce(of: $0, program) })
  }

  private static func record(_ bench: Bench, _ name: String, _ times: [Double]) {
    let median = times.median
    let people = "\(Figure.short(Double(count))) people"
    bench.record("\(name), key → page, median, \(people)", median, unit: "ms", goal: .valueAtMost(12))
    bench.record(
      "\(name), key → page, 95th percentile, \(people)", times.percentile(95), unit: "ms", baseline: median,
      of: "the median", goal: .ratioAtMost(1.5))
  }

  /// The milliseconds for each letter of a word, until the page shows the matches.
  private static func keys(of word: String, in session: ListSession) throws -> [Double] {
    let pilot = session.pilot
    let times = try type(word, pilot)
    try pilot.press(.escape)
    try pilot.waitUntil("all people again", within: .seconds(30)) { _ in session.status?.count == count }
    pilot.waitForSilence(of: .milliseconds(300))
    return times
  }

  /// The same in a program that has just shown its first screen.
  private static func keysAtOnce(of word: String, _ program: ListProgram) throws -> [Double] {
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    let times = try type(word, session.pilot)
    try session.pilot.press(.escape)
    try session.pilot.waitUntil("all people again", within: .seconds(30)) { _ in session.status?.count == count }
    session.pilot.waitForSilence(of: .milliseconds(300))
    try session.quit()
    return times
  }

  private static func type(_ word: String, _ pilot: ProgramPilot) throws -> [Double] {
    try pilot.press("/")
    var typed = ""
    var times: [Double] = []
    for letter in word {
      let next = ProgramPilot.now + interval
      _ = try? pilot.waitUntil("a pause", within: .milliseconds(80)) { _ in ProgramPilot.now >= next }
      typed.append(letter)
      let start = ProgramPilot.now
      try pilot.type(String(letter))
      try pilot.waitUntil("the people that “\(typed)” finds", within: .seconds(30)) { shows(typed, in: $0.screen) }
      times.append(Double(pilot.lastOutputAt - start) / 1e6)
    }
    return times
  }

  private static func narrow(_ session: ListSession, to tag: String) throws {
    let pilot = session.pilot
    try pilot.press("t")
    pilot.waitForSilence(of: .milliseconds(500))
    try pilot.type(tag)
    pilot.waitForSilence(of: .milliseconds(500))
    try pilot.press(.enter)
    try pilot.waitUntil("the people with a tag", within: .seconds(30)) { _ in
      session.status.map { $0.count < count } ?? false
    }
    pilot.waitForSilence(of: .milliseconds(500))
  }

  /// Whether the first person's row highlights exactly the typed text.
  private static func shows(_ typed: String, in screen: ScreenContents) -> Bool {
    guard let header = screen.row(of: "E-mail") else { return false }
    var run = ""
    // Without a search, section letters are to the left of the names and in the last columns.
    let end = screen.size.width - 2
    for x in 3...max(3, end) {
      let cell = screen[x, header + 1]
      if x < end, cell.rendition.attributes.contains(.bold) {
        run += cell.text
      } else {
        if Folding.fold(run) == typed { return true }
        run = ""
      }
    }
    return false
  }
}
