import Testing

struct LogCommandTests {
  @Test func `log and undo say what was changed, from what to what`() throws {
    let workshop = try Workshop(adding: ["--first", "Ada", "--phone", "1", "--tag", "math"])
    #expect(try workshop.run("edit", "ada", "--phone", "2", "--add-tag", "friend").status == 0)
    for words in [["log"], ["undo", "--list"]] {
      let lines = try workshop.run(words + ["--book", workshop.book]).output.split(separator: "\n").prefix(3)
      #expect(lines.first?.contains(" ~ Ada  ") == true)
      #expect(lines.dropFirst().map { $0.drop { $0 == " " } } == ["phone: 1 → 2", "tag: + friend"])
    }
    let object = try workshop.run("log", "--format", "json", "--limit", "1").output
    #expect(object.contains("\"fields\":[{\"field\":\"phone\",\"before\":\"1\",\"after\":\"2\"},"))
    let undone = try workshop.run("undo").messages
    #expect(undone.contains("Ada, phone: 2 → 1") && undone.contains("Ada, tag: − friend"))
    #expect(try workshop.run("remove", "ada").status == 0)
    #expect(try workshop.run("undo").messages.contains("Ada is back"))
  }

  @Test func `show and log find a removed person by id`() throws {
    let workshop = Workshop()
    let id = String(try workshop.run("add", "--first", "Ada", "--note", "First.").output.dropLast())
    #expect(try workshop.run("remove", "ada", "--author", "me").status == 0)
    #expect(try workshop.run("show", "ada").status == 3)
    let shown = try workshop.run("show", id.uppercased())
    #expect(shown.status == 0 && shown.output.contains("First.") && shown.messages.contains("by me"))
    #expect(try Workshop.people(workshop.run("show", id, "--format", "json").output).map(\.id) == [id])
    let log = try workshop.run("log", id, "--format", "json")
    #expect(log.lines.count == 2 && log.lines[0].contains("\"change\":\"removed\""))
    for who in [String(id.prefix(8)), id.prefix(13).uppercased()] {
      #expect(try workshop.run("show", who).messages.contains("Ada was removed at "))
      #expect(try workshop.run("log", who, "--format", "json").output == log.output)
    }
    #expect(try workshop.run("show", String(id.prefix(5))).status == 3)
    #expect(try workshop.run("log", "nobody").status == 3)
  }
}
