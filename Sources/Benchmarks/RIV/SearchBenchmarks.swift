import Persistence
import TUITesting

/// The search of the whole program, seen from outside: from a key to the page of matches.
@MainActor
enum SearchBenchmarks {
  private static let count = 1_000_000
  /// Words typed letter by letter: frequent names, rare names, and addresses.
  private static let words = [
    "ada", "gar", "hop", "love", "zoe", "person12345", "per", "kierk", "tur", "bro", "person99", "lisk",
  ]

  static func run(_ bench: Bench) throws {
    let program = try ListProgram(
      name: "peoplebook", path: ListProgram.sibling("peoplebook"),
      // Without motion, so that the time until the page appears is measured, not the time of an animation.
      arguments: ["--no-motion", "--book", SampleBooks.book(of: count, madeBy: ListProgram.sibling("peoplebook"))],
      environment: ["NO_COLOR": "1"], count: count)
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(300))
    var times: [Double] = []
    for word in words { times += try keys(of: word, in: session) }
    let people = "\(Figure.short(Double(count))) people"
    bench.record("search, key → page, median, \(people)", times.median, unit: "ms")
    bench.record(
      "search, key → page, 95th percentile, \(people)", times.percentile(95), unit: "ms", goal: .valueAtMost(25))
    bench.record("search, key → page, slowest, \(people)", times.max() ?? 0, unit: "ms")
    bench.record(
      "wake-ups in 10 s at rest, after searching", session.rest().wakeUps, unit: "", goal: .valueAtMost(0))
    try session.quit()
  }

  /// The milliseconds for each letter of a word, until the page shows the matches.
  private static func keys(of word: String, in session: ListSession) throws -> [Double] {
    let pilot = session.pilot
    try pilot.press("/")
    pilot.waitForSilence(of: .milliseconds(50))
    var typed = ""
    var times: [Double] = []
    for letter in word {
      typed.append(letter)
      let start = ProgramPilot.now
      try pilot.type(String(letter))
      try pilot.waitUntil("those whom “\(typed)” finds", within: .seconds(30)) { shows(typed, in: $0.screen) }
      times.append(Double(pilot.lastOutputAt - start) / 1e6)
      // Output after the page does not count for the next key.
      pilot.waitForSilence(of: .milliseconds(100))
    }
    try pilot.press(.escape)
    try pilot.waitUntil("everybody again", within: .seconds(30)) { _ in session.status?.count == count }
    pilot.waitForSilence(of: .milliseconds(100))
    return times
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
