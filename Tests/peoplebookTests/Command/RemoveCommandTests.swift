import Testing

struct RemoveCommandTests {
  @Test func `a part of a name removes no person`() throws {
    let fixture = try ProgramFixture(adding: ["Ebba Lind"], ["Ebba Holm"], ["Ada Lovelace"])
    let outcome = try fixture.run("remove", "Ada")
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("“Ada” is only a part of a name; give the whole name, or the id:\n"))
    #expect(outcome.messages.contains("  Ada Lovelace\n"))
    #expect(try fixture.run("remove", "ebba").messages.contains("Ebba Holm"))
    #expect(try fixture.run("list").lines.count == 4)
    #expect(try fixture.run("remove", "ada lovelace").status == 0)
    #expect(try fixture.run("remove", "--help").output.contains("A part of a name is not enough."))
    #expect(try fixture.run("edit", "--help").output.contains("Whole words of a name are enough"))
  }

  @Test func `ids that differ in case only are several`() throws {
    let fixture = ProgramFixture()
    let cards = "BEGIN:VCARD\nFN:Ada\nUID:card-x\nEND:VCARD\nBEGIN:VCARD\nFN:Eve\nUID:CARD-X\nEND:VCARD\n"
    #expect(try fixture.run("import", "-", input: cards).status == 0)
    for verb in ["show", "remove", "log"] {
      let outcome = try fixture.run(verb, "Card-X")
      #expect(outcome.status == 4 && outcome.output.isEmpty, "\(verb)")
      #expect(outcome.messages.contains("  card-x  Ada\n") && outcome.messages.contains("  CARD-X  Eve\n"))
    }
    #expect(try fixture.run("remove", "card-x").messages.contains("Ada removed"))
  }
}
