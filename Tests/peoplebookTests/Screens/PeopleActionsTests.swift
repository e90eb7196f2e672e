import TUIKit
import TUITesting
import Testing

/// The actions of the list on one person or several.
@Suite struct `In the list one can` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams")
    try book.run("edit", "Barbara Liskov", "--tag", "work")
  }

  private func open(width: Int = 100) throws -> ProgramPilot {
    let pilot = try book.open("--no-motion", size: Size(width: width, height: 30))
    try pilot.waitFor("1 of 3")
    return pilot
  }

  private var names: [[String]] {
    get throws { try PlainSQLite(book.path).run("SELECT first_name FROM person ORDER BY first_name") }
  }

  @Test func `delete the marked people, and undo it at once`() throws {
    let pilot = try open()
    try pilot.press(" ")
    try pilot.press(" ")
    try pilot.waitFor("2 marked   T tag  x export  m merge  d delete")
    try pilot.press("d")
    try pilot.waitUntil("the question") { $0.contains("Delete 2 people?") && $0.contains("Delete all 2") }
    #expect(try names.count == 3)
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitUntil("one to be left") { $0.contains("1 of 1") && $0.contains("Deleted 2 people") }
    #expect(try names == [["Cleo"]])
    try pilot.press("u")
    try pilot.waitFor("of 3")
    #expect(try names.count == 3)
  }

  @Test func `tag the marked people`() throws {
    let pilot = try open()
    try pilot.press("*")
    try pilot.waitFor("3 marked")
    try pilot.press(".")
    try pilot.waitFor("Export")
    try pilot.press("T")
    try pilot.waitFor("-work")
    try pilot.type("friend, -work")
    try pilot.press(.enter)
    try pilot.waitFor("Changed the tags of 3 people")
    let tags = try PlainSQLite(book.path).run("SELECT DISTINCT value, count(*) FROM person_tag GROUP BY value")
    #expect(tags == [["friend", "3"]])
  }

  @Test func `merge two people`() throws {
    let pilot = try open()
    try pilot.press(" ")
    try pilot.press(" ")
    try pilot.press(".")
    try pilot.waitFor("Merge")
    try pilot.press("m")
    try pilot.waitUntil("both side by side") { $0.contains("Merge into Ada Lovelace") && $0.contains("Barbara") }
    #expect(try names.count == 3)
    try pilot.press("s", .control)
    try pilot.waitFor("Merged Barbara Liskov into Ada Lovelace")
    #expect(try names == [["Ada"], ["Cleo"]])
    let emails = try PlainSQLite(book.path).run("SELECT value FROM person_email ORDER BY value")
    #expect(emails == [["ada@example.org"], ["barbara@example.org"], ["cleo@example.org"]])
  }

  @Test func `export the marked people to a file`() throws {
    let pilot = try open()
    try pilot.press(" ")
    try pilot.press(".")
    try pilot.waitFor("Export")
    try pilot.press("x")
    try pilot.waitFor("people.vcf")
    try pilot.type("\(book.folder)/one.json")
    try pilot.press(.enter)
    try pilot.waitFor("1 person written")
    #expect(try String(contentsOfFile: "\(book.folder)/one.json", encoding: .utf8).contains("Lovelace"))
  }

  @Test func `keep a file when the people to export were deleted`() throws {
    let path = "\(book.folder)/old.json"
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    let pilot = try open()
    try pilot.type(" x")
    try pilot.waitFor("Export Ada Lovelace to")
    try pilot.type(path)
    try pilot.press(.enter)
    try pilot.waitFor("Keep the file")
    try book.run("remove", "Ada Lovelace")
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("Nothing was written: Ada Lovelace is no longer in the book")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test func `show people with a tag, and all people again`() throws {
    let pilot = try open()
    try pilot.press("t")
    try pilot.waitFor("all people")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitUntil("Barbara alone") { $0.contains("1 of 1") && $0.contains("Barbara") && !$0.contains("Cleo") }
    try pilot.press(.escape)
    try pilot.waitFor("of 3")
  }

  @Test(arguments: [
    ("  .", "Cleo Adams", "Delete 2 people?"),
    (".", "Ada Lovelace", "This person is no longer in the list: nothing was done"),
  ])
  func `use the menu of a deleted person for marked people only`(keys: String, row: String, answer: String) throws {
    let pilot = try open()
    try pilot.type(keys)
    try pilot.waitFor("Export")
    try book.run("remove", row)
    try pilot.waitFor("of 2")
    try pilot.press("d")
    try pilot.waitFor(answer)
    #expect(try names.count == 2)
  }

  @Test func `use the palette for the person who was selected only`() throws {
    let pilot = try open()
    try pilot.press("p", .control)
    try pilot.type("delete")
    try pilot.waitFor("Delete the selected person")
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("of 2")
    try pilot.press(.enter)
    try pilot.waitFor("This person is no longer in the list: nothing was done")
    #expect(try names.count == 2)
  }

  @Test func `export by the palette when a row has left`() throws {
    let pilot = try open()
    try pilot.press("p", .control)
    try pilot.type("export")
    try pilot.waitFor("Save the marked people")
    try book.run("remove", "Ada Lovelace")
    try pilot.waitFor("of 2")
    try pilot.press(.enter)
    try pilot.waitFor("people.vcf")
  }

  @Test func `see no keys for the marked people on the card`() throws {
    let pilot = try open(width: 160)
    try pilot.type("  ")
    try pilot.waitFor("2 marked   T tag")
    try pilot.press(.enter)
    try pilot.waitUntil("the card") { $0.contains("y copy") && $0.contains("2 marked") && !$0.contains("T tag") }
    try pilot.press(.escape)
    try pilot.waitFor("2 marked   T tag")
  }

  @Test func `keep the choices of a merge that another program disturbs`() throws {
    let pilot = try open()
    try pilot.type("  m")
    try pilot.waitFor("Merge into Ada Lovelace")
    try pilot.press(.right)
    try pilot.waitFor("Merge into Barbara Lovelace")
    try book.run("edit", "Barbara Liskov", "--title", "Dr")
    try pilot.waitUntil("both again") {
      $0.contains("One of them has changed: look at the values again") && $0.contains("Merge into Barbara Lovelace")
        && $0.contains("Dr")
    }
    try pilot.press("s", .control)
    try pilot.waitFor("nothing was merged")
    try pilot.press("s", .control)
    try pilot.waitFor("Merged Barbara Liskov into Ada Lovelace")
    #expect(try names == [["Barbara"], ["Cleo"]])
  }

  @Test func `leave a merge when one of the two was deleted`() throws {
    let pilot = try open()
    try pilot.type("  m")
    try pilot.waitFor("Merge into Ada Lovelace")
    try book.run("remove", "Barbara Liskov")
    try pilot.press("s", .control)
    try pilot.waitUntil("the list") {
      $0.contains("One of them is no longer in the book") && !$0.contains("Merge into")
    }
  }

  @Test func `use the keys of the menu without opening it`() throws {
    let pilot = try open()
    try pilot.type("  x")
    try pilot.waitFor("Export 2 marked people to")
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { !$0.contains("Export 2") }
    try pilot.press("m")
    try pilot.waitFor("Merge into Ada Lovelace")
    try pilot.press("m")
    try pilot.waitFor("Merged Barbara Liskov into Ada Lovelace")
    try pilot.press("m")
    try pilot.waitFor("Mark two people or more to merge them")
    try pilot.press("T")
    try pilot.waitFor("Add tags, or remove them with a minus")
  }

  @Test func `export all people shown when nothing is marked`() throws {
    let pilot = try open()
    try pilot.press("x")
    try pilot.waitFor("Export all 3 people to")
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { !$0.contains("Export all") }
    try pilot.type("/a\n")
    try pilot.waitFor("“a” ✕")
    try pilot.press("x")
    try pilot.waitFor("Export the 2 people shown to")
    try pilot.type("\(book.folder)/shown.json")
    try pilot.press(.enter)
    try pilot.waitFor("2 people written")
  }

  @Test func `end the search with Esc, and then the marks`() throws {
    let pilot = try open()
    try pilot.type("  /ada\n")
    try pilot.waitUntil("the hint") { $0.contains("2 marked") && $0.lines.last?.contains("esc all") == true }
    try pilot.press(.escape)
    try pilot.waitUntil("the marks") {
      $0.contains("of 3") && $0.contains("2 marked") && $0.lines.last?.contains("esc unmark") == true
    }
    try pilot.press(.escape)
    try pilot.waitUntil("no marks") { !$0.contains("marked") && $0.lines.last?.contains("esc") == false }
  }

  @Test func `merge more than two people after a question`() throws {
    let pilot = try open()
    try pilot.type("*m")
    try pilot.waitUntil("the question") { $0.contains("Merge 3 people?") && $0.contains("Merge all 3") }
    #expect(try names.count == 3)
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("Merged 3 people into Ada Lovelace")
    #expect(try names == [["Ada"]])
  }

  @Test(arguments: [("d", "Delete all 2"), ("T", "Tag all 2"), ("x", "Export all 2")])
  func `confirm an action on marked people that a search hides`(key: String, button: String) throws {
    let pilot = try open()
    try pilot.type("  /ada\n")
    try pilot.waitFor("2 marked, 1 not shown")
    try pilot.type(key)
    try pilot.waitUntil("the question") {
      $0.contains("1 of 2 marked people is not in this list") && $0.contains(button)
    }
    try pilot.press(.enter)
    try pilot.waitUntil("the list") { !$0.contains(button) }
    #expect(try names.count == 3)
    try pilot.type(key)
    try pilot.waitFor(button)
    try pilot.press(.right)
    try pilot.press(.enter)
    switch key {
    case "d": try pilot.waitFor("Deleted 2 people")
    case "T": try pilot.waitFor("Add tags, or remove them with a minus")
    default: try pilot.waitFor("Export 2 marked people to")
    }
  }

  @Test func `ask again when the answer was typed before the question`() throws {
    let pilot = try open()
    try pilot.type("  /ada\n")
    try pilot.waitFor("2 marked, 1 not shown")
    try pilot.send(Array("d\u{1B}[C\r".utf8))
    try pilot.waitUntil("the question") { $0.contains("Delete all 2") && $0.contains("→ enter") }
    #expect(try names.count == 3)
    try pilot.press(.enter)
    try pilot.waitUntil("the list") { !$0.contains("Delete all 2") }
    #expect(try names.count == 3)
  }

  @Test func `act at once on marked people who are all shown`() throws {
    let pilot = try open()
    try pilot.type("  /example\n")
    try pilot.waitUntil("the search") { $0.contains("“example” ✕") && $0.contains("2 marked   T tag") }
    try pilot.press("f")
    try pilot.waitFor("Added to favourites: 2 people")
  }

  @Test func `read the history of the selected person`() throws {
    try book.run("edit", "Ada Lovelace", "--phone", "+44 1632")
    let pilot = try open()
    try pilot.press("h")
    try pilot.waitUntil("the history") {
      $0.contains("Changes to Ada Lovelace") && $0.contains("phone: + +44 1632") && $0.contains("Added Ada Lovelace")
        && $0.contains("Today")
    }
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { !$0.contains("Changes to") }
  }

  @Test func `undo and redo one of many changes`() throws {
    try book.run("edit", "Ada Lovelace", "--phone", "+44 1632")
    try book.run("edit", "Ada Lovelace", "--title", "Countess")
    let pilot = try open()
    try pilot.press("H")
    try pilot.waitUntil("the changes") { $0.contains("title: + Countess") && $0.contains("phone: + +44 1632") }
    try pilot.press("j")
    try pilot.press("u")
    try pilot.waitUntil("the undo") { $0.contains("Undid “Changed Ada Lovelace”") && $0.contains("undone · you") }
    let phone = { try book.run("show", "Ada Lovelace").output.contains("+44 1632") }
    #expect(try !phone() && book.run("show", "Ada Lovelace").output.contains("Countess"))
    try pilot.press("r", .control)
    try pilot.waitUntil("the redo") { $0.contains("Redid “Changed Ada Lovelace”") && !$0.contains("undone · you") }
    #expect(try phone())
    try pilot.press(.enter)
    try pilot.waitFor("Today, ")
  }

  @Test func `a wider window shows the card at once`() throws {
    let pilot = try open(width: 100)
    try pilot.press(.down)
    try pilot.resize(to: Size(width: 150, height: 30))
    try pilot.waitUntil("Barbara's card") { $0.text.occurrences(of: "barbara@example.org") == 2 }
  }

  @Test func `scroll the card beside the list by keys`() throws {
    try book.run("edit", "Ada Lovelace", "--note", (0..<60).map { "Line \($0)." }.joined(separator: "\n"))
    let pilot = try open(width: 150)
    try pilot.waitUntil("the card and the hint") { $0.contains("Line 3.") && $0.contains("J scroll card") }
    try pilot.press("J")
    try pilot.waitUntil("a later part") { !$0.contains("Line 3.") && $0.contains("1 of 3") }
    try pilot.press("K")
    try pilot.waitFor("Line 3.")
  }

  @Test func `choose another order`() throws {
    let pilot = try open()
    try pilot.press("s")
    try pilot.waitFor("By last name")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitUntil("Cleo Adams to be the first") { screen in
      guard let cleo = screen.row(of: "Adams, Cleo"), let ada = screen.row(of: "Lovelace, Ada") else { return false }
      return cleo < ada && screen.contains("by last name")
    }
    try pilot.press("q")
    try pilot.waitForEnd()
    let next = try book.open("--no-motion")
    try next.waitFor("of 3   by last name")
    #expect(next.screen.contains("Adams, Cleo"))
  }

  @Test func `hide a column for good`() throws {
    let pilot = try open()
    try pilot.press("p", .control)
    try pilot.type("columns")
    try pilot.press(.enter)
    try pilot.waitFor("✓ E-mail")
    try pilot.press("j")
    try pilot.press(" ")
    try pilot.press(.escape)
    try pilot.waitUntil("no phones") { !$0.contains("Phone") && $0.contains("E-mail") }
    try pilot.press("q")
    try pilot.waitForEnd()
    let next = try book.open("--no-motion")
    try next.waitFor("1 of 3")
    #expect(!next.screen.contains("Phone"))
  }

  @Test func `click a hint, a column's title and a filter`() throws {
    let pilot = try open()
    try pilot.click(on: "Name")
    try pilot.waitFor("by last name")
    try pilot.click(on: "search")
    try pilot.waitFor("name, e-mail, phone")
    try pilot.type("ada")
    try pilot.press(.enter)
    try pilot.waitFor("“ada” ✕")
    // A click while the search runs would be dropped.
    try pilot.waitFor("1 of 2   by")
    try pilot.click(on: "“ada” ✕")
    try pilot.waitUntil("all people") { $0.contains("of 3") && !$0.contains("✕") }
  }

  @Test func `read the card of the selected person in a wide window`() throws {
    let pilot = try open(width: 150)
    try pilot.waitUntil("Ada's card") { $0.text.occurrences(of: "ada@example.org") == 2 }
    try pilot.press(.down)
    try pilot.waitUntil("Barbara's card") { $0.text.occurrences(of: "barbara@example.org") == 2 }
    try book.run("edit", "Barbara Liskov", "--note", "Substitutes well.")
    try pilot.waitFor("Substitutes well.")
    try pilot.resize(to: Size(width: 100, height: 30))
    try pilot.waitUntil("the list alone") { $0.text.occurrences(of: "barbara@example.org") == 1 }
  }
}

extension String {
  /// The number of occurrences of `part`.
  fileprivate func occurrences(of part: String) -> Int {
    ranges(of: part).count
  }
}
