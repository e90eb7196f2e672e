import PeoplebookCore
import Testing

struct AddEmailCommandTests {
  private let fixture = ProgramFixture()

  private func add(_ from: String, _ words: String...) throws -> ProgramFixture.Outcome {
    try fixture.run(["add-email", "--book", fixture.book] + words, input: "From: \(from)\nTo: t@x.org\n\nHello.\n")
  }

  @Test func `the sender is added once`() throws {
    let outcome = try add("=?UTF-8?Q?Zo=C3=AB_Adams?= <zoe@example.org>")
    #expect(outcome.status == 0 && outcome.output.utf8.count == 37)
    #expect(outcome.messages == "peoplebook: Zoë Adams was added. “peoplebook undo” undoes this.\n")
    let again = try add("Other Name <ZOE@example.org>")
    #expect(again.status == 0 && again.output == outcome.output)
    #expect(again.messages == "peoplebook: ZOE@example.org is in the book already: Zoë Adams.\n")
    let people = try ProgramFixture.people(fixture.run("list", "--format", "json").output)
    #expect(people.map(\.firstName) == ["Zoë"] && people[0].emails.map(\.value) == ["zoe@example.org"])
  }

  @Test func `a person of exactly that name gets the address`() throws {
    #expect(try fixture.run("add", "Ada Lovelace").status == 0)
    #expect(try add("\"Lovelace, Ada\" <ada@x.org>").messages.contains("ada@x.org was added to Ada Lovelace."))
    #expect(try add("ada lovelace <countess@x.org>").status == 0)
    #expect(try fixture.run("query", "--aerc", "ada").lines.count == 2)
    // One word is too little to know a person by.
    #expect(try fixture.run("add", "Info").status == 0)
    #expect(try add("Info <info@x.org>").messages.contains("Info was added."))
    #expect(try fixture.run("undo").status == 0)
    #expect(try fixture.run("list").lines.count == 3)
  }

  @Test func `a name with a remark is turned round, and known without the remark`() throws {
    let outcome = try add("\"Smith, John (work)\" <john@x.y>")
    #expect(outcome.messages == "peoplebook: John Smith (work) was added. “peoplebook undo” undoes this.\n")
    let people = try ProgramFixture.people(fixture.run("list", "--format", "json").output)
    #expect(people.map(\.firstName) == ["John"] && people.map(\.lastName) == ["Smith"])
    #expect(try fixture.run("add", "Ada Lovelace").status == 0)
    #expect(try add("\"Lovelace, Ada (home)\" <ada@x.y>").messages.contains("ada@x.y was added to Ada Lovelace."))
  }

  @Test func `several people of the name are listed, and nothing changes`() throws {
    for _ in 0..<2 { #expect(try fixture.run("add", "Ada Lovelace").status == 0) }
    let outcome = try add("Ada Lovelace <ada@x.org>")
    #expect(outcome.status == 4 && outcome.output.isEmpty && outcome.messages.contains("matches several people"))
    #expect(try fixture.run("query", "ada").status == 3)
  }

  @Test func `another field of the header may be named`() throws {
    #expect(try add("a@x.org", "--header", "to").messages.contains("t@x.org was added."))
    let both = try add("a@x.org", "--header", "From", "--header", "To")
    #expect(both.lines.count == 2 && both.messages.contains("t@x.org is in the book already"))
  }

  @Test func `without an address nothing is made`() throws {
    for text in ["", "no mail at all", "From: nobody\n\nx"] {
      let outcome = try fixture.run("add-email", input: text)
      #expect(outcome.status == 1 && outcome.messages.contains("There is no address in From"))
    }
    #expect(ProgramFixture.names(in: fixture.folder).isEmpty)
    #expect(try fixture.run("add-email", "ada@x.org").status == 2)
    #expect(try fixture.run("add-email", "--help").output.contains("pipe-message"))
    try fixture.write("this is no database", to: "book.db")
    #expect(try add("a@x.org").status == 5)
  }
}
