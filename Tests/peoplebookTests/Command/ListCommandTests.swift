import Testing

struct ListCommandTests {
  @Test func `a search for signs finds what has them`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"], ["--first", "Bob", "--note", "a * b"])
    #expect(try fixture.run("list", "--search", "*").lines.count == 2)
    #expect(try fixture.run("list", "--search", "*").output.contains("Bob"))
    #expect(try fixture.run("list", "--search", "?!").status == 3)
    #expect(try fixture.run("export", "--search", "*", "--format", "json").lines.count == 1)
    #expect(try fixture.run("list", "--search", " ").lines.count == 3)
    #expect(try fixture.run("list", "--search", "a*").status == 3)
    #expect(try fixture.run("export", "--search", "bo*").status == 3)
  }
}
