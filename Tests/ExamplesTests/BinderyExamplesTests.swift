import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing

/// The small example programs of Bindery, in a terminal.
@Suite struct `The examples` {
  private func start(_ name: String) throws -> ProgramPilot {
    try ProgramPilot(
      Built.program("Examples"), [name], environment: Built.environment(), size: Size(width: 60, height: 12))
  }

  private func expectEnd(of pilot: ProgramPilot) throws {
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
  }

  @Test func `include a headcount that does not go below zero`() throws {
    let pilot = try start("headcount")
    try pilot.waitFor("0 people")
    try pilot.type("\n")
    try pilot.waitFor("1 person")
    try pilot.type("\n")
    try pilot.waitFor("2 people")
    try pilot.type("\t\n\n")
    try pilot.waitFor("0 people")
    // The disabled button has given up the focus.
    try pilot.type("\n")
    try pilot.waitFor("1 person")
    try pilot.press("q")
    try expectEnd(of: pilot)
  }

  @Test func `include a list of open and finished tasks`() throws {
    let pilot = try start("to-do")
    try pilot.waitFor("What is to be done?")
    try pilot.type("Tea\nCake\n")
    try pilot.waitUntil("two rows") { $0.contains("Tea") && $0.contains("Cake") && $0.contains("To do") }
    try pilot.type("\t\n")
    try pilot.waitUntil("one of them done, below the other") { screen in
      screen.contains("1 done") && (screen.row(of: "Tea") ?? 0) > (screen.row(of: "Cake") ?? 99)
    }
    try pilot.press("q", .control)
    try expectEnd(of: pilot)
  }

  @Test func `include a form with error messages`() throws {
    let pilot = try start("sign-up")
    try pilot.waitFor("Enter a name.")
    try pilot.type("Ada\n")
    try pilot.waitForNo("Enter a name.")
    try pilot.type("ADA")
    try pilot.waitFor("is not an e-mail address")
    try pilot.type("@example.org\n")
    try pilot.waitForNo("is not an e-mail address")
    try pilot.waitFor("ada@example.org")
    try pilot.type(" \t\n")
    try pilot.waitFor("Welcome, Ada, dear member.")
    try pilot.press("q", .control)
    try expectEnd(of: pilot)
  }

  @Test func `are short`() throws {
    let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    for name in ["Headcount", "ToDo", "SignUp"] {
      let text = try String(contentsOfFile: "\(root)/Sources/Examples/\(name).swift", encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 100)
    }
  }
}
