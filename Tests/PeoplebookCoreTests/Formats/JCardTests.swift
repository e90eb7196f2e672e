import Testing

@testable import PeoplebookCore

struct JCardTests {
  @Test func `a jCard of RFC 7095`() throws {
    let text = #"""
      ["vcard",
        [
          ["version", {}, "text", "4.0"],
          ["fn", {}, "text", "Simon Perreault"],
          ["n", {}, "text", ["Perreault", "Simon", "", "", ["ing. jr", "M.Sc."]]],
          ["bday", {}, "date-and-or-time", "--02-03"],
          ["gender", {}, "text", "M"],
          ["lang", {"pref": "1"}, "language-tag", "fr"],
          ["org", {"type": "work"}, "text", "Viagenie"],
          ["adr", {"type": "work"}, "text", ["", "Suite D2-630", "2875 Laurier", "Quebec", "QC", "G1V 2M2", "Canada"]],
          ["tel", {"type": ["work", "voice"], "pref": "1"}, "uri", "tel:+1-418-656-9254;ext=102"],
          ["email", {"type": "work"}, "text", "simon.perreault@viagenie.ca"],
          ["categories", {}, "text", "one", "two"],
          ["x-odd", {"group": "item1"}, "unknown", "a\\,b"]
        ]
      ]
      """#
    let result = readJCards(text, chunkSize: 7)
    #expect(result.report.problemCount == 0)
    let simon = try #require(result.people.first)
    #expect(simon.name == "Simon Perreault")
    #expect(simon.birthday == PartialDate(year: nil, month: 2, day: 3))
    #expect(simon.phones == [LabeledValue(label: "work", value: "+1-418-656-9254 ext. 102")])
    #expect(simon.emails == [LabeledValue(label: "work", value: "simon.perreault@viagenie.ca")])
    #expect(simon.tags == ["one", "two"])
    #expect(simon.otherProperties.contains("ADR;TYPE=work:;Suite D2-630;2875 Laurier;Quebec;QC;G1V 2M2;Canada"))
    #expect(simon.otherProperties.contains("item1.X-ODD:a\\,b"))
    #expect(JCardWriter().text(of: [simon]).hasPrefix(#"["vcard",[["version",{},"text","4.0"],["fn",{},"text""#))
  }

  @Test func `a property that the standard describes is written with its type`() {
    let texts = ["TZ", "XML", "BIRTHPLACE", "DEATHPLACE", "HOBBY", "EXPERTISE", "INTEREST", "ORG-DIRECTORY"]
    let uris = ["LOGO", "SOUND", "KEY", "MEMBER", "SOURCE", "FBURL", "CALURI", "CALADRURI"]
    for (names, type) in [(texts, "text"), (uris, "uri"), (["LANG"], "language-tag"), (["X-ODD"], "unknown")] {
      for name in names {
        var person = Person()
        (person.firstName, person.otherProperties) = ("Ada", ["\(name):x"])
        #expect(JCardWriter().text(of: [person]).contains(#"["\#(name.lowercased())",{},"\#(type)","x"]"#), "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("title", "text", "text"), ("title", "uri", "uri"), ("title", "unknown", ""), ("url", "uri", "uri"),
    ("bday", "date-and-or-time", "date-and-or-time"), ("x-odd", "unknown", "unknown"),
  ])
  func `a type is read and written as the property has it`(name: String, type: String, written: String) throws {
    let value = name == "bday" ? "18151210" : "https://example.org/ada"
    let line = try #require(
      JCardProperty.lines(.list([.text(name), .object([:]), .text(type), .text(value)])).first)
    #expect(line.contains(";VALUE=") == (name == "title" && type == "uri"))
    let property = try #require(VCardProperty(text: line).flatMap(JCardProperty.value))
    #expect(property.elements[2].text == (written.isEmpty ? "text" : written))
  }

  @Test(arguments: ["skype:^", "^^", "a^nb", "\"x\""])
  func `a label with signs is read as it was written`(label: String) {
    var person = Person()
    person.id = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    person.firstName = "Ada"
    person.accounts = [LabeledValue(label: label, value: "ada")]
    #expect(readJCards(JCardWriter().text(of: [person])).people == [person])
  }

  @Test func `a person is one line, with dates and texts in jCard's form`() {
    var person = Person()
    person.id = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    person.firstName = "Ada"
    person.lastName = "Lovelace"
    person.birthday = PartialDate(year: 1815, month: 12, day: 10)
    person.emails = [LabeledValue(label: "home", value: "a,b@x")]
    #expect(
      JCardWriter().text(of: [person])
        == #"["vcard",[["version",{},"text","4.0"],["fn",{},"text","Ada Lovelace"],"#
        + #"["n",{},"text",["Lovelace","Ada","","",""]],["email",{"type":"HOME"},"text","a,b@x"],"#
        + #"["bday",{},"date-and-or-time","1815-12-10"],"#
        + #"["uid",{},"uri","urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"]]]"# + "\n")
  }

  @Test func `jCards in an array, and after a damaged one, are read`() {
    let cards = ["One", "Two", "Three"].map { name in
      var person = Person()
      person.firstName = name
      return JCardWriter().text(of: [person])
    }
    #expect(readJCards("[\n" + cards.joined(separator: ",") + "]\n").people.map(\.name) == ["One", "Two", "Three"])
    let damaged =
      cards[0] + #"["vcard",[["fn",{},"text","X"# + "\n" + cards[1] + "rubbish\n" + #"["vcard",7]"# + cards[2]
    let result = readJCards(damaged, chunkSize: 5)
    #expect(result.people.map(\.name) == ["One", "Two", "Three"])
    #expect(result.report.problems.map(\.line) == [2, 5])
    #expect(result.report.skipped == 2)
  }

  @Test(arguments: [" ", "\t", "\n", "\r"])
  func `white space between brackets is skipped`(blank: String) {
    let card = #"["vcard",[["fn",{},"text","Ada"]]]"#.replacing("[", with: "[" + blank).replacing(
      ",", with: blank + ",")
    #expect(readJCards(card).people.map(\.name) == ["Ada"])
  }

  @Test func `a blank value is reported, and an empty one is not`() {
    let text =
      #"["vcard",[["fn",{},"text","Ada"],["email",{},"text","  "],["note",{},"text"," "],["tel",{},"text",""]]]"#
    let result = readJCards(text)
    #expect(result.people.map(\.emails) == [[]])
    #expect(
      result.report.problems.map(\.message) == ["the blank EMAIL is left out.", "the blank NOTE is left out."])
    #expect(result.report.skipped == 0)
  }

  @Test func `every value of a property becomes a line`() throws {
    let text = #"""
      ["vcard",[["fn",{},"text","Simon"],["email",{},"text","a@x.org","b@x.org"],["tel",{},"text","1","2"],
      ["org",{},"text",["Acme","Sales"]],["clientpidmap",{},"text",["1","urn:uuid:3df4"]],
      ["x-struct",{},"text",["p","q,r"]],["x-list",{},"text","a","b;c"],["hobby",{},"text","chess","tea"]]]
      """#
    let simon = try #require(readJCards(text).people.first)
    #expect(simon.emails.map(\.value) == ["a@x.org", "b@x.org"])
    #expect(simon.phones.map(\.value) == ["1", "2"])
    #expect(
      simon.otherProperties.filter { !$0.hasPrefix("ORG") } == [
        "CLIENTPIDMAP:1;urn:uuid:3df4", #"X-STRUCT;VALUE=text:p;q\,r"#, #"X-LIST;VALUE=text:a,b\;c"#, "HOBBY:chess",
        "HOBBY:tea",
      ])
    let written = JCardWriter().text(of: [simon])
    #expect(written.contains(#"["x-struct",{},"text",["p","q,r"]]"#))
    #expect(written.contains(#"["x-list",{},"text","a","b;c"]"#))
    #expect(readJCards(written).people == [simon])
  }

  @Test func `the text of a parameter keeps line ends and quotation marks`() throws {
    let label = #""label":"123 Maple Ave\nSay \"hi\" ^n""#
    let text = #"["vcard",[["fn",{},"text","Simon"],["adr",{\#(label)},"text",["","","1 Way","","","",""]]]]"#
    let simon = try #require(readJCards(text).people.first)
    #expect(simon.otherProperties.first?.hasPrefix("ADR;LABEL=123 Maple Ave^nSay ^'hi^' ^^n:") == true)
    #expect(JCardWriter().text(of: [simon]).contains(label))
    let old = try #require(readPerson("FN:Ada", "ADR:;;1 Way;;;;", #"LABEL:1 St\nTown"#))
    #expect(JCardWriter().text(of: [old]).contains(#""label":"1 St\nTown""#))
  }

  @Test(.timeLimit(.minutes(1))) func `many values of a parameter are written and read in linear time`() throws {
    let head = "TEL" + (0..<20_000).map { ";X-P=t\($0)" }.joined()
    let person = try #require(readPerson("N:B;A", "UID:x", "\(head):1"))
    let text = JCardWriter().text(of: [person])
    #expect(readJCards(text).people == [person])
  }

  @Test func `the service of an account may have any letter`() throws {
    for service in ["^", "a^n", "^'"] {
      var person = Person()
      (person.id, person.firstName) = ("x", "Ada")
      person.accounts = [LabeledValue(label: service, value: "v")]
      #expect(readJCards(JCardWriter().text(of: [person])).people.first?.accounts == person.accounts)
      #expect(readCards(VCardWriter().text(of: [person])).people == [person])
    }
  }
}
