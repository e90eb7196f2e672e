import Testing

struct DuplicatesCommandTests {
  @Test func `duplicates are printed with their reasons`() throws {
    let fixture = try ProgramFixture(
      adding: ["Ada King", "--email", "ada@example.com"], ["A. King", "--email", "Ada@example.com"], ["Bo Ek"])
    let outcome = try fixture.run("duplicates")
    #expect(outcome.status == 0 && outcome.lines.count == 3)
    #expect(outcome.output.contains("Ada King") && outcome.output.contains("A. King"))
    #expect(outcome.lines[2].trimmingPrefix { $0 == " " }.lowercased() == "same e-mail ada@example.com")
    let json = try fixture.run("duplicates", "-f", "json").output
    #expect(json.hasPrefix("{\"score\":0.7,\"reasons\":[\"same e-mail") && json.hasSuffix("\"}}\n"))
    #expect(try fixture.run("duplicates", "--limit", "0").status == 3)
  }

  @Test func `without duplicates, the status is that of no match`() throws {
    let fixture = try ProgramFixture(adding: ["Ada King"], ["Bo Ek"])
    let outcome = try fixture.run("duplicates")
    #expect(outcome.status == 3 && outcome.messages == "peoplebook: No duplicates found.\n")
    #expect(try fixture.run("duplicates", "Ada").status == 2)
    #expect(try fixture.run(["duplicates", "--book", fixture.folder + "/none.db"]).status == 5)
  }
}
