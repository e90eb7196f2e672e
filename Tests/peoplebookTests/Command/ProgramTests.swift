import Testing

struct ProgramTests {
  @Test func `wrong usage is status 2, with a terminal and without`() throws {
    let fixture = ProgramFixture()
    for words in [
      ["help", "nope"], ["demo", "--theme", "nope"], ["--open", "bogus"], ["demo", "--open", "bogus"],
      ["list", "--format", "xml"], ["export", "--vcard-version", "5"],
    ] {
      let outcome = try fixture.run(words)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(words): \(outcome)")
    }
    #expect(try fixture.run(["help", "help"]).status == 0)
    let help = try fixture.run(["help"]).output
    #expect(help.contains("Exit status") && help.contains(/\n  help +Print the help of a verb\.\n/))
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
