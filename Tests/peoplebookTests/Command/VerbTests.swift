import Glibc
import PeoplebookCore
import TUITesting
import Testing

/// Runs the built program with each verb.
struct VerbTests {
  @Test func `add prints the id, and list and show find the person`() throws {
    let fixture = ProgramFixture()
    let added = try fixture.run(
      "add", "--first", "Ada", "--last", "Lovelace", "--email", "work:ada@example.org", "--email", "b@x", "--phone",
      "mobile:+44 1", "--birthday", "10 December 1815", "--tag", "math", "--tag", "friend", "--note", "One.\nTwo.")
    #expect(added.status == 0)
    let id = added.output.dropLast()
    #expect(id.utf8.count == 36)
    let listed = try fixture.run("list")
    #expect(listed.lines.count == 2)
    #expect(listed.lines[0].split(separator: " ").first == "ID")
    #expect(listed.lines[1].contains("Ada Lovelace") && listed.lines[1].hasPrefix(id.prefix(8)))
    for who in [String(id), String(id.prefix(8)), "ada", "LOVELACE", "Ada Lovelace"] {
      let shown = try fixture.run("show", who, "--format", "json")
      #expect(shown.status == 0, "\(who)")
      let ada = ProgramFixture.people(shown.output).first
      #expect(ada?.id == String(id))
      #expect(ada?.emails == [LabeledValue(label: "work", value: "ada@example.org"), LabeledValue(value: "b@x")])
      #expect(ada?.birthday?.iso == "1815-12-10")
      #expect(ada?.tags == ["math", "friend"])
      #expect(ada?.note == "One.\nTwo.")
    }
    #expect(try fixture.run("show", "ada").output.contains("10 December 1815"))
  }

  @Test(arguments: [
    ["list"], ["show", "ada"], ["query", "ada"], ["export"], ["log"], ["duplicates"], ["birthdays"], ["figures"],
    ["remove", "ada"], ["undo"], ["watch"],
  ])
  func `a verb makes no book where the user has named a path without one`(words: [String]) throws {
    let fixture = ProgramFixture()
    let path = "\(fixture.folder)/dir/a.db"
    for (words, environment) in [(words, ["PEOPLEBOOK=\(path)"]), (words + ["--book", path], [])] {
      let outcome = try fixture.run(words, environment: environment)
      #expect(outcome.status == 5 && outcome.output.isEmpty)
      #expect(outcome.messages.hasPrefix("peoplebook: There is no book at \(path)"))
    }
    #expect(ProgramFixture.names(in: fixture.folder).isEmpty)
  }

  @Test func `list filters, sorts, limits and writes four formats`() throws {
    let fixture = try ProgramFixture(
      adding: ["--first", "Zoë", "--last", "Adams", "--tag", "x"], ["--first", "Ada", "--last", "Zimmer"],
      ["--first", "Łukasz", "--last", "Miller", "--tag", "x"])
    let names = { (words: [String]) in
      try ProgramFixture.people(fixture.run(["list", "--format", "json", "--book", fixture.book] + words).output).map(
        \.firstName)
    }
    #expect(try names([]) == ["Ada", "Łukasz", "Zoë"])
    #expect(try names(["--sort", "family"]) == ["Zoë", "Łukasz", "Ada"])
    #expect(try names(["--reverse"]) == ["Zoë", "Łukasz", "Ada"])
    #expect(try names(["--limit", "1"]) == ["Ada"])
    #expect(try names(["--tag", "x"]) == ["Łukasz", "Zoë"])
    #expect(try names(["--search", "lukasz mill"]) == ["Łukasz"])
    #expect(try fixture.run("list", "--format", "csv").lines.count == 4)
    #expect(try fixture.run("list", "--format", "vcard").output.split(separator: "BEGIN:VCARD").count == 3)
    let nobody = try fixture.run("list", "--search", "nobody at all")
    #expect(nobody.status == 3)
    #expect(nobody.output.isEmpty)
    #expect(try fixture.run("list", "--sort", "size").status == 2)
  }

  @Test func `a limit of 0 lists no person of a book that has some`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    let outcome = try fixture.run("list", "--limit", "0")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1 && outcome.messages.isEmpty)
  }

  @Test func `a person without anything to be found by is not added`() throws {
    let fixture = ProgramFixture()
    for words in [
      [], ["--first", "   "], ["--first", "\u{200B}"], ["--last", "\t", "--tag", "x"], ["--email", " "],
    ] {
      let outcome = try fixture.run(["add", "--book", fixture.book] + words)
      #expect(outcome.status == 2)
      #expect(outcome.messages.contains("one of name, nickname, organisation, e-mail, phone, title or note"))
    }
    #expect(try fixture.run("add", "--first", " ", "--nickname", "Ada").status == 0)
    #expect(try fixture.run("list", "--format", "json").output.contains("\"name\":\"Ada\""))
    for name in ["  ", "\u{200B}"] { #expect(try fixture.run("edit", "ada", "--nickname", name).status == 1) }
  }

  @Test func `edit changes only the named fields`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--email", "a@x", "--tag", "one", "--title", "T"])
    #expect(try fixture.run("edit", "ada", "--last", "King", "--add-tag", "two", "--title", "").status == 0)
    #expect(try fixture.run("edit", "ada king", "--add-email", "work:b@x", "--remove-tag", "one").status == 0)
    let ada = try ProgramFixture.people(fixture.run("list", "--format", "json").output).first
    #expect(ada?.name == "Ada King")
    #expect(ada?.title == "")
    #expect(ada?.tags == ["two"])
    #expect(ada?.emails == [LabeledValue(value: "a@x"), LabeledValue(label: "work", value: "b@x")])
    // What is there is not added again, except under another label.
    #expect(try fixture.run("edit", "ada king", "--add-email", "b@x", "--add-email", "work:b@x").status == 0)
    #expect(try fixture.run("edit", "ada king", "--add-email", "home:b@x", "--add-email", "c@x").status == 0)
    let emails = try ProgramFixture.people(fixture.run("list", "--format", "json").output).first?.emails
    #expect(emails?.map { "\($0.label) \($0.value)" } == [" a@x", "work b@x", "home b@x", " c@x"])
    #expect(try fixture.run("edit", "ada king", "--email", "a@x", "--email", "a@x").status == 0)
    #expect(try ProgramFixture.people(fixture.run("list", "--format", "json").output).first?.emails.count == 1)
    #expect(try fixture.run("edit", "ada king", "--remove-tag", "none").status == 1)
    #expect(try fixture.run("edit", "ada king").status == 2)
    #expect(try fixture.run("edit", "bob", "--last", "x").status == 3)
    let refused = try fixture.run("edit", "ada king", "--birthday", "12/10")
    #expect(refused.status == 2)
    #expect(refused.messages.contains("12 October or 10 December"))
    let unclear = try fixture.run("edit", "ada king", "--favourite", "maybe")
    #expect(unclear.status == 2 && unclear.messages.contains("“maybe” is neither “yes” nor “no”."))
  }

  @Test func `several who match are listed, and removal is all or nothing`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--last", "One"], ["--first", "Ada", "--last", "Two"])
    let several = try fixture.run("show", "ada")
    #expect(several.status == 4)
    #expect(several.output.isEmpty)
    #expect(several.messages.contains("Ada One") && several.messages.contains("Ada Two"))
    #expect(try fixture.run("remove", "ada one", "nobody").status == 3)
    #expect(try fixture.run("list").lines.count == 3)
    #expect(try fixture.run("remove", "ada one", "ada two").status == 0)
    #expect(try fixture.run("list").output.isEmpty)
  }

  @Test func `exported cards are the imported ones and import as unchanged`() throws {
    let fixture = ProgramFixture()
    let cards = """
      BEGIN:VCARD
      VERSION:3.0
      FN:Dr. Ada Lovelace
      N:Lovelace;Ada;Byron;Dr.;
      UID:ada-1
      X-KEEP;A="b;c":this
      END:VCARD
      BEGIN:VCARD
      FN:Bob
      BDAY:soon
      oops
      """
    try fixture.write(cards, to: "in.vcf")
    let file = fixture.folder + "/in.vcf"
    let rehearsed = try fixture.run("import", "--dry-run", file)
    #expect(rehearsed.messages.contains("2 people would be imported"))
    #expect(!ProgramFixture.names(in: fixture.folder).contains("book.db"))
    let imported = try fixture.run("import", file)
    #expect(imported.status == rehearsed.status)
    #expect(imported.output.isEmpty)
    #expect(imported.messages.contains("2 people imported"))
    #expect(imported.messages.contains("line 11:") && imported.messages.contains("line 10:"))

    let target = fixture.folder + "/out.vcf"
    #expect(try fixture.run("export", target).status == 0)
    let text = try #require(fixture.read("out.vcf"))
    for line in ["N:Lovelace;Ada;Byron;Dr.;", "FN:Dr. Ada Lovelace", "X-KEEP;A=\"b;c\":this", "UID:ada-1", "BDAY:soon"]
    {
      #expect(text.contains(line + "\r\n"))
    }
    #expect(try fixture.run("import", target).messages.contains("2 people unchanged"))
    #expect(try fixture.run("export", "--vcard-version", "4.0").output.contains("VERSION:4.0\r\n"))
    let json = try fixture.run("export", "-", "--format", "json").output
    #expect(ProgramFixture.people(json).count == 2)
    let other = ProgramFixture()
    let copied = try other.run("import", "-", input: json)
    #expect(copied.messages.contains("2 people imported."))
    #expect(try other.run("export", "-", "--format", "json").output == json)
    #expect(try fixture.run("import", fixture.folder + "/none.vcf").status == 1)
    #expect(try fixture.run("import", "-", input: "").status == 1)
  }

  @Test func `watch prints a line for each change of another program`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    let watch = try RunningProgram(
      ["watch", "--format", "json", "-n", "3", "--book", fixture.book], folder: fixture.folder)
    watch.waitForMessage("Watching")
    #expect(try fixture.run("add", "--first", "Bob").status == 0)
    #expect(try fixture.run("edit", "bob", "--first", "Zed").status == 0)
    #expect(try fixture.run("remove", "ada").status == 0)
    let outcome = watch.finish()
    #expect(outcome.status == 0)
    try #require(outcome.lines.count == 3)
    #expect(outcome.lines[0].contains("\"change\":\"added\"") && outcome.lines[0].contains("\"name\":\"Bob\""))
    #expect(outcome.lines[1].contains("\"change\":\"changed\"") && outcome.lines[1].contains("\"name\":\"Zed\""))
    #expect(outcome.lines[2].contains("\"change\":\"removed\"") && outcome.lines[2].contains("\"name\":\"Ada\""))
    #expect(outcome.lines[2].hasSuffix("\"person\":null}"))
  }

  @Test func `undo, redo and log name each change and its author`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--author", "me"])
    #expect(try fixture.run("edit", "ada", "--first", "Eve").status == 0)
    #expect(try fixture.run("undo", "--list").output.contains("Z  you changed Eve’s first name: Ada → Eve"))
    let undone = try fixture.run("undo")
    #expect(undone.status == 0)
    #expect(undone.messages == "peoplebook: Undone: 1 change by you.\n  Ada, first name: Eve → Ada\n")
    #expect(try fixture.run("show", "ada").status == 0)
    #expect(try fixture.run("redo").status == 0)
    #expect(try fixture.run("show", "eve").status == 0)
    let log = try fixture.run("log", "eve", "--format", "json")
    #expect(log.lines.count == 4)
    #expect(log.lines.last?.contains("\"author\":\"me\"") == true)
    #expect(log.lines.last?.contains("\"change\":\"added\"") == true)
    #expect(try fixture.run("remove", "eve").status == 0)
    #expect(try fixture.run("undo").status == 0)
    #expect(try fixture.run("list").lines.count == 2)
    #expect(try fixture.run(["redo", "--help"]).output.contains("Show what would be redone"))
    let empty = ProgramFixture()
    #expect(try empty.run(["add", "--first", "A", "--book", empty.book]).status == 0)
    #expect(try empty.run("redo").status == 1)
  }

  @Test func `undo says that nothing was left`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    let other = try PlainSQLite(fixture.book)
    for name in ["Eve", "Ada"] { try other.run("UPDATE person SET first_name = '\(name)'") }
    // On a busy machine, the writes may be too far apart to belong together.
    try other.run("UPDATE change SET time = (SELECT max(time) FROM change) WHERE tx IS NULL")
    let undone = try fixture.run("undo")
    #expect(undone.status == 0)
    #expect(undone.messages == "peoplebook: Undone: nothing, since later changes had done so.\n")
    #expect(try fixture.run("undo").messages == "peoplebook: Undone: 1 change by you.\n  Ada is removed\n")
  }

  @Test func `redo lists what it repeats, and its author`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--author", "me"])
    #expect(try fixture.run("undo").messages == "peoplebook: Undone: 1 change by me.\n  Ada is removed\n")
    let listed = try fixture.run("redo", "--list")
    #expect(listed.lines.count == 1 && listed.output.contains("Z  me added Ada  ("), "\(listed.output)")
    #expect(try fixture.run("redo").messages == "peoplebook: Redone: 1 change by me.\n  Ada is back\n")
    #expect(try fixture.run("undo", "--list").output.contains("Z  me added Ada  ("))
  }

  @Test func `on a terminal a line of the log fits the width`() throws {
    let book = TestBook()
    #expect(try book.run("add", "--first", String(repeating: "x", count: 10_000), "--author", "me").status == 0)
    let pilot = try book.open("log")
    #expect(try pilot.waitForEnd() == .exited(0))
    #expect(pilot.screen.contains("x…") && pilot.screen.contains("me added xxx"))
    #expect(pilot.screen.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.count == 1)
    #expect(try book.run("log").output.utf8.count > 10_000)
  }

  @Test func `a hostile name is shown with stand-ins and kept as it is`() throws {
    let name = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}"
    let fixture = ProgramFixture()
    let id = String(try fixture.run("add", "--first", name).output.dropLast())
    for words in [["list"], ["show", "2J"], ["remove", id]] {
      let outcome = try fixture.run(words + ["--book", fixture.book])
      #expect(outcome.status == 0)
      let text = outcome.output + outcome.messages
      #expect(!text.isEmpty)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{7F}" && $0 != "\u{202E}" })
      if words[0] == "show" {
        let json = try fixture.run("show", "2J", "--format", "json").output
        #expect(ProgramFixture.people(json).first?.firstName == name)
      }
    }
  }

  @Test func `a book that cannot be opened is status 5 and not changed`() throws {
    let fixture = ProgramFixture()
    try fixture.write("this is no database", to: "book.db")
    for verb in [["list"], ["add", "--first", "A"], ["export"], ["watch"]] {
      let outcome = try fixture.run(verb + ["--book", fixture.book])
      #expect(outcome.status == 5)
      #expect(outcome.messages.contains(fixture.book))
      #expect(outcome.messages.split(separator: "\n").count == 1)
    }
    #expect(fixture.read("book.db") == "this is no database")
    #expect(try fixture.run(["list", "--book", fixture.folder + "/absent.db"]).status == 5)
    #expect(try fixture.run(["list", "--book", fixture.folder]).status == 5)
    #expect(ProgramFixture.names(in: fixture.folder) == ["book.db"])
  }

  @Test func `the user's own book is in the data folder, and made if absent`() throws {
    let fixture = ProgramFixture()
    let outcome = try fixture.run(["list"], environment: ["XDG_DATA_HOME=\(fixture.folder)"])
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("empty"))
    #expect(ProgramFixture.names(in: fixture.folder + "/peoplebook").contains("people.db"))
    for name in ProgramFixture.names(in: fixture.folder + "/peoplebook") {
      #expect(remove(fixture.folder + "/peoplebook/" + name) == 0)
    }
    #expect(rmdir(fixture.folder + "/peoplebook") == 0)
  }

  @Test func `the demo fills an empty book only, the same for the same seed`() throws {
    let fixture = ProgramFixture()
    let words = ["demo", "--people", "30", "--changes", "20", "--rate", "0", "--seed", "5"]
    let outcome = try fixture.run(words + ["--book", fixture.book])
    #expect(outcome.status == 0)
    #expect(outcome.lines == [fixture.book])
    let listed = try fixture.run("list", "--format", "json").output
    #expect(ProgramFixture.people(listed).count > 10)
    // People are also added and removed after the first thirty.
    let kinds = try fixture.run("log", "--all", "--format", "json").lines.prefix(20)
    for kind in ["added", "removed", "changed"] {
      #expect(kinds.contains { $0.contains("\"change\":\"\(kind)\"") }, "\(kind)")
    }
    #expect(try fixture.run(words + ["--book", fixture.book]).status == 1)
    let other = ProgramFixture()
    #expect(try other.run(words + ["--book", other.book]).status == 0)
    #expect(try other.run("list", "--format", "json").output == listed)
    // Deleted at the end of the test.
    let third = ProgramFixture()
    #expect(try third.run(words).status == 0)
    #expect(ProgramFixture.names(in: third.folder).isEmpty)
  }

  @Test func `a signal ends the demo, and deletes its book`() throws {
    let fixture = ProgramFixture()
    let demo = try RunningProgram(
      ["demo", "--people", "5", "--changes", "10000", "--rate", "1000"], folder: fixture.folder)
    demo.waitForOutput("people.db\n")
    demo.signal(SIGINT)
    #expect(demo.finish().status == -SIGINT)
    #expect(ProgramFixture.names(in: fixture.folder).isEmpty)
  }

  @Test func `every verb has help, and wrong usage has its status`() throws {
    let fixture = ProgramFixture()
    let help = try fixture.run(["--help"])
    #expect(help.status == 0 && help.messages.isEmpty)
    for verb in [
      "list", "show", "add", "edit", "remove", "undo", "redo", "log", "import", "export", "watch", "demo", "doctor",
    ] {
      #expect(help.output.contains("  \(verb) "))
      let own = try fixture.run([verb, "--help"])
      #expect(own.status == 0)
      #expect(own.output.hasPrefix("Usage: peoplebook \(verb)"))
      #expect(try fixture.run(["help", verb]).output == own.output)
      #expect(try fixture.run([verb, "--nonsense"]).status == 2)
    }
    #expect(try fixture.run(["--version"]).output.hasPrefix("peoplebook "))
    #expect(try fixture.run(["lsit"]).messages.contains("Did you mean “list”?"))
    #expect(try fixture.run(["--bok", "x", "list"]).messages.contains("--bok"))
    #expect(try fixture.run([]).status == 1)
    #expect(try fixture.run(["--theme", "plaid"]).messages.contains("plaid"))
  }

  @Test func `a reader that closes the output is not an error`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    #expect(try fixture.run(["demo", "--people", "3000", "--book", fixture.folder + "/big.db"]).status == 0)
    let list = try RunningProgram(
      ["list", "--format", "json", "--book", fixture.folder + "/big.db"], folder: fixture.folder)
    #expect(list.finishWithoutReading() == 0)
  }
}
