import TUIKit
import TUITesting
import Testing

/// The e-mails in the form of a person that another program changes.
@Suite struct ValueRowsTests {
  private let book: TestBook
  private let pilot: ProgramPilot

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace")
    pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("e")
    try pilot.waitFor("Edit person")
  }

  @Test func `the cursor stays in the e-mails when another program changes them`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try book.run("edit", "Ada Lovelace", "--email", "new@example.org")
    try pilot.waitFor("new@example.org")
    try pilot.type("zz")
    try pilot.waitUntil("the text in the e-mails") { screen in
      screen.lines.contains { $0.contains("E-mail") && $0.contains("zz") } && !screen.contains("Adazz")
    }
  }

  @Test func `a label is asked for again when another program changes the value`() throws {
    for _ in 0..<5 { try pilot.press(.tab) }
    try pilot.press("l", .control)
    try pilot.waitFor("mobile")
    try book.run("edit", "Ada Lovelace", "--email", "new@example.org")
    try pilot.waitFor("new@example.org")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitFor("choose its label again")
  }
}
