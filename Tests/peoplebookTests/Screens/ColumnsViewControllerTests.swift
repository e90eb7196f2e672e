import TUIKit
import TUITesting
import Testing

/// The columns of the list, from the key to the next start.
@Suite struct ColumnsViewControllerTests {
  @Test func `columns are chosen, ordered and sized, and kept`() throws {
    let book = TestBook()
    try book.run("add", "Ada Lovelace", "--email", "ada@example.org", "--tag", "math", "--note", "First programmer")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("p", .control)
    try pilot.type("columns\r")
    try pilot.waitFor("✓ E-mail")
    try pilot.press(" ")
    try pilot.waitUntil("no e-mail") { !$0.contains("ada@example.org") }
    try pilot.press(" ")
    try pilot.waitFor("✓ E-mail")
    try pilot.press(" ")
    try pilot.waitUntil("no e-mail again") { !$0.contains("✓ E-mail") }
    try pilot.press(.home)
    try pilot.press("J")
    try pilot.press(.right)
    try pilot.waitFor("19 wide")
    try pilot.press(.escape)
    try pilot.waitUntil("tags before phones") { screen in
      screen.lines.contains { $0.contains(/Name +Tags +Phone/) }
    }
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    let again = try book.open("--no-motion")
    try again.waitUntil("the same columns") { screen in screen.lines.contains { $0.contains(/Name +Tags +Phone *$/) } }
  }
}
