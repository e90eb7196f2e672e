import TUIKit
import TUITesting
import Testing

/// The duplicates on the screen, from the key to the book.
@Suite struct DuplicatesViewControllerTests {
  private let book = TestBook()

  private func open(_ size: Size = Size(width: 80, height: 24)) throws -> ProgramPilot {
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.org", "--title", "Countess")
    try book.run("add", "--first", "Ada", "--last", "Lovelace", "--email", "ada@example.com", "--title", "Analyst")
    let pilot = try book.open("--no-motion", size: size)
    try pilot.waitFor("of 2")
    try pilot.press("M")
    try pilot.waitUntil("the pair") { $0.contains("same name") && $0.contains("60 %") }
    return pilot
  }

  @Test func `a pair is merged side by side, with the chosen value`() throws {
    let pilot = try open()
    try pilot.press(.enter)
    try pilot.waitUntil("both values") { $0.contains("✓ Countess") && $0.contains("· Analyst") }
    try pilot.press(.down)
    try pilot.press(.down)
    try pilot.waitUntil("the title") { screen in screen.lines.contains { $0.contains("▌") && $0.contains("Countess") } }
    try pilot.press(.right)
    try pilot.waitUntil("the other value") { $0.contains("· Countess") && $0.contains("✓ Analyst") }
    try pilot.press("s", .control)
    try pilot.waitUntil("the result") { $0.contains("Merged Ada Lovelace into Ada") && $0.contains("No duplicates") }
    let output = try book.run("show", "Ada").output
    #expect(output.contains("Analyst") && !output.contains("Countess"))
    #expect(output.contains("ada@example.org") && output.contains("ada@example.com"))
    try pilot.press("u")
    try pilot.waitFor("Undid “Merged")
    #expect(try book.run("list").output.contains("ada@example.com"))
  }

  @Test(arguments: [
    (56, [12, 26, 40]), (57, [12, 26, 40]), (58, [12, 26, 40]), (60, [12, 27, 42]), (80, [16, 36, 56]),
  ])
  func `the names of both people are above their values`(width: Int, places: [Int]) throws {
    let pilot = try open(Size(width: width, height: 18))
    try pilot.press(.enter)
    try pilot.waitFor("✓ ")
    let names = try #require(pilot.screen.lines.first { $0.contains("result") })
    let values = try #require(pilot.screen.lines.first { $0.contains("✓ ") && $0.contains("· ") })
    for (mark, place) in zip(["✓", "·"], places) {
      #expect(values.dropFirst(place).hasPrefix(mark) && names.dropFirst(place).hasPrefix("Ada"))
    }
    #expect(names.dropFirst(places[2]).hasPrefix("result"))
  }

  @Test func `Ctrl-R redoes what u has undone`() throws {
    let pilot = try open()
    try pilot.press("n")
    try pilot.waitFor("are different people")
    try pilot.press("u")
    try pilot.waitUntil("the pair again") { $0.contains("Undid “") && $0.contains("same name") }
    try pilot.press("r", .control)
    try pilot.waitUntil("the answer again") { $0.contains("Redid “") && $0.contains("No duplicates found") }
  }

  @Test func `two people stay two, also for the command and after a new start`() throws {
    let pilot = try open()
    try pilot.press("n")
    try pilot.waitUntil("nothing is left") {
      $0.contains("are different people") && $0.contains("No duplicates found")
    }
    #expect(try book.run("duplicates").status == 3)
    try pilot.press(.escape)
    try pilot.waitFor("of 2")
    try pilot.press("M")
    try pilot.waitFor("No duplicates found")
  }

  @Test func `a refused merge goes back to the list`() throws {
    let pilot = try open()
    try pilot.press("n")
    try pilot.waitFor("No duplicates found")
    try pilot.press(.escape)
    try pilot.waitFor("1 of 2")
    try pilot.type("  m")
    try pilot.waitFor("Merge into Ada Lovelace")
    try pilot.press("s", .control)
    try pilot.waitUntil("the list") { $0.contains("are marked as different people") && !$0.contains("Merge into") }
    try pilot.press("H")
    try pilot.waitFor("Added Ada Lovelace")
    #expect(try PlainSQLite(book.path).run("SELECT count(*) FROM person") == [["2"]])
  }
}
