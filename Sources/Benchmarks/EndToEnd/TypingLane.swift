import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import TUIKit
import TUITesting
import TestSupport

/// Types scripts into the program twice, as a burst and key by key, each into a book of its own while another process
/// commits to it 100 times a second, and compares the screens and the books afterwards.
///
/// The other process changes the titles of people, which neither a search of the scripts finds nor the comparison
/// reads.
@MainActor
struct TypingLane {
  var peoplebook: String

  static let keyCount = 200
  /// How many people the book of each script has: a search for a tag finds more than are read at once.
  static let peopleCount = 300

  /// The result of a script.
  private struct Outcome: Equatable {
    /// The search in the title, the position, the marks and the selected person.
    var screen: [String]
    /// The people with their tags, after the marked ones, or the selected one, were made favourites.
    var people: Set<String>
  }

  /// Runs the scripts with some seeds and prints each seed for which the outcomes differ, a line each.
  func run(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let script = TypedScript(seed: seed, count: Self.keyCount)
      let burst = try outcome(of: script, isBurst: true)
      let slow = try outcome(of: script, isBurst: false)
      if burst != slow {
        let count = burst.people.symmetricDifference(slow.people).count
        print("\(seed): \(count) people differ; burst \(burst.screen), slowly \(slow.screen)")
        fflush(nil)
      }
    }
  }

  private func outcome(of script: TypedScript, isBurst: Bool) throws -> Outcome {
    let folder = try SampleBooks.copy(of: Self.peopleCount, madeBy: peoplebook)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = "\(folder)/people.db"
    let writer = try ProcessRole.disturbing.start(book)
    let pilot = try ProgramPilot(
      peoplebook, ["--book", book, "--no-motion"], environment: ["HOME": folder, "NO_COLOR": "1"],
      size: Size(width: 138, height: 14), patience: .seconds(60))
    try pilot.waitFor("1 of \(Self.peopleCount)")
    if isBurst { try pilot.send(script.keys.flatMap(\.bytes)) } else { try typeSlowly(script, pilot) }
    try waitForRest(pilot)
    let screen = Self.list(on: pilot.screen)
    try pilot.send(TypedScript.endOfSearch)
    try pilot.press("f")
    try waitForRest(pilot)
    try pilot.press("q")
    try pilot.waitForEnd()
    try writer.end()
    let people = try Book.open(at: book).fetch(Query<Person>())
    return Outcome(screen: screen, people: Set(people.map { "\($0.id) \($0.name) \($0.tags) \($0.isFavourite)" }))
  }

  /// Types each key when the program has done what the key before it asked for.
  private func typeSlowly(_ script: TypedScript, _ pilot: ProgramPilot) throws {
    for key in script.keys {
      try pilot.send(key.bytes)
      if key.isAction { try waitForRest(pilot) }
    }
  }

  /// Waits until the program is at rest: opens the palette, a key that waits in order behind all that is under way, and
  /// closes it.
  private func waitForRest(_ pilot: ProgramPilot) throws {
    try pilot.press("p", .control)
    try pilot.waitUntil("the palette", within: pilot.patience) { Self.showsPalette($0) }
    try pilot.send(TypedScript.escape)
    try pilot.waitUntil("the list", within: pilot.patience) { !Self.showsPalette($0) }
  }

  private static func showsPalette(_ pilot: ProgramPilot) -> Bool {
    (0..<pilot.terminal.size.height).contains { pilot.terminal.line($0).contains("What would you like to do?") }
  }

  /// The search in the title, the name of the selected person, the position and the marks.
  private static func list(on screen: ScreenContents) -> [String] {
    let lines = screen.lines
    let title = lines.first?.prefix(40) ?? ""
    // The columns before the name show signs that pass.
    let selected = lines.first { $0.hasPrefix("▌") }?.prefix(40).dropFirst(3) ?? ""
    let status = (lines.dropLast().last ?? "").dropFirst().split(separator: "   ")
    return [String(title), String(selected)] + status.filter { $0.first?.isNumber == true }.map(String.init)
  }
}
