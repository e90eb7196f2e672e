import Testing

/// The screens as lines of text, from what is typed to the book.
@Suite struct PlainScreenTests {
  private let book = TestBook("family.db")

  /// The output for some lines of input, each line of which is without the prompt for it.
  private func transcript(_ lines: String...) throws -> [String] {
    let outcome = try book.run(["--plain"], input: lines.map { $0 + "\n" }.joined())
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("\r"))
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func `an empty book, a person is added by prompts, shown and found`() throws {
    let output = try transcript(
      "add", "Ada", "Lovelace", "", "", "", "work: ada@example.org; ada@home.example", "", "no day", "10 December 1815",
      "", "", "yes", "/lovel", "1", "quit")
    #expect(output.first == "Peoplebook, family.db. Type help for the commands.")
    #expect(output[1] == "0 people.")
    #expect(output[2].hasPrefix("Command: An empty line keeps a value"))
    #expect(output.contains { $0.contains("“no day” is not a date") })
    #expect(output.contains { $0.contains("Save Ada Lovelace? Type yes or no: Added Ada Lovelace.") })
    #expect(output.contains("Command: 1 person found for “lovel”."))
    #expect(output.contains { $0.hasPrefix("1. Ada Lovelace, ada@example.org") })
    #expect(output.contains { $0.contains("10 December 1815") })
    #expect(try book.run("list").output.contains("ada@example.org"))
  }

  @Test func `a value is kept, changed and removed, then undone and redone`() throws {
    try book.run("add", "--first", "Ada", "--last", "Byron", "--email", "ada@example.org")
    let output = try transcript(
      "edit 1", "", "Lovelace", "", "", "", "-", "", "", "", "", "yes", "undo", "redo", "history 1", "history")
    #expect(output.contains { $0.hasSuffix("First name: Last name [Byron]: ") || $0.contains("Last name [Byron]: ") })
    #expect(output.contains { $0.contains("Saved Ada Lovelace.") })
    #expect(output.contains { $0.contains("Undid “Changed Ada Lovelace”.") })
    #expect(output.contains { $0.contains("Redid “Changed Ada Lovelace”.") })
    #expect(output.contains { $0.contains("last name: Byron → Lovelace") })
    #expect(!(try book.run("show", "Ada").output.contains("ada@example.org")))
  }

  @Test func `a person is deleted after a question, and restored from the trash`() throws {
    try book.add("Ada Lovelace", "Bea Yota")
    let output = try transcript(
      "delete 2", "no", "delete 2", "yes", "list", "delete 9", "trash", "1", "trash", "fly", "quit")
    #expect(output.contains { $0.contains("Delete Bea Yota? Type yes or no: Nothing was changed.") })
    #expect(output.contains { $0.contains("Deleted Bea Yota.") })
    #expect(output.contains("Command: 1 person."))
    #expect(output.contains("Command: Type a number of the list, from 1 to 1."))
    #expect(output.contains { $0.contains("1. Bea Yota, deleted Today") })
    #expect(output.contains { $0.hasSuffix("Restored Bea Yota.") })
    #expect(output.contains("Command: There are no deleted people."))
    #expect(output.contains("Command: There is no command “fly”. Type help for the commands."))
    #expect(try book.run("list").output.contains("Bea Yota"))
  }

  @Test func `a long list is read page by page`() throws {
    for number in 1...23 { try book.run("add", "--first", "P\(number + 100)") }
    let output = try transcript("", "birthdays", "duplicates")
    #expect(output.contains("20. P120") && output.contains("3 more. An empty line lists the next ones."))
    #expect(output.contains { $0.hasSuffix("21. P121") } && output.contains("23. P123"))
    #expect(output.contains("Command: There are no birthdays in the next 60 days."))
    #expect(output.contains("Command: No two people look like one."))
  }

  @Test func `the change of another program is asked about before it is undone`() throws {
    try book.add("Ada Lovelace")
    let output = try transcript("undo", "yes", "list")
    #expect(output.contains { $0.contains("Undo “Added Ada Lovelace”? Made by you in another program") })
    #expect(output.contains("Command: 0 people."))
  }
}
