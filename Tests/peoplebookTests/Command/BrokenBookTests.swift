import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import Testing

/// A book that cannot be opened is reported in one sentence with the path, and is not changed by a byte.
@Suite struct `A book that cannot be opened` {
  enum Kind: CaseIterable {
    case notADatabase, halfAFile, newerVersion, foreignDatabase
  }

  private func damaged(_ kind: Kind) throws -> TestBook {
    let book = TestBook()
    switch kind {
    case .notADatabase:
      try Data("Dear diary, these are my people.\n".utf8).write(to: URL(filePath: book.path))
    case .halfAFile:
      try book.add("Ada Lovelace")
      try PlainSQLite(book.path).run("PRAGMA wal_checkpoint(TRUNCATE)")
      let bytes = try book.bytes
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: book.path))
    case .newerVersion:
      try book.add("Ada Lovelace")
      try PlainSQLite(book.path).run("PRAGMA user_version = 30000")
      try PlainSQLite(book.path).run("PRAGMA wal_checkpoint(TRUNCATE)")
    case .foreignDatabase:
      try PlainSQLite(book.path).run("CREATE TABLE person (name TEXT)")
    }
    return book
  }

  private func expectOneSentence(_ errors: String, about path: String) {
    #expect(errors.contains(path))
    #expect(errors.split(separator: "\n").count == 1)
    #expect(!errors.contains("Error("))
  }

  @Test(arguments: Kind.allCases)
  func `is reported in one sentence and left alone`(_ kind: Kind) throws {
    let book = try damaged(kind)
    let before = try book.bytes
    let outcome = try book.run("list")
    #expect(outcome.status == 5)
    #expect(outcome.output == "")
    expectOneSentence(outcome.errors, about: book.path)
    let isOtherFile = kind == .notADatabase || kind == .foreignDatabase
    #expect(outcome.errors.contains("Use --book to name another one.") == isOtherFile)
    #expect(try book.bytes == before)
  }

  @Test(arguments: Kind.allCases)
  func `is reported on the terminal before the screen opens`(_ kind: Kind) throws {
    let book = try damaged(kind)
    let before = try book.bytes
    let pilot = try book.open()
    #expect(try pilot.waitForEnd() == .exited(5))
    #expect(pilot.leftovers == [])
    #expect(pilot.screen.text.replacing("\n", with: "").contains("people.db"))
    #expect(try book.bytes == before)
  }

  @Test func `a folder is not a book`() throws {
    let book = TestBook()
    mkdir(book.path, 0o755)
    let outcome = try book.run("list")
    #expect(outcome.status == 5)
    expectOneSentence(outcome.errors, about: book.path)
  }

  @Test func `one on a full disk is not changed`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let before = try book.bytes
    let outcome = try book.run("add", "--first", "Grace", fileBlocks: 8)
    #expect(outcome.status == 1)
    expectOneSentence(outcome.errors, about: book.path)
    #expect(outcome.errors.contains("is full: free some space and try again; nothing was changed."))
    #expect(try book.bytes == before)
    #expect(try book.run("list", "--format", "csv").output.contains("Lovelace"))
  }

  /// SQLite needs room beside the book even to read it with locks: 4 KB are not enough for the index of its log.
  @Test func `one on a full disk is listed and exported`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let list = try book.run("list", fileBlocks: 8)
    #expect(list.errors.isEmpty && list.output.contains("Ada Lovelace") && list.status == 0)
    let export = try book.run("export", "-", fileBlocks: 8)
    #expect(export.output.contains("FN:Ada Lovelace") && export.status == 0)
  }

  @Test func `on a full disk a new book is not begun`() throws {
    let book = TestBook()
    let outcome = try book.run("add", "--first", "Grace", fileBlocks: 8)
    #expect(outcome.status == 5)
    expectOneSentence(outcome.errors, about: book.path)
    #expect(!FileManager.default.fileExists(atPath: book.path))
  }

  @Test func `one that may not be read is reported`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    chmod(book.folder, 0o755)
    chmod(book.path, 0)
    let before = try getuid() == 0 ? book.bytes : nil
    let outcome = try book.run("list", asNobody: true)
    #expect(outcome.status == 5)
    expectOneSentence(outcome.errors, about: book.path)
    if let before { #expect(try book.bytes == before) }
  }

  @Test func `one in a locked folder is not missing`() throws {
    let book = TestBook("locked/people.db")
    let folder = "\(book.folder)/locked"
    mkdir(folder, 0o755)
    try book.add("Ada Lovelace")
    chmod(book.folder, 0o755)
    chmod(folder, 0)
    defer { chmod(folder, 0o755) }
    let doctor = try book.run("doctor", asNobody: true)
    #expect(doctor.status == 1 && doctor.output.contains("!!  book: "), "\(doctor)")
    #expect(!doctor.output.contains("There is no book"))
    let plan = try book.run("import", "--dry-run", "-", input: "BEGIN:VCARD\nFN:Zoe\nEND:VCARD\n", asNobody: true)
    #expect(plan.status == 5)
    expectOneSentence(plan.errors, about: book.path)
  }

  @Test func `a read-only one is listed, and each change is refused in a sentence`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let before = try book.bytes
    chmod(book.path, 0o444)
    chmod(book.folder, 0o555)
    defer { chmod(book.folder, 0o755) }
    for verb in [["list"], ["show", "Ada"], ["export", "-"], ["log"], ["undo", "--list"]] {
      let outcome = try book.run(verb, asNobody: true)
      #expect(outcome.status == 0 && outcome.output.contains("Ada"), "\(verb): \(outcome.errors)")
    }
    let changes = [
      ["add", "--first", "Zoe"], ["edit", "Ada Lovelace", "--last", "Byron"], ["remove", "Ada Lovelace"], ["undo"],
      ["import", "-"],
    ]
    for verb in changes {
      let outcome = try book.run(verb, input: "BEGIN:VCARD\r\nFN:Zoe\r\nEND:VCARD\r\n", asNobody: true)
      #expect(outcome.status == 1 && outcome.errors.contains("not change it"), "\(verb)")
      expectOneSentence(outcome.errors, about: book.path)
    }
    #expect(try book.bytes == before)
  }

  @Test func `a read-only one says so on the screen, where a form cannot be saved`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    chmod(book.path, 0o444)
    chmod(book.folder, 0o555)
    defer { chmod(book.folder, 0o755) }
    let pilot = try book.open("--open", "add", asNobody: true)
    try pilot.waitFor("This book is read-only")
    try pilot.type("x")
    try pilot.press("s", .control)
    try pilot.waitFor("You may read")
    #expect(pilot.screen.contains("Add person"))
  }

  @Test func `a read-only one refuses each change at its key`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    chmod(book.path, 0o444)
    chmod(book.folder, 0o555)
    defer { chmod(book.folder, 0o755) }
    let pilot = try book.open(size: Size(width: 80, height: 24), asNobody: true)
    try pilot.waitUntil("the list") { $0.contains("1 of 1") && $0.contains("people.db  ·  read-only") }
    #expect(["add", "edit", "delete", "undo"].allSatisfy { !pilot.screen.contains($0) })
    for key in ["a", "e", "d", "f", "T", "i", "u"] as [Character] {
      try pilot.press(key)
      try pilot.waitFor("You may read")
      try pilot.press(.down)
      try pilot.waitUntil("no sentence") { !$0.contains("You may read") }
      #expect(pilot.screen.contains("1 of 1"))
    }
    for (screen, title, keys) in [("D", "There are no deleted people", "udE"), ("U", "Timeline", "r")] {
      try pilot.type(screen)
      try pilot.waitFor(title)
      for key in keys {
        try pilot.press(key)
        try pilot.waitFor("You may read")
        try pilot.press(.down)
        try pilot.waitUntil("no sentence") { !$0.contains("You may read") }
      }
      try pilot.press(.escape)
      try pilot.waitFor("people.db  ·  read-only")
    }
    try pilot.press(.enter)
    try pilot.waitFor("y copy")
    try pilot.press("e")
    try pilot.waitFor("You may read")
  }

  @Test func `a read-only one cannot be sorted`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    chmod(book.path, 0o444)
    chmod(book.folder, 0o555)
    defer { chmod(book.folder, 0o755) }
    let pilot = try book.open("--no-motion", asNobody: true)
    try pilot.waitFor("1 of 1")
    try pilot.press(",")
    try pilot.waitFor("▌ Theme")
    for _ in 0..<4 { try pilot.press(.down) }
    try pilot.waitFor("▌ Letters")
    try pilot.press(.enter)
    try pilot.waitFor("Sort by the letters of")
    try pilot.type("swed")
    try pilot.waitForNo("Albanian")
    try pilot.press(.enter)
    try pilot.waitFor("You may read")
  }
}
