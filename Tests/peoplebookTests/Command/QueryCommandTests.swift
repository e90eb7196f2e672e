import Glibc
import TUIKit
import TUITesting
import TestSupport
import Testing

struct QueryCommandTests {
  private let fixture: ProgramFixture

  init() throws {
    fixture = try ProgramFixture(
      adding: [
        "Ada Lovelace", "--email", "home:countess@example.org", "--email", "work:ada@example.org", "--title",
        "Countess", "--organisation", "Engine Office",
      ],
      ["Alan Turing", "--email", "alan@example.org"], ["Augusta King", "--tag", "work"],
      ["Zoë", "--email", "zoe@x.org"])
  }

  @Test func `neomutt gets a count, then address, name and note`() throws {
    let outcome = try fixture.run("query", "ada")
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(
      outcome.output == """
        2 addresses
        ada@example.org\tAda Lovelace\twork, Countess, Engine Office
        countess@example.org\tAda Lovelace\thome, Countess, Engine Office

        """)
  }

  @Test func `aerc gets address and name alone`() throws {
    #expect(try fixture.run("query", "--aerc", "zoe").output == "zoe@x.org\tZoë\n")
    #expect(try fixture.run("query", "--aerc", "example", "-n", "2").lines.count == 2)
    let outcome = try fixture.run("query", "--aerc", "nobody")
    #expect(outcome.status == 3 && outcome.output.isEmpty)
    #expect(outcome.messages == "peoplebook: No address matches “nobody”.\n")
  }

  @Test func `a part of a word and a typo find people too`() throws {
    #expect(try fixture.run("query", "--aerc", "uring").output == "alan@example.org\tAlan Turing\n")
    #expect(try fixture.run("query", "--aerc", "lovelase", "-n", "1").lines.map { $0.suffix(12) } == ["Ada Lovelace"])
    #expect(try fixture.run("list", "--search", "lovelase", "--format", "json").lines.count == 1)
    #expect(try fixture.run("export", "--search", "lovelase").status == 3)
  }

  @Test func `a whole address finds its person alone`() throws {
    #expect(try fixture.run("query", "--aerc", "ADA@example.org").output == "ada@example.org\tAda Lovelace\n")
    #expect(try fixture.run("show", "alan@example.org").output.contains("Alan Turing"))
  }

  @Test func `people without an address are not found`() throws {
    let outcome = try fixture.run("query", "Augusta", "King")
    #expect(outcome.status == 3 && outcome.output == "No address matches “Augusta King”.\n")
    #expect(outcome.messages.isEmpty)
  }

  @Test func `a name of several lines stays on one`() throws {
    #expect(try fixture.run("add", "--first", "A\tB\nC", "--email", "c@x.org").status == 0)
    #expect(try fixture.run("query", "--aerc", "c@x.org").output == "c@x.org\tA B C\n")
  }

  @Test func `a text may begin with a dash`() throws {
    let help = try fixture.run("query", "--help").output
    #expect(help.contains(#"query_command = "peoplebook query -- '%s'""#))
    #expect(help.contains(#"address-book-cmd = peoplebook query --aerc --limit 50 -- "%s""#))
    #expect(try fixture.run("add", "Bea", "--email=-bea@example.org").status == 0)
    #expect(try fixture.run("query", "--aerc", "--", "-bea").output == "-bea@example.org\tBea\n")
  }

  @Test func `on a terminal, tabs are tabs`() throws {
    let book = TestBook()
    try book.add("Ada Lovelace")
    let pilot = try book.open("query", "ada")
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.screen.contains("ada@example.org Ada Lovelace"), "\(pilot.screen.text)")
  }

  @Test func `wrong usage and an unreadable book have their status`() throws {
    #expect(try fixture.run("query").status == 2)
    #expect(try fixture.run("query", "ada", "--limit", "x").status == 2)
    #expect(try fixture.run(["query", "ada", "--book", fixture.folder + "/none.db"]).status == 5)
    let running = try RunningProgram(["query", "example", "--book", fixture.book], folder: fixture.folder)
    #expect(running.finishWithoutReading() == 0)
  }

  @Test(
    .enabled("neomutt is installed") { access("/usr/bin/neomutt", X_OK) == 0 })
  func `neomutt reads an exported alias as it is, and runs nothing`() throws {
    let (name, trap) = (#"Eve `touch trap` $HOME #1 \ "q""#, "a`touch${IFS}trap`@example.org")
    #expect(try fixture.run("add", name, "--email", trap, "--nick", "eve").status == 0)
    #expect(try fixture.run("export", fixture.folder + "/all.aliases").status == 0)
    let status = system(
      "cd '\(fixture.folder)' && HOME=. neomutt -n -F all.aliases -A eve >shown 2>&1 </dev/null")
    let shown = try String(contentsOfFile: fixture.folder + "/shown", encoding: .utf8)
    #expect(status == 0)
    #expect(shown == #""Eve `touch trap` $HOME #1 \\ \"q\"" <\#(trap)>"# + "\n")
    #expect(access(fixture.folder + "/trap", F_OK) != 0)
  }

  /// The real mail program, which runs the query for an address that is typed.
  @Test(
    .enabled("neomutt is installed") { access("/usr/bin/neomutt", X_OK) == 0 })
  func `neomutt completes an address`() throws {
    try fixture.write(
      """
      set query_command = "\(TestBook.program) --book '\(fixture.book)' query -- '%s'"
      set folder = "\(fixture.folder)" spoolfile = "\(fixture.folder)/mbox" mbox_type = mbox header_cache = ""
      set edit_headers = no autoedit = no sleep_time = 0 query_format = "%3c %a %n %e"

      """, to: "rc")
    try fixture.write("", to: "mbox")
    let pilot = try ProgramPilot(
      "/usr/bin/neomutt", ["-n", "-F", fixture.folder + "/rc"],
      environment: Built.environment(["HOME": fixture.folder, "LC_ALL": "C.UTF-8"]), size: Size(width: 100, height: 30),
      belongings: fixture)
    try pilot.waitFor("mbox")
    try pilot.press("Q")
    try pilot.waitFor("Query")
    try pilot.type("ada")
    try pilot.press(.enter)
    try pilot.waitUntil("both addresses") { $0.contains("countess@example.org") && $0.contains("ada@example.org") }
    try pilot.press("q")
    try pilot.press("q")
  }
}
