import TUIKit
import TUITesting
import Testing

/// The built program in a pseudo-terminal, as the user sees it.
@Suite struct `The list on the screen` {
  @Test func `shows the first steps for an empty book`() throws {
    let pilot = try TestBook().open()
    try pilot.waitFor("Your people book is empty.")
    let screen = pilot.screen
    #expect(screen.contains("a   add the first person") && screen.contains("i   import contacts"))
    #expect(screen.contains("v   watch the demo") && screen.contains("?   all keys"))
    let hints = try #require(screen.lines.last)
    #expect(hints.contains("a add") && hints.contains("i import") && !hints.contains("undo"))
    #expect(!hints.contains("search") && !hints.contains("mark"))
  }

  @Test func `shows a person added through the form, as does the book`() throws {
    let book = TestBook()
    let pilot = try book.open()
    try pilot.waitFor("Your people book is empty.")
    try pilot.press("a")
    try pilot.waitFor("First name")
    try pilot.type("Ada\tLovelace")
    try pilot.waitFor("Lovelace")
    try pilot.press("s", .control)
    try pilot.waitUntil("the list with Ada") { $0.contains("Ada Lovelace") && $0.contains("1 of 1") }
    #expect(try PlainSQLite(book.path).run("SELECT first_name, last_name FROM person") == [["Ada", "Lovelace"]])
    #expect(try book.run("list", "--format", "json").output.contains("Ada"))
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
  }

  @Test(
    arguments: [("q", [], .exited(0)), ("c", .control, .killed(signal: 2))]
      as [(Character, KeyEvent.Modifiers, TerminationStatus)])
  func `leaves a book that is one file`(key: Character, modifiers: KeyEvent.Modifiers, ending: TerminationStatus) throws
  {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let pilot = try book.open()
    try pilot.waitFor("1 of 1")
    try pilot.press("f")
    try pilot.waitFor("Added to favourites")
    try pilot.press(key, modifiers)
    #expect(try pilot.waitForEnd() == ending)
    #expect(ProgramFixture.names(in: book.folder).filter { $0.hasPrefix("people.db") } == ["people.db"])
  }

  @Test func `sorts people like a dictionary`() throws {
    let book = TestBook()
    try book.add("Zoë Heller", "Åsa Öström", "alan turing", "Ada Lovelace", "Barbara Liskov")
    let pilot = try book.open()
    try pilot.waitFor("1 of 5")
    let names = ["Ada Lovelace", "alan turing", "Åsa Öström", "Barbara Liskov", "Zoë Heller"]
    let rows = names.map { pilot.screen.row(of: $0) ?? -1 }
    #expect(rows == rows.sorted() && !rows.contains(-1))
  }

  @Test func `shows another process's addition without a key`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let pilot = try book.open()
    try pilot.waitFor("1 of 1")
    try book.add("Grace Hopper")
    try pilot.waitUntil("Grace") { $0.contains("Grace Hopper") && $0.contains("of 2") }
  }

  @Test func `shows a plain SQLite shell's change without a key`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Grace Hopper")
    let pilot = try book.open()
    try pilot.waitFor("of 2")
    let shell = try PlainSQLite(book.path)
    try shell.run("UPDATE person SET last_name = 'Byron' WHERE first_name = 'Ada'")
    try pilot.waitUntil("the new name") { $0.contains("Ada Byron") && !$0.contains("Lovelace") }
    try shell.run("DELETE FROM person WHERE first_name = 'Grace'")
    try pilot.waitUntil("Grace to go") { !$0.contains("Grace") && $0.contains("of 1") }
  }

  @Test func `moves a renamed row past its neighbours`() throws {
    let book = TestBook()
    let names = ["Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gina", "Hedda", "Ida", "Jane"]
    for name in names { try book.add("\(name) Moving") }
    let pilot = try book.open()
    try pilot.waitFor("1 of 10")
    let start = try #require(pilot.screen.row(of: "ada@example.org"))
    let last = try #require(pilot.screen.row(of: "jane@example.org"))
    try PlainSQLite(book.path).run("UPDATE person SET first_name = 'Zoe' WHERE first_name = 'Ada'")
    var stations: Set<Int> = []
    try pilot.waitUntil("Zoe at the end") { screen in
      if let row = screen.row(of: "ada@example.org") { stations.insert(row) }
      return screen.row(of: "ada@example.org") == last && screen.row(of: "bea@example.org") == start
    }
    let between = stations.filter { $0 > start && $0 < last }
    #expect(!between.isEmpty, "seen at \(stations.sorted())")
  }

  @Test func `follows the size of the window`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Grace Hopper")
    let pilot = try book.open()
    try pilot.waitUntil("the wide list") { $0.contains("1 of 2") && $0.contains("Tags") }
    try pilot.resize(to: Size(width: 60, height: 12))
    try pilot.waitUntil("the narrow list") {
      $0.contains("1 of 2") && $0.contains("Ada Lovelace") && !$0.contains("Tags")
    }
    try pilot.resize(to: Size(width: 30, height: 6))
    try pilot.waitUntil("a sentence about the size") { $0.contains("small") && !$0.contains("Ada") }
    try pilot.resize(to: Size(width: 120, height: 40))
    try pilot.waitUntil("the wide list again") { $0.contains("1 of 2") && $0.contains("Tags") }
  }

  @Test func `lists the keys in the help`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let pilot = try book.open()
    try pilot.waitFor("1 of 1")
    try pilot.press("?")
    try pilot.waitFor("Add a person")
    try pilot.press(.escape)
    try pilot.waitUntil("the list again") { $0.contains("1 of 1") && !$0.contains("Add a person") }
  }

  @Test func `removes a deleted person, and undo restores them`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace", "Grace Hopper")
    let pilot = try book.open()
    try pilot.waitFor("1 of 2")
    try pilot.press("d")
    try pilot.waitUntil("Ada to go") { $0.contains("1 of 1") && !$0.contains("ada@example.org") }
    #expect(try PlainSQLite(book.path).run("SELECT first_name FROM person") == [["Grace"]])
    try pilot.press("u")
    try pilot.waitUntil("Ada again") { $0.contains("of 2") && $0.contains("ada@example.org") }
  }

  @Test func `shortens a very long name in the form's title`() throws {
    let book = TestBook()
    try book.run("add", "--first", String(repeating: "Ada", count: 3_400), "--last", "X")
    let pilot = try book.open()
    try pilot.waitFor("1 of 1")
    try pilot.press("e")
    try pilot.waitUntil("a title with an ellipsis") {
      ($0.lines.first { $0.contains("Edit person") } ?? "").contains("…")
    }
  }

  @Test func `shows a stand-in for a person without a name`() throws {
    let book = TestBook()
    let cards = ["EMAIL:zoe@x.example", "TITLE:Countess", "NOTE:Met in Rome", "URL:http://x.example"]
    try book.run("import", "-", input: cards.map { "BEGIN:VCARD\r\n\($0)\r\nEND:VCARD\r\n" }.joined())
    let pilot = try book.open()
    try pilot.waitUntil("all of them") {
      $0.contains("1 of 4") && $0.contains("(no name)") && $0.contains("Countess") && $0.contains("Met in Rome")
    }
    #expect(try book.run("list").output.contains("(no name)"))
  }
}
