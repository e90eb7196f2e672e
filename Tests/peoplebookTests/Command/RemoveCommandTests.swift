import Testing

struct RemoveCommandTests {
  @Test func `a name that is only near removes and edits no person`() throws {
    let fixture = try ProgramFixture(adding: ["Ebba Lind"], ["Ebba Holm"], ["Ada Lovelace"])
    let outcome = try fixture.run("remove", "Ada")
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("No person in the book matches “Ada”. Did you mean one of these?\n"))
    #expect(outcome.messages.contains("  Ada Lovelace\n"))
    #expect(try fixture.run("remove", "ebba").messages.contains("Ebba Holm"))
    #expect(try fixture.run("list").lines.count == 4)
    #expect(try fixture.run("remove", "ada lovelace").status == 0)
    #expect(try fixture.run("edit", "Ébba Lind", "--first", "x").messages.contains("Ebba Lind"))
    for verb in ["remove", "edit"] {
      #expect(try fixture.run(verb, "--help").output.contains("The name must be exact"))
    }
    #expect(try fixture.run("show", "--help").output.contains("Whole words of the name or nickname or the e-mail"))
  }

  @Test func `a person called by a sign is shown, edited and removed`() throws {
    let fixture = try ProgramFixture(adding: ["*"], ["Ada"])
    #expect(try fixture.run("show", "*").status == 0)
    #expect(try fixture.run("edit", "*", "--title", "Star").status == 0)
    #expect(try fixture.run("remove", "*").messages.contains("* removed"))
    #expect(try fixture.run("list").lines.count == 2)
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

  @Test func `if one was removed in between, the others stay`() throws {
    let fixture = try ProgramFixture(adding: ["Ada"], ["Bob"])
    // Acts as another program that removes Ada between the search for her and the change.
    try PlainSQLite(fixture.book).run(
      "CREATE TRIGGER removal AFTER INSERT ON tx BEGIN DELETE FROM person WHERE first_name = 'Ada'; END")
    let outcome = try fixture.run("remove", "Ada", "Bob")
    #expect(outcome.status == 3)
    #expect(outcome.messages == "peoplebook: Another program has just removed one of them: nothing was changed.\n")
    #expect(try fixture.run("show", "Ada").status == 3)
    #expect(try fixture.run("show", "Bob").status == 0)
  }
}
