import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import TUIKit
import TUITesting

/// Types scripts into the program twice, as a burst and slowly, each into a book of its own while another process commits to
/// it 100 times a second, and compares the books afterwards.
@MainActor
struct TypingLane {
  var peoplebook: String

  static let keyCount = 200
  /// How many people the book of each script has.
  static let peopleCount = 80

  /// Runs the scripts with some seeds and prints each seed for which the books differ, a line each.
  func run(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let script = TypedScript(seed: seed, count: Self.keyCount)
      let burst = try people(after: script, isBurst: true)
      let slow = try people(after: script, isBurst: false)
      if burst != slow {
        print("\(seed): \(burst.symmetricDifference(slow).count) people differ")
        fflush(nil)
      }
    }
  }

  /// The ids of the people that a book has after a script.
  private func people(after script: TypedScript, isBurst: Bool) throws -> Set<String> {
    let folder = try SampleBooks.copy(of: Self.peopleCount, madeBy: peoplebook)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = "\(folder)/people.db"
    let writer = try ChildProcess.play(.disturbing, book)
    let pilot = try ProgramPilot(
      peoplebook, ["--book", book, "--no-motion"], environment: ["HOME": folder, "NO_COLOR": "1"],
      size: Size(width: 60, height: 14), patience: .seconds(60))
    try pilot.waitFor("1 of ")
    if isBurst { try pilot.send(script.keys.flatMap(\.bytes)) } else { try typeSlowly(script, pilot) }
    try end(pilot)
    try writer.end()
    return Set(try Book.open(at: book).fetch(Query<Person>()).map(\.id))
  }

  /// Types each key when the screen shows the result of the one before.
  private func typeSlowly(_ script: TypedScript, _ pilot: ProgramPilot) throws {
    for key in script.keys {
      try pilot.send(key.bytes)
      pilot.waitForSilence(of: .milliseconds(key.isAction ? 15 : 3))
      guard key.isAction, pilot.ending == nil else { continue }
      try pilot.waitUntil("the end of the action", within: .seconds(30)) { pilot in
        !["Deleting", "Undoing", "Searching"].contains { pilot.screen.contains($0) }
      }
    }
  }

  /// Waits for the end of the program, which may still ask something.
  private func end(_ pilot: ProgramPilot) throws {
    for _ in 0..<3 {
      do {
        return try pilot.waitUntil("the end", within: .seconds(10)) { $0.ending != nil }
      } catch PilotError.timeout {
        try pilot.press(.escape)
        pilot.waitForSilence(of: .milliseconds(100))
        try pilot.press("q")
      }
    }
    try pilot.waitForEnd()
  }
}
