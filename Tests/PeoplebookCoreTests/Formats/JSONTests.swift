import PeoplebookCore
import Testing

struct JSONTests {
  @Test func `each object has all keys, in the same order`() {
    var person = Person()
    person.id = "x"
    person.firstName = "Ada"
    let object = JSONWriter.object(person)
    let keys = object.matches(of: /"(\w+)":/).map { String($0.1) }
    #expect(keys == ["id", "name"] + FieldCatalogue.current.fields.map(\.id))
    #expect(object.hasPrefix(#"{"id":"x","name":"Ada","firstName":"Ada","lastName":"","fullName":"","nickname":"","#))
    #expect(object.contains(#","emails":[],"phones":[],"birthday":null,"tags":[],"note":"","#))
    #expect(object.hasSuffix(#","otherProperties":[]}"#))
  }

  @Test func `no character that could control a terminal is written`() {
    var person = Person()
    person.firstName = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}\u{202E}\"\\"
    let text = JSONWriter.object(person)
    #expect(text.contains(#"\u001b[2J\u001b]0;x\u0007\u009b\u202e\"\\"#))
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    #expect(readJSON(text).people.first?.firstName == person.firstName)
  }

  @Test(arguments: [1, 5, 1_000])
  func `objects may be lines, array elements, or span lines`(size: Int) {
    let inputs = [
      "{\"firstName\":\"A\"}\n{\"firstName\":\"B}\"}\n", "[{\"firstName\":\"A\"},{\"firstName\":\"B}\"}]",
      "[\n  {\n    \"firstName\": \"A\"\n  },\n  {\"firstName\": \"B}\", \"note\": \"{[1]}\"}\n]\n",
    ]
    for input in inputs {
      let result = readJSON(input, chunkSize: size)
      #expect(result.people.map(\.firstName) == ["A", "B}"])
      #expect(result.report.problemCount == 0)
    }
  }

  @Test func `unknown keys are reported`() {
    let result = readJSON(#"{"firstName":"A","email":"a@x","nickname":"B"}"#)
    #expect(result.people.count == 1)
    #expect(result.report.doubtful == 1)
    #expect(result.report.problems.map(\.message) == ["“email” is not a field of a person. It is left out."])
  }

  @Test func `missing keys leave the fields of a person in the book`() throws {
    var present = Person()
    present.id = "1"
    present.firstName = "Ada"
    present.lastName = "Lovelace"
    present.note = "First programmer"
    present.phones = [LabeledValue(value: "1")]
    present.birthday = PartialDate(year: 1815, month: 12, day: 10)
    var reader = JSONReader(
      MemoryByteSource(#"{"id":"1","title":"Countess","birthday":null}{"id":"2","name":"Ada King"}"#))
    let first = try #require(try reader.next())
    var expected = present
    expected.title = "Countess"
    expected.birthday = nil
    #expect(reader.update(of: present, to: first) == expected)
    let second = try #require(try reader.next())
    var renamed = present
    (renamed.firstName, renamed.lastName) = ("Ada King", "")
    #expect(reader.update(of: present, to: second) == renamed)
  }

  @Test func `plain values, any ids and a name alone are accepted`() {
    let result = readJSON(
      #"{"id":"URN:UUID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1","name":"Ada","emails":["a@x"],"birthday":"--12-10"}"#)
    #expect(result.people.first?.id == "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1")
    #expect(result.people.first?.name == "Ada")
    #expect(result.people.first?.emails == [LabeledValue(value: "a@x")])
    #expect(result.people.first?.birthday == PartialDate(year: nil, month: 12, day: 10))
  }

  @Test func `unreadable objects are reported, and the rest is imported`() {
    let result = readJSON(
      """
      {"firstName":"A","favourite":"perhaps"}
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
    #expect(result.report.problems.contains { $0.line == 6 && $0.message.contains("does not end") })
  }

  @Test func `CSV quotes a field where needed`() {
    var person = Person()
    person.id = "x"
    person.firstName = "A \"B\", C"
    person.emails = [LabeledValue(value: "a@x"), LabeledValue(value: "b@x")]
    person.note = "one\ntwo"
    let lines = CSVWriter().text(of: [person])
    #expect(lines.hasPrefix("id,first name,last name,"))
    #expect(lines.hasSuffix("x,\"A \"\"B\"\", C\",,,,,,a@x ::: b@x,,,,\"one\ntwo\",,,,,,,,,,,,,,\r\n"))
  }

  @Test(arguments: [
    #"{"firstName":"B""#, #"{"firstName":"B"#, #"{"firstName":"B","emails":[{"value":"b@x"}"#, #"{"emails":["#,
    #"{"firstName":"B"}}"#, #"{"firstName":{"#, #"{"firstName":"B""}"#, #"{"firstName":"B\"}"#, #"{"firstName":[}"#,
    "{",
    #"{"firstName":"B","#, #"{"firstName":"#, "oops", "}",
  ])
  func `a broken line does not affect other lines`(broken: String) {
    for size in [1, 7, 4_096] {
      let text = #"{"firstName":"A"}"# + "\n\(broken)\n" + #"{"firstName":"C","emails":[{"value":"c@x"}]}"# + "\n"
      let result = readJSON(text + #"{"firstName":"D"}"#, chunkSize: size)
      #expect(result.people.map(\.firstName).filter { $0 != "B" } == ["A", "C", "D"], "\(result)")
      #expect(result.report.problems.map(\.line) == [2], "\(result.report)")
      #expect(result.report.skipped == 1)
    }
  }

  @Test func `a broken element does not affect other elements`() {
    let indented = readJSON(
      """
      [
        {
          "firstName": "A",
          "emails": [
            {"value": "a@x"}
        },
        {
          "firstName": "B"
        }
      ]
      """)
    #expect(indented.people.map(\.firstName) == ["B"])
    #expect(indented.report.problems.first?.line == 2)
    let indentedByTabs = readJSON(
      "[\n\t{\n\t\t\"firstName\": \"A\",\n\t\t\"emails\": [\n\t},\n\t{\n\t\t\"firstName\": \"B\"\n\t}\n]\n")
    #expect(indentedByTabs.people.map(\.firstName) == ["B"])
    let onOneLine = readJSON(#"[{"firstName":"A"},{"firstName":["B"},{"firstName":"C"},{"firstName":"D"}]"#)
    #expect(onOneLine.people.map(\.firstName) == ["A", "C", "D"])
    #expect(onOneLine.report.skipped == 1)
  }

  @Test func `damage to one line leaves the others unchanged`() {
    var generator = SeededGenerator(seed: 11)
    let lines = (0..<40).map {
      #"{"firstName":"P\#($0)","emails":[{"label":"","value":"p\#($0)@x"}],"tags":["a","b"]}"#
    }
    for _ in 0..<400 {
      let index = Int.random(in: lines.indices, using: &generator)
      var bytes = Array(lines[index].utf8)
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(Array("{}[]\",:\\".utf8).randomElement(using: &generator) ?? 0, at: place)
      default: bytes.removeSubrange(place...)
      }
      var damaged = lines
      damaged[index] = String(decoding: bytes, as: UTF8.self)
      let names = Set(readJSON(damaged.joined(separator: "\n")).people.map(\.firstName))
      let missing = lines.indices.filter { $0 != index && !names.contains("P\($0)") }
      #expect(missing.isEmpty, "\(damaged[index])")
    }
  }

  @Test(.timeLimit(.minutes(10))) func `many broken objects are read in linear time`() {
    let nested = String(repeating: "{\"a\":[\n", count: 20_000)
    #expect(readJSON(nested + #"{"firstName":"A"}"#, chunkSize: 65_536).people.map(\.firstName) == ["A"])
  }

  @Test func `an object with too many levels is left out, with the reason`() {
    func deep(_ levels: Int) -> String {
      let (open, close) = (String(repeating: "[", count: levels - 1), String(repeating: "]", count: levels - 1))
      return "{\"firstName\":\"Deep\",\"x\":\(open)\(close)}"
    }
    #expect(readJSON(deep(500)).people.map(\.firstName) == ["Deep"])
    let result = readJSON("[\(deep(501)),{\"firstName\":\"After\"}]")
    #expect(result.people.map(\.firstName) == ["After"])
    #expect(result.report.problems.map(\.description) == ["Line 1: this object has more than 500 levels."])
  }

  @Test func `line ends in texts are newlines, and a blank tag is left out`() {
    let person = readJSON(#"{"firstName":"A","note":"one\r\ntwo\rthree","tags":[" ","x"]}"#).people.first
    #expect(person?.note == "one\ntwo\nthree")
    #expect(person?.tags == ["x"])
  }

  @Test func `a birthday in words stays in its field`() {
    let result = readJSON(#"{"firstName":"A","birthday":"circa 1800","note":"First."}"#)
    #expect(result.people.first?.writtenBirthday == .words("circa 1800") && result.people.first?.note == "First.")
    #expect(result.report.problemCount == 0)
  }

  @Test func `an object without an id always gets the same id`() {
    let text = "{\"firstName\":\"A\"}\n{\"firstName\":\"B\"}\n"
    let ids = readJSON(text).people.map(\.id)
    #expect(Set(ids).count == 2 && ids.allSatisfy { $0.utf8.count == 36 })
    #expect(readJSON(text).people.map(\.id) == ids)
  }

  @Test func `a person without a name is named by a stand-in`() {
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

  // MARK: Names

  @Test func `a name that says more than its parts is the full name`() {
    let parts = #""firstName":"Ada","lastName":"Lovelace""#
    #expect(readJSON(#"{"name":"Countess Ada","fullName":"",\#(parts)}"#).people.map(\.name) == ["Countess Ada"])
    #expect(readJSON(#"{"name":"Ada Lovelace",\#(parts)}"#).people.map(\.fullName) == [""])
    #expect(readJSON(#"{"name":"Ada","fullName":"Lady Ada",\#(parts)}"#).people.map(\.name) == ["Lady Ada"])
    #expect(readJSON(#"{"name":"a@x","emails":["a@x"],\#(parts)}"#).people.map(\.name) == ["Ada Lovelace"])
  }

  @Test(arguments: [
    ("Countess Lovelace", ["name": "Ada King"], "Ada King"), ("", ["name": "Ada King"], "Ada King"),
    ("", ["firstName": "Augusta"], "Augusta Lovelace"), ("Countess Ada", ["firstName": "Augusta"], "Augusta Lovelace"),
    ("Countess Ada", ["fullName": "Lady Ada"], "Lady Ada"), ("Countess Ada", ["fullName": ""], "Ada Lovelace"),
    ("", ["firstName": "Augusta", "name": "Augusta King"], "Augusta King"), ("Countess Ada", [:], "Countess Ada"),
  ])
  func `what was changed in an object names the person`(fullName: String, changes: [String: String], name: String)
    throws
  {
    var present = Person()
    present.id = "1"
    (present.firstName, present.lastName, present.fullName) = ("Ada", "Lovelace", fullName)
    var values = ["name": present.name, "firstName": "Ada", "lastName": "Lovelace", "fullName": fullName]
    values.merge(changes) { $1 }
    let pairs = values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
    var reader = JSONReader(MemoryByteSource("{\"id\":\"1\",\(pairs.joined(separator: ","))}"))
    let read = try #require(try reader.next())
    let person = reader.update(of: present, to: read)
    #expect(person.name == name)
    if changes.isEmpty { #expect(person == present) }
  }

  // MARK: Other objects

  @Test(arguments: [
    #"{"name":"left-pad","version":"1.0","description":"x","scripts":{"test":"y"}}"#,
    #"{"title":"Notes","author":"Ada"}"#,
    #"{"people":[{"firstName":"Ada"}]}"#, #"{"name":"x","role":"admin"}"#, #"{"company":"Engines","amount":"3"}"#,
    #"{"name":"x","version":"1.0.0"}"#,
  ])
  func `an object that is not about a person is left out with its keys`(object: String) {
    let result = readJSON(object)
    #expect(result.people.isEmpty && result.report.skipped == 1)
    #expect(result.report.problems.first?.message.hasPrefix("this object is not a person; its key") == true)
  }

  @Test(arguments: [
    #"{"name":"Ada","phoneNumber":"1"}"#, #"{"name":"Ada","E-Mail":"a@x"}"#, #"{"name":"Ada","tags":["x"]}"#,
    #"{"name":"Ada","company":"Engines","x":1}"#, #"{"nickname":"Ace","x":1}"#, #"{"name":"Ada"}"#,
  ])
  func `an object with a key that only people have is a person`(object: String) {
    #expect(readJSON(object).people.count == 1)
  }

  @Test func `an object with a name is a person if the user says so`() throws {
    let text = #"{"name":"Ada","age":36}"#
    var reader = try PersonFormat.json.reader(MemoryByteSource(text), ReadingOptions(isNamed: true))
    #expect(try reader.next()?.name == "Ada")
    #expect(reader.report.problems.map(\.message) == ["“age” is not a field of a person. It is left out."])
    #expect(readJSON(text).report.problems.first?.message.contains("A person has “firstName”, “lastName”") == true)
  }

  @Test func `blank values that are left out are reported`() {
    let result = readJSON(#"{"firstName":"A","tags":[" ","x"],"birthday":"  ","note":""}"#)
    #expect(result.people.map(\.tags) == [["x"]])
    #expect(
      result.report.problems.map(\.message) == [
        "“birthday” has a blank value. It is left out.", "“tags” has a blank value. It is left out.",
      ])
    #expect(result.report.skipped == 0 && readJSON(#"{"firstName":"A","birthday":null}"#).report.problemCount == 0)
  }

  @Test func `a text has no blanks around it, as in a card`() throws {
    let text = #"""
      {"id":"1","firstName":" Jay ","lastName":"Son","fullName":" Jay  Son II ","title":" Dr ","note":"  ",
      "emails":[{"label":" work ","value":" j@x "},{"label":"home","value":" "}],"tags":[" a "]}
      """#
    let result = readJSON(text)
    let jay = try #require(result.people.first)
    #expect(jay.firstName == "Jay")
    #expect(jay.title == "Dr")
    #expect(jay.note.isEmpty)
    #expect(jay.emails == [LabeledValue(label: "work", value: "j@x")])
    #expect(jay.tags == ["a"])
    #expect(result.report.problems.count { $0.message.contains("blank value") } == 2)
    for card in [VCardWriter().text(of: [jay]), VCardWriter(version: .v4).text(of: [jay])] {
      var reader = VCardReader(MemoryByteSource(card))
      let read = try #require(try reader.next())
      #expect(reader.update(of: jay, to: read) == jay)
      #expect(reader.report.problemCount == 0)
    }
  }

  @Test func `a line that is cut behind a backslash affects no other line`() {
    let result = readJSON(
      "{\"firstName\":\"A\",\"note\":\"x\\\n{\"firstName\":\"B\",\"note\":\"5\\\" disk\"}\n{\"firstName\":\"C\"}\n")
    #expect(result.people.map(\.firstName) == ["B", "C"] && result.report.skipped == 1)
  }

  @Test(arguments: [
    #"{"id":" x \n","firstName":"Ada"}"#, #"{"id":"x","firstName":"","fullName":"Ada Love"}"#,
    #"{"id":"x","firstName":"Ada","note":"\n"}"#,
  ])
  func `a person is unchanged by their own object`(text: String) throws {
    let person = try #require(readJSON(text).people.first)
    var json = JSONReader(MemoryByteSource(JSONWriter().text(of: [person])))
    let read = try #require(try json.next())
    #expect(json.update(of: person, to: read) == person)
    #expect(person.id == "x" && person.firstName.hasPrefix("Ada"))
    #expect(readCards(VCardWriter().text(of: [person])).people.map(\.id) == ["x"])
  }

  @Test func `a card's blank note and its date in words are unchanged`() throws {
    let person = try #require(
      readPerson("N:B;A", "NOTE:\\n", "item1.X-ABDATE:15/6", "item1.X-ABLabel:death"))
    var json = JSONReader(MemoryByteSource(JSONWriter().text(of: [person])))
    let read = try #require(try json.next())
    #expect(json.update(of: person, to: read) == person)
    #expect(person.dates.map(\.value) == ["--06-15"])
    #expect(VCardWriter().text(of: [person]).contains("X-ABDATE:15/6"))
  }
}
