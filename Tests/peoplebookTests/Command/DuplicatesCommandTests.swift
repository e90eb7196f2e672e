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

  @Test func `an id is safe, and whole unless hexadecimal`() throws {
    let fixture = ProgramFixture()
    let people = ["x\\u001b[2Jada", "king-of-two", "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"].map { id in
      "{\"id\":\"\(id)\",\"firstName\":\"Ada\",\"lastName\":\"King\"}\n"
    }
    #expect(try fixture.run("import", "-", "--format", "json", input: people.joined()).status == 0)
    let outcome = try fixture.run("duplicates")
    #expect(outcome.status == 0 && !outcome.output.contains("\u{1B}"))
    for line in ["x\u{241B}[2Jada  Ada King", "king-of-two  Ada King", "1b9d6bcd  Ada King"] {
      #expect(outcome.lines.count { $0 == line } == 2, "\(line) in \(outcome.output)")
    }
  }
}
