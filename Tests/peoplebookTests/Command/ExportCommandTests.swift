import FoundationEssentials
import Glibc
import TUITesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ExportCommandTests {
  @Test(arguments: [SIGINT, SIGHUP])
  func `a stopped export leaves no file`(_ number: Int32) throws {
    let fixture = ProgramFixture()
    let note = String(repeating: "x", count: 1_000)
    let lines = (0..<10_000).map { "{\"firstName\":\"Person \($0)\",\"note\":\"\(note)\"}\n" }.joined()
    #expect(try fixture.run("import", "-", input: lines).status == 0)
    let path = "\(fixture.folder)/out.json"
    var outcome: ProgramFixture.Outcome
    // On a busy machine, the export may have ended before the signal.
    repeat {
      unlink(path)
      let export = try RunningProgram(["export", path, "--book", fixture.book], folder: fixture.folder)
      while !ProgramFixture.names(in: fixture.folder).contains(where: { $0.hasPrefix("out.json") }) {}
      export.signal(number)
      outcome = export.finish()
    } while outcome.status == 0
    #expect(outcome.status == -number)
    #expect(outcome.messages == "peoplebook: Export stopped. Nothing was written.\n")
    #expect(ProgramFixture.names(in: fixture.folder).filter { $0.hasPrefix("out.json") } == [])
  }
}

@Suite struct `Exporting over the book itself` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace")
  }

  private func refuses(_ path: String) throws {
    let before = try book.bytes
    let outcome = try book.run("export", "--format", "json", path)
    #expect(outcome.status == 2, "\(path)")
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("open book") && outcome.errors.split(separator: "\n").count == 1, "\(path)")
    #expect(try book.bytes == before, "\(path)")
    #expect(try book.run("show", "ada").status == 0)
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal", "-mutations", ".keys", ".sync"])
  func `is refused, and so are the files beside it`(_ suffix: String) throws {
    try refuses(book.path + suffix)
    #expect(!FileManager.default.fileExists(atPath: book.path + "-journal"))
  }

  @Test func `is refused by another spelling of the path`() throws {
    try refuses("\(book.folder)/./../\(book.folder.split(separator: "/").last ?? "")//people.db")
  }

  @Test func `is refused through a link`() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: "\(book.folder)/link.json", withDestinationPath: "people.db")
    try refuses("\(book.folder)/link.json")
    try manager.createSymbolicLink(atPath: "\(book.folder)/folder", withDestinationPath: book.folder)
    try refuses("\(book.folder)/folder/people.db-wal")
    try manager.linkItem(atPath: book.path, toPath: "\(book.folder)/hard.json")
    try refuses("\(book.folder)/hard.json")
  }

  @Test func `is refused for another book, too`() throws {
    let other = TestBook()
    try other.add("Bea Yota")
    let before = try other.bytes
    let outcome = try book.run("export", "--format", "json", other.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(other.path) is a database, such as another book: choose another file."))
    #expect(try other.bytes == before)
  }

  @Test func `is refused for an ending without a format`() throws {
    let outcome = try book.run("export", "\(book.folder)/people.pdf")
    #expect(outcome.status == 2 && outcome.errors.contains(".vcf or .csv") && outcome.errors.contains("--format"))
    #expect(!FileManager.default.fileExists(atPath: "\(book.folder)/people.pdf"))
    #expect(try book.run("export", "--format", "csv", "\(book.folder)/people.pdf").status == 0)
  }

  @Test func `to a full disk leaves an existing file as it was`() throws {
    let path = "\(book.folder)/people.json"
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try book.run("edit", "Ada Lovelace", "--note", String(repeating: "x", count: 8_000)).status == 0)
    let outcome = try book.run("export", path, fileBlocks: 8)
    #expect(outcome.status == 1 && outcome.errors.contains("File too large"), "\(outcome)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: book.folder).filter { $0.contains(".json.") } == [])
    #expect(try book.run("export", "--help").output.contains("stays as it was if the export fails"))
  }

  @Test(arguments: ["vcard", "csv", "json"])
  func `shows stand-ins for control characters on a terminal`(_ format: String) throws {
    #expect(try book.run("edit", "Ada Lovelace", "--note", "\u{1B}]2;owned\u{7}\u{1B}[31m").status == 0)
    let pilot = try book.open("export", "--format", format)
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.screen.contains("owned") && pilot.screen.title != "owned")
    if format == "json" { return }
    #expect(pilot.screen.contains("␛]2") && pilot.screen.contains("owned␇"), "\(pilot.screen.text)")
    #expect(try book.run("export", "--format", format).output.contains("\u{1B}]2"))
  }

  @Test func `is refused on the screen`() throws {
    let pilot = try book.open()
    try pilot.waitFor("1 of 1")
    try pilot.press(".")
    try pilot.waitFor("Export")
    try pilot.press("x")
    try pilot.waitFor("people.vcf")
    try pilot.type(book.path)
    try pilot.press(.enter)
    try pilot.waitFor("is not the ending of a format")
    #expect(try book.run("show", "ada").status == 0)
  }

  @Test func `over another file asks first on the screen, and knows the home folder`() throws {
    try "precious".write(toFile: "\(book.folder)/out.json", atomically: true, encoding: .utf8)
    func content() throws -> String { try String(contentsOfFile: "\(book.folder)/out.json", encoding: .utf8) }
    let pilot = try book.open()
    try pilot.waitFor("1 of 1")
    try pilot.press(".")
    try pilot.waitFor("Export")
    try pilot.press("x")
    try pilot.waitFor("people.vcf")
    try pilot.type("~/out.json")
    try pilot.press(.enter)
    try pilot.waitFor("Replace")
    try pilot.press(.escape)
    try pilot.waitUntil("the path again") { !$0.contains("Replace") && $0.contains("/out.json") }
    #expect(try content() == "precious")
    try pilot.press(.enter)
    try pilot.waitFor("Replace")
    try pilot.press(.tab)
    try pilot.press(.enter)
    try pilot.waitFor("1 person written")
    #expect(try content().contains("Ada"))
  }
}
