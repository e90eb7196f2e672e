import PeoplebookCore
import Testing

struct JSONTests {
  @Test func `the keys are always the same, and always there`() {
    var person = Person()
    person.id = "x"
    person.firstName = "Ada"
    #expect(
      JSONWriter.object(person)
        == #"{"id":"x","name":"Ada","firstName":"Ada","lastName":"","fullName":"","nickname":"","organisation":"","#
        + #""title":"","emails":[],"phones":[],"birthday":null,"tags":[],"note":"","otherProperties":[]}"#)
  }

  @Test func `nothing that could steer a terminal stands in it`() {
    var person = Person()
    person.firstName = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}\u{202E}\"\\"
    let text = JSONWriter.object(person)
    #expect(text.contains(#"\u001b[2J\u001b]0;x\u0007\u009b\u202e\"\\"#))
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    #expect(readJSON(text).people.first?.firstName == person.firstName)
  }

  @Test(arguments: [1, 5, 1_000])
  func `objects come one a line, in an array, or over several lines`(size: Int) {
    let inputs = [
      "{\"firstName\":\"A\"}\n{\"firstName\":\"B}\"}\n", "[{\"firstName\":\"A\"},{\"firstName\":\"B}\"}]",
      "[\n  {\n    \"firstName\": \"A\"\n  },\n  {\"firstName\": \"B}\", \"x\": {\"y\": [1]}}\n]\n",
    ]
    for input in inputs {
      let result = readJSON(input, chunkSize: size)
      #expect(result.people.map(\.firstName) == ["A", "B}"])
      #expect(result.report.problemCount == 0)
    }
  }

  @Test func `values may be plain, ids are as in cards, and a name alone will do`() {
    let result = readJSON(
      #"{"id":"URN:UUID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1","name":"Ada","emails":["a@x"],"birthday":"--12-10"}"#)
    #expect(result.people.first?.id == "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1")
    #expect(result.people.first?.name == "Ada")
    #expect(result.people.first?.emails == [LabeledValue(value: "a@x")])
    #expect(result.people.first?.birthday == PartialDate(year: nil, month: 12, day: 10))
  }

  @Test func `what cannot be read is named by line, and the rest comes in`() {
    let result = readJSON(
      """
      {"firstName":"A","birthday":"tomorrow"}
      {"firstName":7}
      oops
      {"firstName":"B",}x
      {"firstName":"C"}
      {"firstName":"D"
      """)
    #expect(result.people.map(\.firstName) == ["A", "C"] || result.people.map(\.firstName) == ["A", "B", "C"])
    #expect(result.report.problems.map(\.line).contains(1))
    #expect(result.report.problems.contains { $0.line == 2 && $0.message.contains("firstName") })
    #expect(result.report.problems.contains { $0.line == 3 })
    #expect(result.report.problems.contains { $0.line == 6 && $0.message.contains("no end") })
  }

  @Test func `CSV quotes what needs it`() {
    var person = Person()
    person.id = "x"
    person.firstName = "A \"B\", C"
    person.emails = [LabeledValue(value: "a@x"), LabeledValue(value: "b@x")]
    person.note = "one\ntwo"
    let lines = CSVWriter().text(of: [person])
    #expect(lines.hasPrefix("id,first name,last name,"))
    #expect(lines.hasSuffix("x,\"A \"\"B\"\", C\",,,,,a@x ::: b@x,,,,\"one\ntwo\"\r\n"))
  }

  @Test func `the name of a file tells its format`() {
    #expect(PersonFormat(path: "a.VCF") == .vcard)
    #expect(PersonFormat(path: "dir.x/a.jsonl") == .json)
    #expect(PersonFormat(path: "a.csv") == .csv)
    #expect(PersonFormat(path: "-") == nil)
  }

  @Test func `who has no name is called by what stands in for one`() {
    for (object, name) in [
      (#"{"title":"Countess"}"#, "Countess"), (#"{"note":"\n Met in Rome\nin May"}"#, "Met in Rome"),
    ] {
      let people = readJSON(object).people
      #expect(people.map(\.name) == [name])
      let back = readJSON(JSONWriter().text(of: people)).people
      #expect(back == people)
    }
    #expect(readJSON(#"{"tags":["x"]}"#).people.map(\.displayName) == ["(no name)"])
  }
}
