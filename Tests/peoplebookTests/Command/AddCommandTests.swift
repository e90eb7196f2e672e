import FoundationEssentials
import PeoplebookCore
import Testing

struct AddCommandTests {
  @Test func `a full output does not hide that a person was added`() throws {
    let book = TestBook()
    let outcome = try book.run("add", "--first", "Ada", output: "/dev/full")
    let id = try book.run("list", "--format", "json").output.split(separator: "\"").dropFirst(3).first ?? ""
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("Ada was added with the id \(id)") && outcome.errors.contains("No space left"))
    #expect(try book.run("list", output: "/dev/full").status == 1)
  }

  @Test func `the name may be given as it is spoken`() throws {
    let fixture = ProgramFixture()
    func person(_ words: String...) throws -> Person? {
      let added = try fixture.run(["--book", fixture.book, "add"] + words)
      #expect(added.status == 0, "\(added.messages)")
      return try ProgramFixture.people(
        fixture.run("show", String(added.output.dropLast()), "--format", "json").output
      ).first
    }
    let ada = try #require(try person("Ada Lovelace", "--tag", "math"))
    #expect(ada.firstName == "Ada" && ada.lastName == "Lovelace" && ada.tags == ["math"])
    let ludwig = try #require(try person("Ludwig", "van", "Beethoven"))
    #expect(ludwig.firstName == "Ludwig" && ludwig.lastName == "van Beethoven")
    let grace = try #require(try person("Grace Brewster", "--last", "Hopper"))
    #expect(grace.name == "Grace Hopper")
    let full = try #require(try person("Dr. Marie Curie"))
    #expect(full.firstName == "Marie" && full.name == "Dr. Marie Curie")
    let blank = try fixture.run("add", " ")
    #expect(blank.status == 2 && blank.messages.contains("as in “peoplebook add Ada Lovelace”"))
    #expect(try fixture.run("add", "--help").output.contains("peoplebook add [OPTION]… [NAME]"))
  }

  @Test func `a photo is added from a file, and other files are refused`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    func edit(_ name: String, _ bytes: [UInt8]) throws -> ProgramFixture.Outcome {
      try Data(bytes).write(to: URL(filePath: "\(fixture.folder)/\(name)"))
      return try fixture.run("edit", "ada", "--photo", "\(fixture.folder)/\(name)")
    }
    #expect(
      try edit("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 1, count: 2_000) + [0xFF, 0xD9]).status == 0)
    #expect(try fixture.run("show", "ada").output.contains("photo, 2 kB"))
    #expect(try fixture.run("export").output.contains("PHOTO;ENCODING=b;TYPE=JPEG:/9j/"))
    for (bytes, sentence) in [
      (Array("hello".utf8), "is not a JPEG"),
      ([0xFF, 0xD8, 0xFF] + Array(repeating: 1, count: 1 << 20), "larger than 1 MB"),
    ] {
      let refused = try edit("b.jpg", bytes)
      #expect(refused.status == 1 && refused.messages.contains(sentence), "\(refused.messages)")
    }
    let missing = try fixture.run("edit", "ada", "--photo", fixture.folder)
    #expect(missing.status == 1 && missing.messages.contains("is not a file"))
    #expect(try fixture.run("edit", "ada", "--photo", "").status == 0)
    #expect(try !fixture.run("export").output.contains("PHOTO"))
  }

  @Test func `line ends in a note are newlines`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--note", "one\r\ntwo\rthree"])
    let people = try ProgramFixture.people(fixture.run("show", "ada", "--format", "json").output)
    #expect(people.map(\.note) == ["one\ntwo\nthree"])
  }

  @Test func `a label needs a value`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    for option in ["--email", "--add-email"] {
      let refused = try fixture.run("edit", "ada", option, "work:")
      #expect(refused.status == 2 && refused.messages.contains("“work:” has a label, but no value."))
    }
    #expect(try fixture.run("edit", "ada", "--link", "https://example.org/a:").status == 0)
    #expect(try ProgramFixture.people(fixture.run("show", "ada", "--format", "json").output).map(\.emails) == [[]])
  }

  @Test func `a blank tag is not a tag`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--tag", " ", "--tag", "x", "--tag", ""])
    #expect(try fixture.run("edit", "ada", "--add-tag", "\t").status == 0)
    #expect(try ProgramFixture.people(fixture.run("show", "ada", "--format", "json").output).map(\.tags) == [["x"]])
  }
}
