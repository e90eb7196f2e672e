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

  @Test func `a signal takes back what was saved already`() throws {
    #expect(try workshop.run("add", "--first", "Ada").status == 0)
    let watch = try Running(["watch", "-n", "1", "--book", workshop.book], folder: workshop.folder)
    watch.waitForMessage("Watching")
    let importing = try Running(["import", "-", "--book", workshop.book], folder: workshop.folder)
    importing.write(lines(0..<20_100), isLast: false)
    #expect(watch.finish().output.contains("Newcomer"))
    importing.signal(SIGINT)
    expectStopped(importing.finish(), by: SIGINT)
    #expect(try workshop.run("list").lines.count == 2)
  }

  private func expectStopped(_ outcome: Workshop.Outcome, by number: Int32) {
    #expect(outcome.status == -number)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages == "peoplebook: Stopped: nobody was taken in.\n")
  }

  @Test(arguments: [
    "first name,last name,email\nAda,Lovelace,ada@example.org\n",
    "\u{FEFF}\"Last Name\";\"First Name\"\r\nLovelace;Ada\r\n",
    "\n\nfirst name\tphone\nAda\t12\n",
    "begin:vcard\nversion:3.0\nfn:Ada, phone; name\nend:vcard\n",
    " [\n{\"firstName\":\"Ada\"}]",
  ])
  func `the format is found out when no name tells it`(_ text: String) throws {
    let outcome = try workshop.run("import", "-", input: text)
    #expect(outcome.messages.contains("Imported one person: 1 new."))
    #expect(try workshop.run("list", "--format", "csv").output.contains("Ada"))
    try workshop.write(text, to: "people.txt")
    #expect(try workshop.run("import", "--dry-run", workshop.folder + "/people.txt").status == 0)
  }

  @Test func `what says nothing about anybody is passed over by line`() throws {
    let outcome = try workshop.run("import", "-", input: "{}\n{\"id\":\"x\",\"firstName\":\" \"}\n{\"title\":\"T\"}\n")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("standard input, line 1:") && outcome.messages.contains("line 2:"))
    #expect(outcome.messages.contains("Imported one person: 1 new."))
  }

  @Test func `standard input is called that`() throws {
    let outcome = try workshop.run("import", "-", input: "{}")
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("peoplebook: standard input, line 1: nothing"))
    let two = try workshop.run("import", "-", input: "{}{}")
    #expect(two.status == 1)
    #expect(two.messages.contains("Nobody was found in standard input."))
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
    #expect(importing.finish().messages.contains("Imported one person"))
  }
}
