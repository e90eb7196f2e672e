import FoundationEssentials
import TUIKit
import TUITesting
import TestSupport
import Testing

@Suite struct `Links into the program` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Grace Hopper")
  }

  @Test func `a link opens a person's form above the list`() throws {
    let id = try #require(
      try PlainSQLite(book.path).run("SELECT id FROM person WHERE first_name = 'Grace'").first?.first)
    let pilot = try book.open("--open", "person/\(id)")
    try pilot.waitUntil("Grace's form") { $0.contains("Edit person") && $0.contains("grace@example.org") }
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { $0.contains("of 2") && $0.contains("Ada Lovelace") }
  }

  @Test func `a link opens a form for a new person`() throws {
    let pilot = try book.open("--open", "add")
    try pilot.waitFor("Add person")
    try pilot.press(.escape)
    try pilot.waitFor("of 2")
  }

  @Test func `a link opens a search`() throws {
    let pilot = try book.open("--open", "search/hopper")
    try pilot.waitUntil("Grace alone") { $0.contains("1 of 1") && $0.contains("“hopper”") && !$0.contains("Ada") }
    try pilot.press(.escape)
    try pilot.waitFor("of 2")
  }

  @Test func `an invalid link is refused before the screen opens`() throws {
    for (link, status, words) in [
      ("person/nobody", 3, "No person in the book matches “nobody”"), ("garden", 2, "--open takes person/ID"),
      ("search/", 2, "search/TEXT"), ("add/ada", 2, "or add, not “add/ada”"),
    ] {
      let pilot = try book.open("--open", link)
      #expect(try pilot.waitForEnd() == .exited(Int32(status)))
      #expect(pilot.terminal.contents.text.contains(words))
    }
  }

  @Test(arguments: [
    ["--record", "new.db"], ["--record", "./new.db-wal"], ["--record", "taken"], ["--record", "no/such/folder"],
    ["--open", "person/ada"], ["--open", "person/ada", "--record", "new.jsonl"],
  ])
  func `options that are refused leave no new book behind`(_ options: [String]) throws {
    try Data("precious".utf8).write(to: URL(filePath: "\(book.folder)/taken"))
    let before = ProgramFixture.names(in: book.folder)
    let words = [TestBook.program, "--book", "new.db"] + options
    let script = "cd '\(book.folder)' && exec \(words.joined(separator: " "))"
    let pilot = try ProgramPilot(
      "/bin/sh", ["-c", script], environment: Built.environment(["HOME": book.folder]),
      size: Size(width: 80, height: 24),
      belongings: book)
    #expect(try [.exited(1), .exited(2), .exited(3)].contains(pilot.waitForEnd()))
    #expect(ProgramFixture.names(in: book.folder) == before)
  }

  @Test func `a recording never overwrites the book or another file`() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: "\(book.folder)/link", withDestinationPath: "people.db")
    try manager.createSymbolicLink(atPath: "\(book.folder)/dangling", withDestinationPath: "people.db-journal")
    try manager.linkItem(atPath: book.path, toPath: "\(book.folder)/hard")
    try manager.copyItem(atPath: book.path, toPath: "\(book.folder)/other.db")
    try Data("precious".utf8).write(to: URL(filePath: "\(book.folder)/file"))
    let paths = [
      "people.db", "people.db-wal", "people.db-journal", "link", "dangling", "hard", "file", "./people.db", "other.db",
      "other.db.keys", "people.db.version-3", "other.db.version-12", "other.db.version-12-2",
    ]
    for name in paths {
      let before = try book.bytes
      let pilot = try book.open("--record", "\(book.folder)/\(name)")
      #expect(try pilot.waitForEnd() == .exited(2), "\(name)")
      #expect(try book.bytes == before, "\(name)")
    }
    #expect(try String(contentsOfFile: "\(book.folder)/file", encoding: .utf8) == "precious")
    for absent in [
      "people.db-journal", "other.db.keys", "people.db.version-3", "other.db.version-12", "other.db.version-12-2",
    ] {
      #expect(!manager.fileExists(atPath: "\(book.folder)/\(absent)"))
    }
    #expect(try book.run("list").status == 0)
    // A book that this start would create is refused as well.
    let fresh = TestBook()
    let pilot = try fresh.open("--record", fresh.path)
    #expect(try pilot.waitForEnd() == .exited(2))
    #expect(!manager.fileExists(atPath: fresh.path))
  }

  @Test func `a recording that cannot be written is refused too`() throws {
    let pilot = try book.open("--record", "\(book.folder)/nowhere/file")
    #expect(try pilot.waitForEnd() == .exited(1))
    #expect(pilot.terminal.contents.text.contains("nowhere"))
  }

  @Test func `a key typed at once waits for the search`() throws {
    let pilot = try book.open("--no-motion", "--open", "search/hopper")
    try pilot.send(Array("d".utf8))
    try pilot.waitFor("Deleted Grace Hopper")
    #expect(try PlainSQLite(book.path).run("SELECT first_name FROM person") == [["Ada"]])
  }
}
