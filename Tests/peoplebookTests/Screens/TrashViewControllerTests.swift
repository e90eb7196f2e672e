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

  @Test func `each key restores the person that is selected then`() throws {
    let pilot = try open()
    try pilot.send(Array("uu".utf8))
    try pilot.waitFor("There are no deleted people")
    #expect(try PlainSQLite(book.path).run("SELECT count(*) FROM person") == [["3"]])
  }

  @Test func `Tab leaves the search field, and keeps the search`() throws {
    let pilot = try open()
    try pilot.send(Array("/lovel\tu".utf8))
    try pilot.waitUntil("the message") { $0.contains("Restored Ada Lovelace") && $0.contains("“lovel” ✕") }
  }

  @Test func `the palette does nothing to another person than the selected one`() throws {
    let pilot = try open()
    try pilot.press("p", .control)
    try pilot.type("restore")
    try pilot.waitFor("Put the selected person back")
    #expect(try book.run("undo").status == 0)
    try pilot.waitFor("1 of 1")
    try pilot.press(.enter)
    try pilot.waitFor("What was selected has left the list: nothing was done")
    #expect(try PlainSQLite(book.path).run("SELECT count(*) FROM person") == [["2"]])
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

  @Test func `the palette empties what is left`() throws {
    let pilot = try open()
    try pilot.press("p", .control)
    try pilot.type("empty")
    try pilot.waitFor("Erase all deleted people")
    #expect(try book.run("undo").status == 0)
    try pilot.waitFor("1 of 1")
    try pilot.press(.enter)
    try pilot.waitFor("This cannot be undone")
  }
}
