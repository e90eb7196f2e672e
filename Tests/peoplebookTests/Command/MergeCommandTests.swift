import PeoplebookCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct MergeCommandTests {
  @Test func `people are merged into the first, and one undo takes it back`() throws {
    let fixture = try ProgramFixture(
      adding: ["Ada Lovelace", "--email", "a@x"], ["Augusta King", "--email", "b@x", "--tag", "math"], ["Countess"])
    let outcome = try fixture.run("merge", "Ada Lovelace", "Augusta King", "countess")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.messages == "peoplebook: 3 people merged into Ada Lovelace. “peoplebook undo” undoes this.\n")
    let people = try ProgramFixture.people(fixture.run("list", "--format", "json").output)
    #expect(people.count == 1 && people[0].emails.map(\.value) == ["a@x", "b@x"] && people[0].tags == ["math"])
    #expect(try fixture.run("undo").status == 0)
    #expect(try fixture.run("list").lines.count == 4)
  }

  @Test func `a merge says which values it does not keep`() throws {
    let fixture = try ProgramFixture(
      adding: ["Ann One", "--organisation", "Looms", "--nickname", "A"],
      ["Bob Two", "--organisation", "Acme", "--birthday", "1980-05-01", "--nickname", "A"],
      ["Cy Three", "--birthday", "1981-05-01", "--organisation", "Looms"])
    let outcome = try fixture.run("merge", "Ann One", "Bob Two", "Cy Three")
    #expect(
      outcome.messages == """
        peoplebook: 3 people merged into Ann One. “peoplebook undo” undoes this.
        peoplebook: Not kept from Bob Two: organisation “Acme”.
        peoplebook: Not kept from Cy Three: birthday “1 May 1981”.

        """)
  }

  @Test func `nothing is merged unless each person is found`() throws {
    let fixture = try ProgramFixture(adding: ["Ada Lovelace"], ["Ada King"], ["Ada King"])
    #expect(try fixture.run("merge", "Ada Lovelace", "Ada").status == 3)
    #expect(try fixture.run("merge", "Ada Lovelace", "Ada King").status == 4)
    let same = try fixture.run("merge", "Ada Lovelace", "ada lovelace")
    #expect(same.status == 1 && same.messages.contains("All of these are Ada Lovelace: nothing was changed."))
    #expect(try fixture.run("merge", "Ada Lovelace").status == 2)
    #expect(try fixture.run("merge", "--help").output.contains("The name must be exact"))
    #expect(try fixture.run(["merge", "a", "b", "--book", fixture.folder + "/none.db"]).status == 5)
    #expect(try fixture.run("list").lines.count == 4)
  }

  @Test func `people who were noted as two are merged only on demand`() async throws {
    let fixture = try ProgramFixture(adding: ["Ada Lovelace"], ["Augusta King"])
    let people = try ProgramFixture.people(fixture.run("list", "--format", "json").output)
    let note = "{\"id\":\"\(people[0].id)\",\"otherProperties\":[\"X-PEOPLEBOOK-DISTINCT:\(people[1].id)\"]}"
    #expect(try fixture.run("import", "-", "--format", "json", input: note).status == 0)
    let refusal = try fixture.run("merge", "Augusta King", "Ada Lovelace")
    #expect(refusal.status == 1)
    #expect(
      refusal.messages == "peoplebook: Ada Lovelace and Augusta King are marked as different people: "
        + "nothing was merged. “peoplebook merge --same” merges them anyway.\n")
    #expect(try fixture.run("merge", "--same", "Augusta King", "Ada Lovelace").status == 0)
  }
}
