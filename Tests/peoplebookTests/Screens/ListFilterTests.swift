import FoundationEssentials
import TUIKit
import TUITesting
import Testing

/// What the list shows and in which order, from the key to the next start.
@Suite struct ListFilterTests {
  private let book: TestBook

  init() throws {
    book = TestBook()
    for (name, tags, organisation) in [
      ("Ada Zeta", ["math", "friend"], "Engines"), ("Bea Yota", ["math"], "Anvils"), ("Cleo Xi", ["friend"], ""),
    ] {
      try book.run(["add", name, "--organisation", organisation] + tags.flatMap { ["--tag", $0] })
    }
  }

  private func open() throws -> ProgramPilot {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("of ")
    return pilot
  }

  private func choose(_ key: Character, _ text: String, in pilot: ProgramPilot) throws {
    try pilot.press(key)
    try pilot.waitFor(key == "t" ? "Tags and searches" : "By first name")
    try pilot.type(text)
    try pilot.press(.enter)
  }

  @Test func `several tags narrow the list, and a saved search brings them back`() throws {
    let pilot = try open()
    try choose("t", "math", in: pilot)
    try pilot.waitFor("1 of 2")
    try choose("t", "friend", in: pilot)
    try pilot.waitUntil("Ada alone") { $0.contains("math ✕   friend ✕") && $0.contains("1 of 1") }
    try pilot.press("S")
    try pilot.waitFor("Save math, friend as")
    try pilot.type("both\r")
    try pilot.waitFor("Saved as both")
    try pilot.press(.escape)
    try pilot.waitFor("of 3")
    try choose("t", "both", in: pilot)
    try pilot.waitFor("1 of 1")
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    let again = try open()
    try again.waitUntil("the filter of the last start") { $0.contains("math ✕   friend ✕") && $0.contains("1 of 1") }
    try again.press("S")
    try again.waitFor("Delete the saved search “both”?")
    try again.press(.right)
    try again.press(.enter)
    try again.waitFor("Deleted the search both")
  }

  @Test func `saving without a search says what to do`() throws {
    let pilot = try open()
    try pilot.press("S")
    try pilot.waitFor("Nothing to save yet: search with /, or choose a tag with t")
  }

  @Test func `order, sections and the selected person are kept between starts`() throws {
    let pilot = try open()
    try choose("s", "sections: by organisation", in: pilot)
    try pilot.waitUntil("a section for each") {
      $0.contains(" Anvils") && $0.contains(" Engines") && $0.contains(" No organisation")
    }
    try choose("s", "by last name", in: pilot)
    try pilot.waitFor("Xi, Cleo")
    try pilot.press(.end)
    try pilot.waitFor("3 of 3")
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    let again = try open()
    try again.waitUntil("the same place") { $0.contains("3 of 3   by last name") && $0.contains(" Anvils") }
  }

  @Test func `a favourite is above all others, in the book too`() throws {
    let pilot = try open()
    try pilot.press(.end)
    try pilot.waitFor("3 of 3")
    try pilot.press("f")
    try pilot.waitUntil("Cleo to be first") { screen in
      screen.contains("1 of 3") && (screen.row(of: "Cleo Xi") ?? 99) < (screen.row(of: "Ada Zeta") ?? 0)
    }
    #expect(try PlainSQLite(book.path).run("SELECT first_name FROM person WHERE favourite <> ''") == [["Cleo"]])
    try pilot.press("u")
    try pilot.waitFor("3 of 3")
    #expect(try PlainSQLite(book.path).run("SELECT count(*) FROM person WHERE favourite <> ''") == [["0"]])
  }

  @Test func `a search that is not stored says so`() throws {
    let state = "\(book.folder)/state"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(state)/peoplebook"))
    let pilot = try book.open("--no-motion", environment: ["XDG_STATE_HOME": state])
    try pilot.waitFor("of 3")
    try choose("t", "math", in: pilot)
    try pilot.waitFor("1 of 2")
    try pilot.press("S")
    try pilot.waitFor("Save math as")
    try pilot.type("sums\r")
    try pilot.waitFor("The change was not stored: make")
    #expect(!pilot.screen.contains("Saved as"))
  }

  @Test func `a name that is in use can be changed`() throws {
    let pilot = try open()
    try choose("t", "math", in: pilot)
    try pilot.waitFor("1 of 2")
    try pilot.press("S")
    try pilot.waitFor("Save math as")
    try pilot.type("mine\r")
    try pilot.waitFor("Saved as mine")
    try pilot.press(.escape)
    try pilot.waitFor("of 3")
    try choose("t", "friend", in: pilot)
    try pilot.waitUntil("friends") { $0.contains("friend ✕") && $0.contains("1 of 2") }
    try pilot.press("S")
    try pilot.waitFor("Save friend as")
    try pilot.type("mine\r")
    try pilot.waitFor("Replace “mine”")
    try pilot.press(.escape)
    try pilot.waitUntil("the name") { $0.contains("Save friend as") && !$0.contains("Replace “mine”") }
    try pilot.press(.end)
    try pilot.type("2\r")
    try pilot.waitFor("Saved as mine2")
  }
}
