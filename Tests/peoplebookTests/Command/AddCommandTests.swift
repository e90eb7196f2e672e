import Testing

struct AddCommandTests {
  @Test func `a full disk behind the output does not hide that a person was added`() throws {
    let book = TestBook()
    let outcome = try book.run("add", "--first", "Ada", output: "/dev/full")
    let id = try book.run("list", "--format", "json").output.split(separator: "\"").dropFirst(3).first ?? ""
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("Ada was added with the id \(id)") && outcome.errors.contains("No space left"))
    #expect(try book.run("list", output: "/dev/full").status == 1)
  }

  @Test func `a blank tag is not a tag`() throws {
    let workshop = try Workshop(adding: ["--first", "Ada", "--tag", " ", "--tag", "x", "--tag", ""])
    #expect(try workshop.run("edit", "ada", "--add-tag", "\t").status == 0)
    #expect(try Workshop.people(workshop.run("show", "ada", "--format", "json").output).map(\.tags) == [["x"]])
  }
}
