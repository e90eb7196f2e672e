import TUIKit
import TUITesting
import Testing

/// The deleted people on the screen, from the key to the book.
@Suite struct TrashViewControllerTests {
  private let book = TestBook()

  private func open() throws -> ProgramPilot {
    try book.add("Ada Lovelace", "Bea Yota", "Cleo Xi")
    try book.run("remove", "Ada Lovelace")
    try book.run("remove", "Cleo Xi")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("D")
    try pilot.waitUntil("the trash") { $0.contains("Deleted people") && $0.contains("1 of 2") }
    return pilot
  }

  @Test func `a deleted person is found and restored`() throws {
    let pilot = try open()
    try pilot.press("/")
    try pilot.type("lovel\r")
    try pilot.waitUntil("Ada alone") { $0.contains("“lovel” ✕") && $0.contains("1 of 1") && !$0.contains("Cleo") }
    try pilot.press("u")
    try pilot.waitUntil("the message") { $0.contains("Restored Ada Lovelace") && $0.contains("No deleted people") }
    #expect(try book.run("list").output.contains("Ada Lovelace"))
    try pilot.press(.escape)
    try pilot.waitUntil("the rest") { $0.contains("Cleo Xi") && !$0.contains("✕") }
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { $0.contains("Peoplebook") && $0.contains("Ada Lovelace") }
    try pilot.press("u")
    try pilot.waitFor("Undid “Added Ada Lovelace”")
  }

  @Test func `emptying asks first, says that it cannot be undone`() throws {
    let pilot = try open()
    try pilot.press("E")
    try pilot.waitFor("This cannot be undone")
    #expect(!pilot.screen.contains("the search hides"))
    try pilot.press(.enter)
    try pilot.waitUntil("nothing was done") { !$0.contains("This cannot be undone") && $0.contains("Cleo Xi") }
    try pilot.press("E")
    try pilot.waitFor("This cannot be undone")
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitUntil("an empty trash") {
      $0.contains("Erased 2 people") && $0.contains("There are no deleted people")
    }
    #expect(!(try book.run("log").output.contains("Lovelace,")))
    #expect(try book.run("doctor").output.contains("Cleo") == false)
  }
}
