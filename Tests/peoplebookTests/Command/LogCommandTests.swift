import Testing

struct LogCommandTests {
  @Test func `log and undo list the old and new values`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada", "--phone", "1", "--tag", "math"])
    #expect(try fixture.run("edit", "ada", "--phone", "2", "--add-tag", "friend").status == 0)
    for words in [["log"], ["undo", "--list"]] {
      let lines = try fixture.run(words + ["--book", fixture.book]).lines
      #expect(lines.first?.contains("Z  you changed Ada’s phone: 1 → 2  (") == true, "\(lines)")
      #expect(lines.dropFirst().first?.contains("Z  you changed Ada’s tag: + friend  (") == true)
    }
    let object = try fixture.run("log", "--format", "json", "--limit", "1").output
    #expect(object.contains("\"text\":\"you changed Ada’s phone: 1 → 2, changed Ada’s tag: + friend\""))
    #expect(object.contains("\"fields\":[{\"field\":\"phone\",\"before\":\"1\",\"after\":\"2\"},"))
    let undone = try fixture.run("undo").messages
    #expect(undone.contains("Ada, phone: 2 → 1") && undone.contains("Ada, tag: − friend"))
    #expect(try fixture.run("remove", "ada").status == 0)
    #expect(try fixture.run("undo").messages.contains("Ada is back"))
  }

  @Test func `a commit of many people is shortened, unless all are wanted`() throws {
    let fixture = try ProgramFixture(adding: ["--first", "Ada"])
    let people = (1...25).map { "{\"firstName\":\"P\($0)\"}\n" }.joined()
    #expect(try fixture.run("import", "-", "--format", "json", input: people).status == 0)
    let short = try fixture.run("log").lines
    #expect(short.count == 5 && short[3] == "  … and 22 more people at once: --all lists them")
    #expect(short[4].contains("added Ada"))
    #expect(try fixture.run("log", "--all").lines.count == 26)
    #expect(try fixture.run("log", "--format", "json").lines.count == 26)
  }

  @Test func `show and log find a removed person by id`() throws {
    let fixture = ProgramFixture()
    let id = String(try fixture.run("add", "--first", "Ada", "--note", "First.").output.dropLast())
    #expect(try fixture.run("remove", "ada", "--author", "me").status == 0)
    #expect(try fixture.run("show", "ada").status == 3)
    let shown = try fixture.run("show", id.uppercased())
    #expect(shown.status == 0 && shown.output.contains("First.") && shown.messages.contains("by me"))
    #expect(try ProgramFixture.people(fixture.run("show", id, "--format", "json").output).map(\.id) == [id])
    let log = try fixture.run("log", id, "--format", "json")
    #expect(log.lines.count == 2 && log.lines[0].contains("\"change\":\"removed\""))
    for who in [String(id.prefix(8)), id.prefix(13).uppercased()] {
      #expect(try fixture.run("show", who).messages.contains("Ada was removed at "))
      #expect(try fixture.run("log", who, "--format", "json").output == log.output)
    }
    #expect(try fixture.run("show", String(id.prefix(5))).status == 3)
    #expect(try fixture.run("log", "nobody").status == 3)
  }

  @Test func `each of several people removed at once is found by id`() throws {
    let fixture = ProgramFixture()
    let ids = try ["Ada", "Bea", "Cleo"].map { String(try fixture.run("add", "--first", $0).output.dropLast()) }
    #expect(try fixture.run("remove", "ada", "bea", "cleo").status == 0)
    for (id, name) in zip(ids, ["Ada", "Bea", "Cleo"]) {
      #expect(try fixture.run("show", id).messages.contains("\(name) was removed at "))
    }
  }
}
