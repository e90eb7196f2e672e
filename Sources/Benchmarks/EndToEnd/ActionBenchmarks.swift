import FoundationEssentials
import Glibc
import TUIKit
import TUITesting

/// Actions on many people, and keys typed without waiting, while another process commits 100 times a second.
@MainActor
enum ActionBenchmarks {
  private static let lanes = 10

  static func run(_ bench: Bench) throws {
    try changeMany(bench)
    try typeScripts(bench)
  }

  // MARK: Typing ahead

  private static func typeScripts(_ bench: Bench) throws {
    // Made once, before the lanes copy it.
    _ = try SampleBooks.book(of: TypingLane.peopleCount, madeBy: try ListProgram.sibling("peoplebook"))
    let scripts = bench.scripts
    let children = try (0..<lanes).map { lane in
      try ProcessRole.typing.start("\(lane * scripts / lanes + 1)", "\((lane + 1) * scripts / lanes + 1)")
    }
    var differences = 0
    for child in children {
      while let line = child.line() {
        print("  script \(line)")
        differences += 1
      }
      try child.end()
    }
    bench.record(
      "scripts of \(TypingLane.keyCount) keys that end differently as a burst, of \(scripts)", Double(differences),
      unit: "",
      goal: .valueAtMost(0))
  }

  // MARK: Many people

  private static let many = 100_000
  private static let others = 20

  private static func changeMany(_ bench: Bench) throws {
    let peoplebook = try ListProgram.sibling("peoplebook")
    let folder = try SampleBooks.copy(of: many + others, madeBy: peoplebook)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = "\(folder)/people.db"
    let program = ListProgram(
      name: "peoplebook", path: peoplebook, arguments: ["--book", book, "--no-motion"],
      environment: ["NO_COLOR": "1", "HOME": folder], count: many + others)
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(500))
    try session.pilot.press("*")
    try session.pilot.waitFor("100,020 marked")
    try session.pilot.press(.home)
    for _ in 0..<others { try session.pilot.press(" ") }
    try session.pilot.waitFor("100,000 marked")
    try session.pilot.press(.home)
    session.pilot.waitForSilence(of: .milliseconds(100))
    let writer = try ProcessRole.disturbing.start(book)
    try session.pilot.press("d")
    try session.pilot.waitFor("Delete 100,000 people?")
    try session.pilot.press(.right)
    for (key, begin, end, name) in [
      ("\n", "people…", "Deleted 100,000", "delete"), ("u", "Undoing…", "Undid “Deleted 100,000", "undo"),
    ] {
      let (seconds, slowest) = try time(key, from: begin, until: end, session.pilot)
      bench.record("\(name) 100,000 marked people", seconds, unit: "s", goal: .valueAtMost(3))
      bench.record("a key during the \(name) → screen, slowest", slowest, unit: "ms", goal: .valueAtMost(50))
    }
    try writer.end()
    try session.quit()
  }

  /// The seconds until the end of an action is on the screen, and the most milliseconds that a cursor key took during
  /// it; `nan` when the action ended before the first key.
  private static func time(
    _ key: String, from begin: String, until end: String, _ pilot: ProgramPilot
  ) throws -> (seconds: Double, slowest: Double) {
    let start = ProgramPilot.now
    try pilot.type(key)
    try pilot.waitUntil("the action", within: .seconds(60)) { $0.screen.contains(begin) || $0.screen.contains(end) }
    var answers: [Double] = []
    var isDown = true
    while !pilot.screen.contains(end) {
      let line = pilot.screen.row(of: "▌")
      let pressed = ProgramPilot.now
      try pilot.press(isDown ? .down : .up)
      try pilot.waitUntil("the cursor to move", within: .seconds(60)) { $0.screen.row(of: "▌") != line }
      answers.append(Double(pilot.lastOutputAt - pressed) / 1e6)
      isDown.toggle()
      let pause = ProgramPilot.now + 30_000_000
      _ = try? pilot.waitUntil("a pause", within: .milliseconds(30)) { _ in ProgramPilot.now >= pause }
    }
    return (Double(pilot.lastOutputAt - start) / 1e9, answers.max() ?? .nan)
  }
}
