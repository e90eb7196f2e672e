import Glibc
import Testing

struct ProgramTests {
  @Test func `wrong usage is status 2, with a terminal and without`() throws {
    let fixture = ProgramFixture()
    for words in [
      ["help", "nope"], ["help", "list", "--nonsense"], ["help", "list", "add"], ["help", "help", "add"],
      ["demo", "--theme", "nope"], ["--open", "bogus"], ["demo", "--open", "bogus"],
      ["list", "--format", "xml"], ["export", "--vcard-version", "5"],
    ] {
      let outcome = try fixture.run(words)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(words): \(outcome)")
    }
    #expect(try fixture.run(["help", "help"]).status == 0)
    let help = try fixture.run(["help"]).output
    #expect(help.contains("Exit status") && help.contains(/\n  help +Print the help of a verb\.\n/))
  }

  @Test func `a word that is not UTF-8 is refused`() throws {
    let book = TestBook()
    let outcome = try book.shell(#"peoplebook add "$(printf 'Jos\351')""#)
    #expect(outcome.status == 2 && outcome.errors.contains("“Jos\u{FFFD}” is not UTF-8: "), "\(outcome)")
    #expect(access(book.path, F_OK) != 0)
    #expect(try book.shell("peoplebook add José").status == 0)
  }

  @Test(arguments: ["PEOPLEBOOK", "XDG_DATA_HOME", "HOME"])
  func `a path that is not UTF-8 is refused`(variable: String) throws {
    let book = TestBook()
    let outcome = try book.shell(
      """
      unset PEOPLEBOOK XDG_DATA_HOME
      \(variable)="$PWD/$(printf 'caf\\351')" '\(TestBook.program)' list
      """)
    #expect(outcome.status == 5 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors == "peoplebook: \(variable) is not UTF-8: name a book with --book.\n")
    #expect(ProgramFixture.names(in: book.folder).isEmpty)
  }

  @Test func `the help mentions the conversion`() throws {
    let sentence = "A book of an older version is converted"
    #expect(try ProgramFixture().run(["--help"]).output.contains(sentence))
    #expect(try ProgramFixture().run(["man"]).output.contains(sentence))
    for words in [["import"], ["undo"], ["redo"]] {
      #expect(try !ProgramFixture().run(words + ["--help"]).output.contains("without changing anything"))
    }
  }

  @Test func `a long word or one with line ends is quoted in one short line`() throws {
    let fixture = try ProgramFixture(adding: ["Ada Lovelace"])
    for word in ["x\ny", String(repeating: "x", count: 100_000)] {
      for words in [[word], ["show", word], ["list", word], ["list", "--sort", word], ["list", "--format", word]] {
        let outcome = try fixture.run(["--book", fixture.book] + words)
        #expect(outcome.messages.utf8.count < 300, "\(words[0])")
        #expect(outcome.messages.split(separator: "\n").count == 1, "\(outcome.messages)")
        #expect(outcome.status == (words[0] == "show" ? 3 : 2))
      }
    }
  }

  @Test func `an option of a format needs that format`() throws {
    let fixture = try ProgramFixture(adding: ["Ada Lovelace"])
    let option = ["--vcard-version", "4.0"]
    for words in [["export", "--format", "json"], ["list"], ["list", "--format", "csv"], ["show", "Ada Lovelace"]] {
      let outcome = try fixture.run(["--book", fixture.book] + words + option)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.messages == "peoplebook: --vcard-version needs --format vcard.\n")
    }
    for words in [["export"], ["list", "--format", "vcard"]] {
      let outcome = try fixture.run(["--book", fixture.book] + words + option)
      #expect(outcome.status == 0 && outcome.output.contains("VERSION:4.0"), "\(words): \(outcome)")
    }
  }
}
