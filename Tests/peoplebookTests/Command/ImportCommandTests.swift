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

  @Test(arguments: [SIGINT, SIGTERM])
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
    #expect(outcome.messages == "peoplebook: Import stopped. The book is unchanged.\n")
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
    #expect(try fixture.run("import", "--help").output.contains("Exit status 6 when something was left out"))
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

  @Test func `refuses a file of another kind`() throws {
    try fixture.write("dn: cn=Ada,o=x\ncn: Ada\nmail: ada@x\n", to: "ada.csv")
    for (path, kind) in [("\(fixture.folder)/ada.csv", "an LDIF file"), ("/bin/true", "a program")] {
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
}
