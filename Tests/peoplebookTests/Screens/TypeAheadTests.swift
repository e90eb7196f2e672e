import FoundationEssentials
import PeoplebookCore
import TUIKit
import TUITesting
import Testing

/// Keys that are typed faster than the book answers apply to the state after the answer.
@Suite struct TypeAheadTests {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Barbara Liskov", "Cleo Adams", "Donald Knuth")
  }

  private func open() throws -> ProgramPilot {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 4")
    return pilot
  }

  private var names: [String] {
    get throws { try PlainSQLite(book.path).run("SELECT first_name FROM person ORDER BY first_name").map { $0[0] } }
  }

  @Test func `d q in one read deletes, then quits`() throws {
    let pilot = try open()
    try pilot.send(Array("dq".utf8))
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(try names == ["Barbara", "Cleo", "Donald"])
  }

  @Test func `each d deletes the person selected at that time`() throws {
    let pilot = try open()
    try pilot.send(Array("ddd".utf8))
    try pilot.waitFor("1 of 1")
    #expect(try names == ["Donald"])
  }

  @Test func `keys after Ctrl-S act on the list, and the person is saved once`() throws {
    let pilot = try open()
    try pilot.press("a")
    try pilot.waitFor("Add person")
    try pilot.type("Edsger")
    try pilot.waitFor("Edsger")
    try pilot.send([0x13, 0x13, 0x13] + Array("jq".utf8))
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(try names == ["Ada", "Barbara", "Cleo", "Donald", "Edsger"])
  }

  @Test func `a book that is locked by another writer loses no key`() throws {
    let pilot = try open()
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("d")
    try pilot.waitFor("Deleting Ada Lovelace…")
    try pilot.press("q")
    try pilot.waitFor("then q")
    try pilot.press("d")
    try pilot.waitFor("then q d")
    try other.run("ROLLBACK")
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(try names == ["Barbara", "Cleo", "Donald"])
  }

  @Test func `the cursor moves while an action is shown`() throws {
    let pilot = try open()
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("d")
    try pilot.waitFor("Deleting Ada Lovelace…")
    try pilot.press(.down)
    try pilot.waitFor("2 of 4")
    try other.run("ROLLBACK")
    try pilot.waitFor("1 of 3")
    #expect(try names == ["Barbara", "Cleo", "Donald"])
  }

  @Test func `Esc stops a bulk action, and dropped keys are named`() throws {
    let cards = (0..<1_500).map { "BEGIN:VCARD\r\nVERSION:4.0\r\nN:Z\($0);P;;;\r\nFN:P Z\($0)\r\nEND:VCARD\r\n" }
      .joined()
    let path = "\(book.folder)/many.vcf"
    try Data(cards.utf8).write(to: URL(filePath: path))
    try book.run("import", path)
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1,504")
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("*")
    try pilot.press("d")
    try pilot.waitFor("Delete all 1,504")
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("Deleting 1,504 people…")
    try pilot.press("q")
    try pilot.waitFor("then q")
    try pilot.press(.escape)
    try pilot.waitUntil("what was dropped") {
      $0.contains("Ignored keys: q") && $0.contains("Stopped: nothing was changed")
    }
    try other.run("ROLLBACK")
    #expect(try names.count == 1_504)
  }

  @Test func `Esc takes back a deletion that waits for a lock`() throws {
    let pilot = try open()
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("d")
    try pilot.waitFor("Deleting Ada Lovelace…  esc stops")
    try pilot.press("q")
    try pilot.waitFor("then q")
    try pilot.press(.escape)
    try pilot.waitUntil("what was dropped") {
      $0.contains("Ignored keys: q") && $0.contains("Stopped: nothing was changed")
    }
    try other.run("ROLLBACK")
    try pilot.press("j")
    try pilot.waitFor("2 of 4")
    #expect(try names.count == 4)
  }

  @Test func `Esc takes back a save that waits for a lock`() throws {
    let pilot = try open()
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.type("x")
    try pilot.waitFor("Adax")
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("s", .control)
    try pilot.waitFor("Saving…")
    try pilot.type("j")
    try pilot.press(.escape)
    try pilot.waitUntil("the form") {
      $0.contains("Ignored keys: j") && $0.contains("Stopped: nothing was saved") && $0.contains("Adax Lovelace •")
    }
    try other.run("ROLLBACK")
    try pilot.press("s", .control)
    try pilot.waitFor("Saved Adax Lovelace")
  }

  @Test func `Esc stops an import that waits for a lock`() throws {
    let pilot = try open()
    let file = "\(book.folder)/more.vcf"
    try "BEGIN:VCARD\nVERSION:3.0\nFN:Zoe\nEND:VCARD\n".write(toFile: file, atomically: true, encoding: .utf8)
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("i")
    try pilot.type(file)
    try pilot.press(.enter)
    try pilot.waitFor("would be imported")
    try pilot.press(.enter)
    try pilot.waitFor("Importing people")
    try pilot.press(.function(1))
    try pilot.waitFor("Esc stops the import. Other keys wait for its end.")
    try pilot.press(.escape)
    try pilot.waitFor("Import stopped. The book is unchanged.")
    try other.run("ROLLBACK")
    #expect(try names.count == 4)
  }

  @Test func `keys typed for the result of a failed save are named`() throws {
    let pilot = try open()
    try pilot.press("e")
    try pilot.waitFor("Edit person")
    try pilot.type("x")
    try pilot.waitFor("Adax")
    let other = try PlainSQLite(book.path)
    try other.run("BEGIN IMMEDIATE")
    try pilot.press("s", .control)
    try pilot.waitFor("Saving…")
    try pilot.type("jq")
    try pilot.waitUntil("the keys to be named") { $0.contains("Ignored keys: j q") && $0.contains("Adax") }
    #expect(!pilot.screen.contains("Adaxjq"))
    try other.run("ROLLBACK")
    #expect(try names == ["Ada", "Barbara", "Cleo", "Donald"])
  }

  @Test func `keys typed before a question is visible do not answer it`() throws {
    let pilot = try open()
    try pilot.send(Array("u\u{1B}[C\r".utf8))
    try pilot.waitUntil("the question") {
      $0.contains("Keep the change") && $0.contains("Ignored keys: → enter")
    }
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { !$0.contains("Keep the change") }
    try pilot.press("q")
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(try names == ["Ada", "Barbara", "Cleo", "Donald"])
  }

  @Test func `an Enter typed before the plan of an import is visible does not import`() throws {
    let file = "\(book.folder)/more.vcf"
    try "BEGIN:VCARD\nVERSION:3.0\nFN:Zoe\nEND:VCARD\n".write(toFile: file, atomically: true, encoding: .utf8)
    let pilot = try open()
    try pilot.send(Array("i\(file)\r\r".utf8))
    try pilot.waitUntil("the plan") { $0.contains("1 person would be imported") && $0.contains("Ignored keys: enter") }
    #expect(try names.count == 4)
    try pilot.press(.enter)
    try pilot.waitFor("1 person imported")
  }

  @Test func `keys after a search act on its result`() throws {
    let pilot = try open()
    try pilot.send(Array("/cleo\rdq".utf8))
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(try names == ["Ada", "Barbara", "Donald"])
  }

  @Test(arguments: [false, true])
  func `lists shown while a search is typed do not move the selection`(isBurst: Bool) throws {
    try book.add("Bea Undorf", "Zoe Park")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 6")
    try pilot.send(Array("jj".utf8))
    try pilot.waitFor("3 of 6")
    for (keys, list) in [("/z", "1 of 1"), ("\u{7F}", "of 6"), ("b", "of 2")] {
      try pilot.send(Array(keys.utf8))
      if !isBurst { try pilot.waitFor(list) }
    }
    try pilot.send([0x0D])
    try pilot.waitFor("1 of 2")
  }

  @Test func `marks survive a search that hides them`() throws {
    let pilot = try open()
    try pilot.type("  ")
    try pilot.waitFor("2 marked")
    try pilot.type("/donald\n")
    try pilot.waitFor("2 marked, 2 not shown")
    try pilot.press(.escape)
    try pilot.waitUntil("all") { $0.contains("of 4") && !$0.contains("not shown") }
    try pilot.press("d")
    try pilot.waitUntil("the question") { $0.contains("Delete 2 people?") && $0.contains("Delete all 2") }
    try pilot.press(.right)
    try pilot.press(.enter)
    try pilot.waitFor("Deleted 2 people")
    #expect(try names == ["Cleo", "Donald"])
  }

  @Test func `5,000 marked people are deleted before the program quits`() throws {
    let cards = (0..<5_000).map { "BEGIN:VCARD\r\nVERSION:4.0\r\nN:Z\($0);P;;;\r\nFN:P Z\($0)\r\nEND:VCARD\r\n" }
      .joined()
    let path = "\(book.folder)/many.vcf"
    try Data(cards.utf8).write(to: URL(filePath: path))
    try book.run("import", path)
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 5,004")
    try pilot.press("*")
    try pilot.waitFor("5,004 marked")
    try pilot.press("d")
    try pilot.waitUntil("the question") { $0.contains("Delete 5,004 people?") && $0.contains("Delete all 5,004") }
    try pilot.send(Array("\u{1B}[C\rq".utf8))
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(try names == [])
  }

  @Test func `a deletion is of the row at the key press`() throws {
    let pilot = try open()
    let other = try PlainSQLite(book.path)
    for round in 0..<20 {
      try pilot.press(.end)
      try other.run("INSERT INTO person(first_name, last_name) VALUES ('A\(round)', 'Above')")
      try pilot.press("d")
      try pilot.waitFor("Deleted Donald Knuth · u undoes")
      try other.run("INSERT INTO person(first_name, last_name) VALUES ('B\(round)', 'Above')")
      try pilot.press("u")
      try pilot.waitFor("Undid “Deleted Donald Knuth” · ctrl-r redoes")
    }
    #expect(try names.count == 44)
  }
}
