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

  @Test func `names are whole unless the output is a terminal`() throws {
    let name = "李小龍" + String(repeating: "漢字", count: 14)
    let fixture = try ProgramFixture(adding: [name], ["Ada Lovelace", "--email", "ada@example.org"])
    let lines = try fixture.run("list").lines
    #expect(lines.contains { $0.hasSuffix("  \(name)") })
    #expect(lines.contains { $0.contains("Ada Lovelace                              ada@example.org") })
  }

  @Test func `an empty book is reported, except in a format`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    #expect(try fixture.run("remove", "Ada").status == 0)
    let table = try fixture.run("list")
    #expect(table.status == 0 && table.output.isEmpty && table.messages.contains("The book is empty."))
    for limit in [[], ["--limit", "5"]] {
      let csv = try fixture.run(["--book", fixture.book, "list", "--format", "csv"] + limit)
      #expect(csv.status == 0 && csv.messages.isEmpty && csv.lines.count == 1)
      let json = try fixture.run(["--book", fixture.book, "list", "--format", "json"] + limit)
      #expect(json.status == 0 && json.messages.isEmpty && json.output.isEmpty)
    }
  }

  @Test(arguments: [
    (["list"], "1 person and some details of 1 person"), (["show", "Ada Lovelace"], "some details of 1 person"),
  ])
  func `what a format has no place for is reported`(words: [String], loss: String) throws {
    let fixture = try ProgramFixture(
      adding: ["Ada Lovelace", "--email", "ada@example.org", "--note", "x"], ["Bob Moss"])
    let outcome = try fixture.run(["--book", fixture.book] + words + ["--format", "aliases"])
    #expect(outcome.status == 0 && outcome.output == "alias ada-lovelace Ada Lovelace <ada@example.org>\n")
    #expect(outcome.messages == "peoplebook: mutt aliases has no place for \(loss); vCard keeps them.\n")
  }
}
