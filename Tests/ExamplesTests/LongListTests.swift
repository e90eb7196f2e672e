import TUITesting
import TestSupport
import Testing

/// The list of any length, as its user sees it.
@Suite struct LongListTests {
  @Test func `rows are inserted below the selected row and deleted`() throws {
    let pilot = try ProgramPilot(Built.program("TUIKitList"), environment: ["N": "1000"])
    try pilot.waitFor("Ada Lovelace")
    let before = pilot.screen.line(1)
    try pilot.press("i")
    try pilot.waitUntil("the inserted row") { $0.line(1) != before && $0.line(2) == before }
    try pilot.press(.down)
    try pilot.press("x")
    try pilot.waitUntil("the row to disappear") { $0.line(1) == before }
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.leftovers == [])
  }
}
