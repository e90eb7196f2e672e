import TUIKit
import TUITesting
import Testing

/// The list of changes on the screen.
@Suite struct ChangesViewControllerTests {
  @Test func `an empty book lists its changes, and a deletion is undone there`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    try book.run("remove", "Ada Lovelace")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("Your people book is empty.")
    try pilot.press("H")
    try pilot.waitUntil("the changes") {
      $0.contains("Deleted Ada Lovelace") && $0.contains("Added Ada Lovelace") && $0.contains("1 of 2")
        && $0.contains("enter details")
    }
    try pilot.press("u")
    try pilot.waitFor("Undid “Deleted Ada Lovelace”")
    try pilot.press(.escape)
    try pilot.waitUntil("Ada") { $0.contains("1 of 1") && $0.contains("ada@example.org") }
  }

  @Test func `a change is undone, redone and undone by keys typed at once`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("H")
    try pilot.waitFor("Added Ada Lovelace")
    try pilot.send([UInt8(ascii: "u"), 0x12, UInt8(ascii: "u"), UInt8(ascii: "q")])
    try pilot.waitFor("Your people book is empty.")
    let kinds = try PlainSQLite(book.path).run("SELECT action FROM tx ORDER BY id DESC LIMIT 3").map { $0[0] }
    #expect(kinds == ["undo", "redo", "undo"])
  }

  @Test func `the change of several people is undone after a question`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    try book.run("import", "-", "--format", "csv", input: "first,last\nBob,Brown\nCleo,Adams\n")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try pilot.press("H")
    try pilot.waitFor("Added 2 people")
    for (answer, isUndone) in [(Array("\r".utf8), false), (Array("\u{1B}[C\r".utf8), true)] {
      try pilot.press("u")
      try pilot.waitUntil("the question") {
        $0.contains("Undo “Added 2 people”?") && $0.contains("It is undone for all 2 people.")
          && $0.contains("Keep the change")
      }
      try pilot.send(answer)
      try pilot.waitUntil("the answer") { !$0.contains("Keep the change") }
      if isUndone { try pilot.waitFor("Undid “Added 2 people”") }
      #expect(try PlainSQLite(book.path).run("SELECT count(*) FROM person") == [[isUndone ? "1" : "3"]])
    }
  }

  @Test func `a person’s part of an import is taken back alone`() throws {
    let book = TestBook()
    for titles in [["", ""], ["Dr", "Sir"]] {
      try book.run(
        "import", "-", "--format", "json",
        input: """
          {"id":"1","firstName":"Bob","lastName":"Brown","title":"\(titles[0])"}
          {"id":"2","firstName":"Cleo","lastName":"Adams","title":"\(titles[1])"}
          """)
    }
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 2")
    try pilot.press("h")
    try pilot.waitUntil("the change of Bob alone") { $0.contains("title: + Dr") && !$0.contains("Sir") }
    try pilot.press("u")
    try pilot.waitUntil("the question") { $0.contains("Only here") && $0.contains("For all 2 people") }
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("Undid “Changed 2 people” for Bob Brown")
    // On this screen u undoes the selected change.
    #expect(!pilot.screen.contains("u undoes"))
    #expect(try book.run("list", "--format", "csv").output.contains(/Cleo,Adams.*Sir/))
    #expect(try !book.run("list", "--format", "csv").output.contains("Dr"))
  }

  @Test func `Enter on the details of a change goes to the person`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Bob Brown")
    try book.run("edit", "Bob Brown", "--title", "Dr")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 2")
    try pilot.press("H")
    try pilot.waitFor("title: + Dr")
    try pilot.press(.enter)
    try pilot.waitFor("enter card")
    try pilot.press(.enter)
    try pilot.waitUntil("the card") { $0.contains("▌ E-mail         bob@") && $0.contains("2 of 2") }
  }

  @Test func `a key and a click go to the last change of another program`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Bob Brown", "Cleo Adams")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try book.run("edit", "Bob Brown", "--title", "Dr")
    try pilot.waitFor("l goes there")
    try pilot.press("l")
    try pilot.waitFor("2 of 3")
    try book.run("edit", "Cleo Adams", "--title", "Sir")
    try pilot.waitFor("+ Sir")
    try pilot.click(on: "+ Sir")
    try pilot.waitFor("3 of 3")
    try book.run("remove", "Cleo Adams")
    try pilot.waitFor("of 2")
    try pilot.press("l")
    try pilot.waitFor("That person was deleted in the meantime")
  }

  @Test func `a message about a change does not cover the selected row`() throws {
    let book = TestBook()
    let people = (10..<40).map { "P\($0),Somebody,p\($0).s@example.org\n" }
    try book.run("import", "--format", "csv", "-", input: "First name,Last name,E-mail\n" + people.joined())
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 30")
    try pilot.press(.end)
    try pilot.waitFor("30 of 30")
    try book.run("edit", "P10 Somebody", "--title", "Dr")
    try pilot.waitUntil("the message and the row") { $0.contains("+ Dr") && $0.contains("p39.s@example.org") }
    try pilot.press(.home)
    try pilot.waitUntil("the row at the top") {
      $0.contains("+ Dr") && $0.contains("1 of 30") && $0.contains("p10.s@example.org")
    }
  }

  @Test func `the list of changes shows one day, and then all again`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    try book.run("edit", "Ada Lovelace", "--title", "Countess")
    let added = "(SELECT max(seq) FROM change WHERE op = 'insert')"
    _ = try PlainSQLite(book.path).run("UPDATE change SET time = time - 86400000 WHERE seq <= \(added)")
    let pilot = try book.open("--no-motion", size: Size(width: 100, height: 30))
    try pilot.waitFor("1 of 1")
    try pilot.press("H")
    try pilot.waitUntil("the changes") { $0.contains("title: + Countess") && $0.contains("Added Ada Lovelace") }
    try pilot.press("t")
    try pilot.waitFor("all days")
    try pilot.press("Y")
    try pilot.press(.enter)
    try pilot.waitUntil("the changes of the day before") {
      $0.contains("Yesterday ✕") && $0.contains("Added Ada Lovelace") && !$0.contains("Countess")
    }
    try pilot.press(.escape)
    try pilot.waitUntil("all changes") { !$0.contains("✕") && $0.contains("Countess") }
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { $0.contains("Peoplebook") }
  }

  @Test func `a message leaves the titles of the columns visible`() throws {
    let book = TestBook()
    try book.add("Ada A", "Bob B", "Cleo C", "Dora D", "Eva E", "Finn F", "Gina G", "Hedy H", "Ida I", "Jan J")
    let pilot = try book.open("--no-motion", size: Size(width: 100, height: 14))
    try pilot.waitFor("1 of 10")
    try pilot.press(.end)
    try pilot.waitFor("10 of 10")
    try book.run("edit", "Ada A", "--title", "Dr")
    try pilot.waitFor("l goes there")
    // The selected row is the last one, so that the message is at the top.
    let lines = pilot.screen.lines
    let titles = try #require(lines.firstIndex { $0.contains("E-mail") && $0.contains("Phone") })
    let message = try #require(lines.firstIndex { $0.contains("l goes there") })
    #expect((1...4).contains(message - titles))
  }

  @Test func `no key is offered while a search is typed`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Bob Brown")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 2")
    try pilot.type("/bob")
    try pilot.waitFor("1 of 1")
    try book.run("edit", "Bob Brown", "--title", "Dr")
    try pilot.waitFor("+ Dr")
    #expect(!pilot.screen.contains("goes there"))
  }
}
