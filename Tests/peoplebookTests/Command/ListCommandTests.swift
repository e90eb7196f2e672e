import Testing

struct ListCommandTests {
  @Test func `a search for signs finds what has them`() throws {
    let workshop = try Workshop(adding: ["--first", "Ada"], ["--first", "Bob", "--note", "a * b"])
    #expect(try workshop.run("list", "--search", "*").lines.count == 2)
    #expect(try workshop.run("list", "--search", "*").output.contains("Bob"))
    #expect(try workshop.run("list", "--search", "?!").status == 3)
    #expect(try workshop.run("export", "--search", "*", "--format", "json").lines.count == 1)
    #expect(try workshop.run("list", "--search", " ").lines.count == 3)
    #expect(try workshop.run("list", "--search", "a*").status == 3)
    #expect(try workshop.run("export", "--search", "bo*").status == 3)
  }
}
