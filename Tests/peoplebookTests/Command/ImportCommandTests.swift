import Glibc
import Testing

@Suite struct `Importing at the command line` {
  private let workshop: Workshop

  init() throws {
    workshop = Workshop()
  }

  private func lines(_ range: Range<Int>) -> String {
    range.map { "{\"firstName\":\"Newcomer\",\"lastName\":\"Number \($0)\"}\n" }.joined()
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal stops it before anything was saved`(_ number: Int32) throws {
    #expect(try workshop.run("add", "--first", "Ada").status == 0)
    let importing = try Running(["import", "-", "--book", workshop.book], folder: workshop.folder)
    // More than a pipe holds: when it is written, the program has begun to read.
    importing.write(lines(0..<3_000), isLast: false)
    importing.signal(number)
    expectStopped(importing.finish(), by: number)
    #expect(try workshop.run("list").lines.count == 2)
  }

  private func expectStopped(_ outcome: Workshop.Outcome, by number: Int32) {
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
    let outcome = try workshop.run("import", "-", input: text)
    #expect(outcome.messages.contains("1 person imported."))
    #expect(try workshop.run("list", "--format", "csv").output.contains("Ada"))
    try workshop.write(text, to: "people.txt")
    #expect(try workshop.run("import", "--dry-run", workshop.folder + "/people.txt").status == 0)
  }

  @Test func `records without a person are reported by line`() throws {
    let outcome = try workshop.run("import", "-", input: "{}\n{\"id\":\"x\",\"firstName\":\" \"}\n{\"title\":\"T\"}\n")
    #expect(outcome.status == 6)
    #expect(outcome.messages.contains("standard input, line 1:") && outcome.messages.contains("line 2:"))
    #expect(outcome.messages.contains("1 person imported, 2 left out."))
    #expect(try workshop.run("import", "-", input: "{\"title\":\"T\"}\n").status == 0)
  }

  @Test func `standard input is called that`() throws {
    let outcome = try workshop.run("import", "-", input: "{}")
    #expect(outcome.status == 1)
    #expect(outcome.messages == "peoplebook: standard input, line 1: this object says nothing about a person.\n")
    let two = try workshop.run("import", "-", input: "{}{}")
    #expect(two.status == 1)
    #expect(two.messages.contains("There are no people in standard input."))
  }

  @Test func `a named pipe is a file like any other`() throws {
    let path = workshop.folder + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let importing = try Running(["import", path, "--book", workshop.book], folder: workshop.folder)
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
  func `the exit status says that a record was left out, in every format`(_ text: String) throws {
    let outcome = try workshop.run("import", "-", input: text)
    #expect(outcome.status == 6 && outcome.messages.contains("1 person imported, 1 left out."), "\(outcome)")
    #expect(try workshop.run("import", "--dry-run", "-", input: text).status == 6)
    #expect(try workshop.run("import", "--help").output.contains("Exit status 6 when something was left out"))
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nFN:Ada\n", "1 may be incomplete"), ("x\nBEGIN:VCARD\nFN:Ada\nEND:VCARD\n", "1 left out"),
    ("BEGIN:VCARD\nFN:Ada\nx\n", "1 may be incomplete, 1 left out"),
  ])
  func `the exit status says that a card was cut or had stray lines`(text: String, ending: String) throws {
    let outcome = try workshop.run("import", "-", input: text)
    #expect(outcome.status == 6 && outcome.messages.contains("1 person imported, \(ending)."), "\(outcome)")
  }

  @Test func `while the input is awaited the book is not locked`() throws {
    #expect(try workshop.run("add", "--first", "Ada").status == 0)
    let importing = try Running(["import", "-", "--book", workshop.book], folder: workshop.folder)
    // More than a pipe holds: when it is written, the program has begun to read.
    importing.write(lines(0..<3_000), isLast: false)
    #expect(try workshop.run("add", "--first", "Bob").status == 0)
    importing.write(lines(3_000..<3_001))
    #expect(importing.finish().messages.contains("3,001 people imported."))
    #expect(try workshop.run("list", "--format", "json").lines.count == 3_003)
  }

  @Test func `what is not a file of people is refused`() throws {
    try workshop.write("dn: cn=Ada,o=x\ncn: Ada\nmail: ada@x\n", to: "ada.csv")
    for (path, kind) in [("\(workshop.folder)/ada.csv", "an LDIF file"), ("/bin/true", "a program")] {
      let outcome = try workshop.run("import", path)
      #expect(outcome.status == 1 && outcome.messages.contains("This is \(kind)"), "\(outcome.messages)")
    }
    #expect(!Workshop.names(in: workshop.folder).contains("book.db"))
  }

  @Test func `an encoding can be named, and a wrong one is refused`() throws {
    try workshop.write("name\tphone\nZo\u{EB}\t12\n", to: "people.tsv")
    let outcome = try workshop.run("import", "--encoding", "iso-8859-1", "\(workshop.folder)/people.tsv")
    #expect(outcome.status == 0)
    #expect(try workshop.run("list").output.contains("ZoÃ«"))
    #expect(try workshop.run("import", "--encoding", "klingon", "\(workshop.folder)/people.tsv").status == 2)
  }
}
