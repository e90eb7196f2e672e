import Testing

struct ProgramTests {
  @Test func `a mistake in the words is status 2, with a terminal and without`() throws {
    let workshop = Workshop()
    for words in [
      ["help", "nope"], ["demo", "--theme", "nope"], ["--open", "bogus"], ["demo", "--open", "bogus"],
      ["list", "--format", "xml"], ["export", "--vcard-version", "5"],
    ] {
      let outcome = try workshop.run(words)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(words): \(outcome)")
    }
    #expect(try workshop.run(["help", "help"]).status == 0)
    #expect(try workshop.run(["help"]).output.contains("Exit status"))
  }
}
