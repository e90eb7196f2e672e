import FoundationEssentials
import Glibc
import Testing

@Suite struct `Importing at the command line` {
  private let fixture: ProgramFixture

  init() throws {
    fixture = ProgramFixture()
  }

  private func lines(_ range: Range<Int>) -> String {
    range.map { "{\"firstName\":\"Newcomer\",\"lastName\":\"Number \($0)\"}\n" }.joined()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `is stopped by a signal before anything is saved`(_ number: Int32) throws {
    #expect(try fixture.run("add", "--first", "Ada").status == 0)
    let importing = try RunningProgram(["import", "-", "--book", fixture.book], folder: fixture.folder)
    // More than a pipe's capacity: once it is written, the program has begun to read.
    importing.write(lines(0..<3_000), isLast: false)
    importing.signal(number)
    expectStopped(importing.finish(), by: number)
    #expect(try fixture.run("list").lines.count == 2)
  }

  private func expectStopped(_ outcome: ProgramFixture.Outcome, by number: Int32) {
    #expect(outcome.status == -number)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages == "peoplebook: Import stopped. It changed nothing in the book.\n")
  }

  @Test func `an ignored signal stops nothing`() throws {
    let book = TestBook()
    try lines(0..<3_000).write(toFile: "\(book.folder)/people", atomically: true, encoding: .utf8)
    // Once more than a pipe's capacity is written, the program has begun to read.
    let outcome = try book.shell(
      """
      mkfifo pipe
      trap '' INT
      '\(TestBook.program)' --book '\(book.path)' import - <pipe &
      { cat people; kill -INT $!; echo '{"firstName":"Ada"}'; } >pipe
      wait $!
      """)
    #expect(outcome.status == 0 && outcome.errors.contains("3,001 people imported."), "\(outcome)")
  }

  @Test(arguments: [
    "first name,last name,email\nAda,Lovelace,ada@example.org\n",
    "\u{FEFF}\"Last Name\";\"First Name\"\r\nLovelace;Ada\r\n",
    "\n\nfirst name\tphone\nAda\t12\n",
    "begin:vcard\nversion:3.0\nfn:Ada, phone; name\nend:vcard\n",
    " [\n{\"firstName\":\"Ada\"}]",
  ])
  func `the format is recognised from the content`(_ text: String) throws {
    let outcome = try fixture.run("import", "-", input: text)
    #expect(outcome.messages.contains("1 person imported."))
    #expect(try fixture.run("list", "--format", "csv").output.contains("Ada"))
    try fixture.write(text, to: "people.txt")
    #expect(try fixture.run("import", "--dry-run", fixture.folder + "/people.txt").status == 0)
  }

  @Test func `records without a person are reported by line`() throws {
    let outcome = try fixture.run("import", "-", input: "{}\n{\"id\":\"x\",\"firstName\":\" \"}\n{\"title\":\"T\"}\n")
    #expect(outcome.status == 6)
    #expect(outcome.messages.contains("standard input, line 1:") && outcome.messages.contains("line 2:"))
    #expect(outcome.messages.contains("1 person imported, 2 left out."))
    #expect(try fixture.run("import", "-", input: "{\"title\":\"T\"}\n").status == 0)
  }

  @Test func `names standard input in its messages`() throws {
    let outcome = try fixture.run("import", "-", input: "{}")
    #expect(outcome.status == 1)
    #expect(outcome.messages == "peoplebook: standard input, line 1: this object contains no contact details.\n")
    let two = try fixture.run("import", "-", input: "{}{}")
    #expect(two.status == 1)
    #expect(two.messages.contains("There are no people in standard input."))
  }

  @Test func `reads a named pipe like a file`() throws {
    let path = fixture.folder + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let importing = try RunningProgram(["import", path, "--book", fixture.book], folder: fixture.folder)
    let descriptor = open(path, O_WRONLY)
    try #require(descriptor >= 0)
    let text = "BEGIN:VCARD\nFN:Ada\nEND:VCARD\n"
    #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
    #expect(importing.finish().messages.contains("1 person imported"))
  }

  @Test(arguments: [
    "name,email\nAda,a@x\n\"Bob\n", "{\"firstName\":\"Ada\"}\n{\"firstName\":\n",
    "BEGIN:VCARD\nFN:Ada\nEND:VCARD\nBEGIN:VCARD\nEND:VCARD\n",
  ])
  func `reports a skipped record in the exit status of every format`(_ text: String) throws {
    let outcome = try fixture.run("import", "-", input: text)
    #expect(outcome.status == 6 && outcome.messages.contains("1 person imported, 1 left out."), "\(outcome)")
    #expect(try fixture.run("import", "--dry-run", "-", input: text).status == 6)
    #expect(try fixture.run("import", "--help").output.contains("Exit status 6 when some records were skipped"))
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nFN:Ada\n", "1 may be incomplete"), ("x\nBEGIN:VCARD\nFN:Ada\nEND:VCARD\n", "1 left out"),
    ("BEGIN:VCARD\nFN:Ada\nx\n", "1 may be incomplete, 1 left out"),
  ])
  func `the exit status says that a card was cut or had stray lines`(text: String, ending: String) throws {
    let outcome = try fixture.run("import", "-", input: text)
    #expect(outcome.status == 6 && outcome.messages.contains("1 person imported, \(ending)."), "\(outcome)")
  }

  @Test func `does not lock the book while it waits for input`() throws {
    #expect(try fixture.run("add", "--first", "Ada").status == 0)
    let importing = try RunningProgram(["import", "-", "--book", fixture.book], folder: fixture.folder)
    // More than a pipe's capacity: once it is written, the program has begun to read.
    importing.write(lines(0..<3_000), isLast: false)
    #expect(try fixture.run("add", "--first", "Bob").status == 0)
    importing.write(lines(3_000..<3_001))
    #expect(importing.finish().messages.contains("3,001 people imported."))
    #expect(try fixture.run("list", "--format", "json").lines.count == 3_003)
  }

  /// Keeps an import in the book, as a program does that a crash has ended.
  private func interrupt(importOf path: String) throws {
    try PlainSQLite(fixture.book).run(
      "INSERT INTO mutation(id, name, body, owner, time) VALUES ('\(path)', 'import', '{\"path\":\"\(path)\"}', 1, 0)")
  }

  @Test func `an interrupted import is reported, and finished by the next`() throws {
    #expect(try fixture.run("add", "Ada").status == 0)
    try fixture.write(lines(0..<3), to: "lost.json")
    try fixture.write(lines(3..<5), to: "next.json")
    try interrupt(importOf: fixture.folder + "/lost.json")
    let doctor = try fixture.run("doctor")
    #expect(doctor.status == 1 && doctor.output.contains("!!  import: The import from \(fixture.folder)/lost.json was"))
    let outcome = try fixture.run("import", fixture.folder + "/next.json")
    #expect(
      outcome.messages == """
        peoplebook: Interrupted import finished: 3 people imported.
        peoplebook: 2 people imported. “peoplebook undo” undoes this.

        """)
    #expect(try fixture.run("doctor").status == 0)
    #expect(try fixture.run("list", "--format", "json").lines.count == 6)
    #expect(ProgramFixture.names(in: fixture.folder) == ["book.db", "lost.json", "next.json"])
  }

  @Test(arguments: ["-", "/nowhere/people.vcf"])
  func `an interrupted import that cannot be repeated is reported once`(_ path: String) throws {
    #expect(try fixture.run("add", "Ada").status == 0)
    try interrupt(importOf: path)
    let outcome = try fixture.run("import", "-", input: lines(0..<1))
    #expect(outcome.status == 0 && outcome.messages.contains("An interrupted import could not be finished: "))
    #expect(try fixture.run("import", "-", input: lines(0..<1)).messages == "peoplebook: 1 person unchanged.\n")
  }

  @Test func `two interrupted imports are finished, and leave no file`() throws {
    #expect(try fixture.run("add", "Ada").status == 0)
    for (name, range) in [("one.json", 0..<3), ("two.json", 3..<5)] {
      try fixture.write(lines(range), to: name)
      try interrupt(importOf: fixture.folder + "/" + name)
    }
    // A program that is killed leaves it.
    try fixture.write("", to: "book.db-mutations")
    let outcome = try fixture.run("import", "-", input: lines(5..<6))
    #expect(outcome.messages.contains("Interrupted import finished: 5 people imported."), "\(outcome)")
    #expect(try fixture.run("list", "--format", "json").lines.count == 7)
    #expect(ProgramFixture.names(in: fixture.folder) == ["book.db", "one.json", "two.json"])
  }

  @Test func `an interrupted import that is still to be finished stops a new one`() throws {
    #expect(try fixture.run("add", "Ada").status == 0)
    try fixture.write(lines(0..<3), to: "first.json")
    try interrupt(importOf: fixture.folder + "/first.json")
    let other = try PlainSQLite(fixture.book)
    try other.run("BEGIN IMMEDIATE")
    let outcome = try fixture.run("import", "-", input: lines(3..<5))
    #expect(outcome.status == 5)
    #expect(outcome.messages.hasPrefix("peoplebook: An interrupted import could not be finished: Another program"))
    #expect(outcome.messages.hasSuffix(" Nothing else was imported.\n"))
    try other.run("ROLLBACK")
    #expect(try fixture.run("list", "--format", "json").lines.count == 1)
    #expect(try fixture.run("import", "-", input: lines(3..<5)).status == 0)
    #expect(try fixture.run("list", "--format", "json").lines.count == 6)
  }

  @Test func `a program killed during an import leaves the import in the book`() throws {
    #expect(try fixture.run("add", "Ada").status == 0)
    for (name, range) in [("one.json", 0..<30_000), ("two.json", 30_000..<60_000)] {
      try fixture.write(lines(range), to: name)
    }
    let files = ["one.json", "two.json"].map { "\(fixture.folder)/\($0)" }
    let importing = try RunningProgram(["import"] + files + ["--book", fixture.book], folder: fixture.folder)
    let book = try PlainSQLite(fixture.book)
    while try book.run("SELECT count(*) FROM mutation") == [["0"]] {}
    importing.signal(SIGKILL)
    #expect(importing.finish().status == -SIGKILL)
    let doctor = try fixture.run("doctor")
    #expect(files.allSatisfy { doctor.output.contains("!!  import: The import from \($0) was interrupted.") })
    let outcome = try fixture.run("import", "-", input: lines(60_000..<60_001))
    #expect(outcome.messages.contains("Interrupted import finished: 60,000 people imported."))
    #expect(try PlainSQLite(fixture.book).run("SELECT count(*) FROM person") == [["60002"]])
  }

  @Test func `a dry run lists what it knows, and does not refer to itself`() throws {
    let text = String(repeating: "{}\n", count: 1_200) + lines(0..<1)
    let book = TestBook()
    let errors = try book.run("import", "--dry-run", "-", input: text).errors
    #expect(errors.contains("… and 200 more.\n") && !errors.contains("--dry-run"))
    #expect(try book.run("import", "-", input: text).errors.contains("… and 1,180 more; --dry-run lists more.\n"))
  }

  @Test func `refuses a file of another kind`() throws {
    try fixture.write("{\\rtf1\\ansi Ada, name}", to: "ada.csv")
    for (path, kind) in [("\(fixture.folder)/ada.csv", "an RTF document"), ("/bin/true", "a program")] {
      let outcome = try fixture.run("import", path)
      #expect(outcome.status == 1 && outcome.messages.contains("This is \(kind)"), "\(outcome.messages)")
    }
    #expect(!ProgramFixture.names(in: fixture.folder).contains("book.db"))
  }

  @Test func `accepts an encoding, and refuses a wrong one`() throws {
    try fixture.write("name\tphone\nZo\u{EB}\t12\n", to: "people.tsv")
    let outcome = try fixture.run("import", "--encoding", "iso-8859-1", "\(fixture.folder)/people.tsv")
    #expect(outcome.status == 0)
    #expect(try fixture.run("list").output.contains("ZoÃ«"))
    #expect(try fixture.run("import", "--encoding", "klingon", "\(fixture.folder)/people.tsv").status == 2)
  }

  @Test func `imports a list of names if the format is named`() throws {
    try fixture.write("name,price\nAda,7\n", to: "list.csv")
    let refused = try fixture.run("import", "\(fixture.folder)/list.csv")
    #expect(refused.status == 1 && refused.messages.contains("“name” and “price”"), "\(refused)")
    #expect(refused.messages.contains("import it with --format csv"))
    let outcome = try fixture.run("import", "--format", "csv", "\(fixture.folder)/list.csv")
    #expect(outcome.status == 0 && outcome.messages.contains("1 person imported."), "\(outcome)")
  }

  @Test func `goes on after an empty file, and says so in the exit status`() throws {
    try fixture.write("", to: "empty.csv")
    try fixture.write("name,email\nAda,a@x\n", to: "people.csv")
    let (empty, people) = ("\(fixture.folder)/empty.csv", "\(fixture.folder)/people.csv")
    let outcome = try fixture.run("import", empty, people)
    #expect(outcome.status == 6 && outcome.messages.contains("empty.csv is empty."), "\(outcome)")
    #expect(outcome.messages.contains("1 person imported, 1 left out."))
    #expect(try fixture.run("import", "--dry-run", empty, people).status == 6)
    #expect(try fixture.run("import", empty, empty).status == 1)
  }

  @Test func `imports nothing when one of the files is missing`() throws {
    try fixture.write("name,email\nAda,a@x\n", to: "people.csv")
    let missing = "\(fixture.folder)/missing.csv"
    for option in ["--yes", "--dry-run"] {
      let outcome = try fixture.run("import", option, "\(fixture.folder)/people.csv", missing)
      #expect(outcome.status == 1 && outcome.messages == "peoplebook: \(missing): No such file or directory.\n")
    }
    #expect(ProgramFixture.names(in: fixture.folder) == ["people.csv"])
  }
}
