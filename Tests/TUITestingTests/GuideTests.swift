import TUIKit
import TUITesting
import Testing

/// The guide's examples, compiled and run.
@Suite struct `The guide to TUITesting` {
  @Test func `its example holds`() throws {
    let pilot = try ProgramPilot("/bin/cat", size: Size(width: 40, height: 6))
    try pilot.type("Ada\n")
    try pilot.waitUntil("the echo") { $0.lines.count { $0 == "Ada" } == 2 }
    try pilot.press("d", .control)
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
  }
}
