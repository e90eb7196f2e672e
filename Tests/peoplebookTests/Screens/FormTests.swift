import Glibc
import TUIKit
import TUITesting
import Testing

/// The form, while others write the same person.
@Suite struct `The form on the screen` {
  private let book: TestBook
  private let pilot: ProgramPilot

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace")
    pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.type("xx")
    try pilot.waitFor("Adaxx")
  }

  private var name: [[String]] {
    get throws { try PlainSQLite(book.path).run("SELECT first_name, last_name FROM person") }
  }

  @Test func `takes over what is untouched here, and lets one choose where both have written`() throws {
    try book.run("edit", "Ada Lovelace", "--first", "Augusta", "--last", "Byron")
    try pilot.waitUntil("both values") { $0.contains("Adaxx") && $0.contains("“Augusta”") && $0.contains("Byron") }
    try pilot.press("s", .control)
    try pilot.press("o", .control)
    try pilot.waitUntil("no question") { !$0.contains("Augusta") }
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Adaxx", "Byron"]])
  }

  @Test func `takes theirs when asked to`() throws {
    try book.run("edit", "Ada Lovelace", "--first", "Augusta")
    try pilot.waitFor("“Augusta”")
    try pilot.press("t", .control)
    try pilot.waitUntil("their name") { $0.contains("Augusta") && !$0.contains("Adaxx") && !$0.contains("“") }
    try pilot.press(.escape)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Augusta", "Lovelace"]])
  }

  @Test func `goes on to the next person, who is saved first`() throws {
    try book.add("Barbara Liskov")
    try pilot.press("n", .control)
    try pilot.waitUntil("Barbara's form") { $0.contains("Edit person") && $0.contains("barbara@example.org") }
    #expect(try name.contains(["Adaxx", "Lovelace"]))
    try pilot.press("n", .control)
    try pilot.waitFor("That was the last one")
  }

  @Test func `says that the person was deleted, and saving brings them back`() throws {
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("Deleted meanwhile")
    try pilot.press("s", .control)
    try pilot.waitFor("1 of 1")
    #expect(try name == [["Adaxx", "Lovelace"]])
  }

  @Test func `asks at Ctrl-C before it throws anything away, and then goes back to the list`() throws {
    let key = KeyEvent(.character("c"), .control)
    try pilot.send(.key(key))
    try pilot.waitFor("Throw the changes away?")
    try pilot.press(.enter)
    try pilot.waitUntil("the form") { !$0.contains("Throw") && $0.contains("Adaxx") }
    try pilot.send(.key(key))
    try pilot.waitFor("Throw the changes away?")
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("1 of 1")
    try pilot.send(.key(key))
    #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    #expect(pilot.leftovers == [])
    #expect(try name == [["Ada", "Lovelace"]])
  }

  @Test func `is left at once at a signal from outside`() throws {
    pilot.signal(SIGINT)
    #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    #expect(pilot.leftovers == [])
  }
}
