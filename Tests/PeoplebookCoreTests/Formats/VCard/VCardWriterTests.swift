import Testing

@testable import PeoplebookCore

struct VCardWriterTests {
  private func lines(_ person: Person, _ version: VCardVersion = .v3) -> [String] {
    VCardWriter(version: version).text(of: [person])
      .split(separator: "\r\n").map(String.init)
  }

  private var ada: Person {
    var ada = Person()
    ada.id = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    ada.firstName = "Ada"
    ada.lastName = "Lovelace"
    ada.nickname = "Countess"
    ada.organisation = "Engines; Ltd"
    ada.title = "Programmer"
    ada.emails = [LabeledValue(label: "work", value: "ada@example.org"), LabeledValue(label: "boat", value: "b@x")]
    ada.phones = [LabeledValue(label: "home fax", value: "1"), LabeledValue(value: "2")]
    ada.birthday = PartialDate(year: 1815, month: 12, day: 10)
    ada.tags = ["math", "a,b"]
    ada.note = "One.\nTwo."
    return ada
  }

  @Test func `version 3`() {
    #expect(
      lines(ada) == [
        "BEGIN:VCARD", "VERSION:3.0", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "NICKNAME:Countess",
        #"ORG:Engines\; Ltd"#, "TITLE:Programmer", "EMAIL;TYPE=WORK:ada@example.org", "item1.EMAIL:b@x",
        "item1.X-ABLabel:boat", "TEL;TYPE=HOME,FAX:1", "TEL:2", "BDAY:1815-12-10", #"CATEGORIES:math,a\,b"#,
        #"NOTE:One.\nTwo."#, "UID:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "END:VCARD",
      ])
  }

  @Test func `version 4 has its own form of dates and ids`() {
    let text = lines(ada, .v4)
    #expect(text.contains("VERSION:4.0"))
    #expect(text.contains("BDAY:18151210"))
    #expect(text.contains("UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"))
  }

  @Test func `a birthday without a year`() {
    var person = ada
    person.birthday = PartialDate(year: nil, month: 2, day: 29)
    #expect(lines(person).contains("BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29"))
    #expect(lines(person, .v4).contains("BDAY:--0229"))
  }

  @Test func `lines have at most 75 octets, and no character is split`() {
    var person = ada
    person.note = String(repeating: "Größe 🦊 名前 ", count: 40)
    let text = VCardWriter().text(of: [person])
    for line in text.split(separator: "\r\n") {
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains("\u{FFFD}"))
    }
    #expect(readCards(text).people.first?.note == person.note)
  }

  @Test func `FN and N are written for a person without a name`() {
    var person = Person()
    person.id = "x"
    #expect(
      lines(person) == ["BEGIN:VCARD", "VERSION:3.0", "FN:", "N:;;;;", "UID:x", "END:VCARD"])
  }

  @Test func `an edited name keeps the middle name and drops the full name`() throws {
    var person = try #require(readPerson("FN:Mr. John Paul Doe", "N:Doe;John;Paul;Mr.;"))
    #expect(
      lines(person).filter { $0.hasPrefix("FN") || $0.hasPrefix("N:") } == [
        "FN:Mr. John Paul Doe", "N:Doe;John;Paul;Mr.;",
      ])
    person.lastName = "Smith"
    #expect(
      lines(person).filter { $0.hasPrefix("FN") || $0.hasPrefix("N:") } == ["FN:John Smith", "N:Smith;John;Paul;Mr.;"])
  }

  @Test func `an edited name keeps its language and its alternatives`() throws {
    var person = try #require(
      readPerson(
        "FN;LANGUAGE=en:Foo Bar", "FN;ALTID=1:Alt Foo", "N;LANGUAGE=en;SORT-AS=\"Bar,Foo\":Bar;Foo;;;",
        "N;ALTID=1:Foo;Alt;;;", version: "4.0"))
    let names = { (person: Person) in self.lines(person, .v4).filter { $0.hasPrefix("FN") || $0.hasPrefix("N") } }
    let untouched = names(person)
    person.firstName = "Baz"
    #expect(
      names(person) == [
        "FN;LANGUAGE=en:Baz Bar", "FN;ALTID=1:Alt Foo", "N;LANGUAGE=en:Bar;Baz;;;", "N;ALTID=1:Foo;Alt;;;",
      ])
    person.firstName = "Foo"
    #expect(names(person) == untouched && untouched.contains { $0.contains("SORT-AS") })
  }

  @Test func `an edited organisation keeps its departments`() throws {
    var person = try #require(readPerson("FN:A", "ORG:IBM;Accounting;Dungeon"))
    #expect(lines(person).contains("ORG:IBM;Accounting;Dungeon"))
    person.organisation = "I.B.M."
    #expect(lines(person).contains("ORG:I.B.M.;Accounting;Dungeon"))
    person.organisation = ""
    #expect(lines(person).contains("ORG:;Accounting;Dungeon"))
    person[.department] = ""
    #expect(!lines(person).contains { $0.hasPrefix("ORG") })
  }

  @Test func `an edited address drops its original line and label`() throws {
    var person = try #require(
      readPerson("FN:A", "item1.EMAIL;X-UUID=7:a@x", "item1.X-ABLabel:Boat", "EMAIL;X-UUID=8:b@x"))
    #expect(lines(person).contains("item1.EMAIL;X-UUID=7:a@x"))
    #expect(lines(person).contains("item1.X-ABLabel:Boat"))
    person.emails[0] = LabeledValue(label: "Boat", value: "new@x")
    let text = lines(person)
    #expect(!text.contains { $0.contains("a@x") })
    #expect(text.filter { $0.contains("X-ABLabel") }.count == 1)
    #expect(text.contains("item2.EMAIL:new@x"))
    #expect(text.contains("EMAIL;X-UUID=8:b@x"))
  }

  @Test func `photos are base64 in version 3 and a data URI in version 4`() throws {
    let person = try #require(readPerson("FN:A", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ"))
    #expect(lines(person).contains("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ"))
    let four = lines(person, .v4)
    #expect(four.contains("PHOTO:data:image/jpeg;base64,/9j/4AAQ"))
    let back = try #require(readCards(four.joined(separator: "\n")).people.first)
    #expect(lines(back).contains("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ"))
  }

  @Test func `other properties cannot add lines`() {
    var person = ada
    person.otherProperties = ["X-A:one\r\nEND:VCARD\r\nBEGIN:VCARD", "no colon", "BEGIN:VCARD", "VERSION:9"]
    let text = VCardWriter().text(of: [person])
    #expect(text.split(separator: "\r\n").filter { $0.hasPrefix("BEGIN") || $0.hasPrefix("VERSION") }.count == 2)
    let people = readCards(text).people
    #expect(people.count == 1)
    #expect(
      people.first?.otherProperties == [
        #"X-A:one\nEND:VCARD\nBEGIN:VCARD"#, "no colon", "BEGIN:VCARD", "VERSION:9",
      ])
  }

  @Test(arguments: [
    "=:;", ":", "no name", "a b:c", "X-A;b c=1:d", "Ä:1", "item 1.X-A:1", "#:1", "\u{1B}[2J:1", "\tX-A:1",
    "\n", "",
  ])
  func `another property is written as a valid line`(text: String) throws {
    var person = ada
    person.otherProperties = [text]
    for version in VCardVersion.allCases {
      for line in lines(person, version) {
        let head = line.prefix { $0 != ":" && $0 != ";" }
        #expect(
          line.contains(":") && !head.isEmpty
            && head.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
      }
      let read = try #require(readCards(VCardWriter(version: version).text(of: [person])).people.first)
      #expect(lines(read, version) == lines(person, version))
      let isKept = lines(person, version).contains { $0.hasSuffix(VCardText.escape(text)) }
      #expect(isKept || text.trimmed.isEmpty)
    }
  }

  @Test func `a blank in a name is not written`() throws {
    let person = try #require(readPerson("FN : Ada", "N :Lovelace;Ada;King;;", "TEL ;TYPE=x:1", "X-A :2"))
    for line in ["N:Lovelace;Ada;King;;", "TEL;TYPE=x:1", "X-A:2"] { #expect(lines(person).contains(line)) }
  }

  @Test func `REV is kept until the person is changed`() throws {
    var person = try #require(readPerson("FN:Ada", "REV;VALUE=date-time:2026-01-01T00:00:00Z"))
    #expect(lines(person).contains("REV;VALUE=date-time:2026-01-01T00:00:00Z"))
    #expect(person.otherProperties.isEmpty)
    person.note = "new"
    #expect(!lines(person).contains { $0.hasPrefix("REV") })
    person.note = ""
    #expect(lines(person).contains { $0.hasPrefix("REV") })
  }

  @Test func `the parts of a name that stay keep their text`() throws {
    var person = try #require(readPerson("N:Doe;John,Jack;M1,M2;Dr.;Jr.,PhD;;x", "FN:John Doe"))
    person[.middleName] = "M"
    #expect(lines(person).contains("N:Doe;John,Jack;M;Dr.;Jr.,PhD;;x"))
    person.lastName = "Roe"
    #expect(lines(person).contains("N:Roe;John,Jack;M;Dr.;Jr.,PhD;;x"))
    person.firstName = "John"
    #expect(lines(person).contains("N:Roe;John;M;Dr.;Jr.,PhD;;x"))
    let read = readCards(VCardWriter().text(of: [person])).people
    #expect(read.map(\.name) == ["John Roe"] && read.map { $0[.middleName] } == ["M"])
  }

  @Test func `the order of lines is kept, with labels beside their lines`() throws {
    let card = [
      "BEGIN:VCARD", "VERSION:3.0", "PRODID:x", "N:Doe;John;;;", "FN:John Doe", "item1.TEL:1", "item1.X-ABLabel:boat",
      "NOTE:n", "EMAIL;TYPE=INTERNET;TYPE=HOME:a@x", "TEL;TYPE=CELL:2", "X-A:1", "EMAIL;TYPE=PREF:b@x", "UID:7",
      "X-ABLabel:none", "item9.X-ABLabel:orphan", "REV:20260101T000000Z", "CATEGORIES:a", "END:VCARD",
    ]
    var person = try #require(readCards(card.joined(separator: "\n")).people.first)
    #expect(lines(person) == card)
    #expect(person.emails.map(\.value) == ["b@x", "a@x"])
    person.phones.append(LabeledValue(value: "3"))
    person.nickname = "Jo"
    let text = lines(person)
    #expect(text.firstIndex(of: "TEL:3") == text.firstIndex(of: "TEL;TYPE=CELL:2").map { $0 + 1 })
    #expect(text.filter { !["TEL:3", "NICKNAME:Jo"].contains($0) } == card.filter { !$0.hasPrefix("REV") })
  }

  @Test(arguments: [
    ["item1.TEL:1", "item2.TEL:2", "item2.X-ABLabel:two", "item1.X-ABLabel:one"],
    ["item1.X-ABLabel:one", "NOTE:n", "item1.TEL:1"], ["item1.TEL:1", "NOTE:n", "TEL:2", "item1.X-ABLabel:one"],
    ["item1.URL:http://x", "UID:7", "item1.X-ABLabel:page", "item1.X-ABLabel:site"],
    ["item1.ORG:A", "TITLE:b", "item1.X-ABLabel:one", "REV:20260101T000000Z"],
  ])
  func `labels keep their places`(some: [String]) throws {
    let card = ["BEGIN:VCARD", "VERSION:3.0", "FN:A", "N:;A;;;"] + some + ["END:VCARD"]
    var person = try #require(readCards(card.joined(separator: "\n")).people.first)
    #expect(lines(person).filter { !$0.hasPrefix("UID") } == card.filter { !$0.hasPrefix("UID") })
    #expect(readCards(lines(person).joined(separator: "\n")).people == [person])
    person.phones = []
    person.links.append(LabeledValue(label: "boat", value: "http://y"))
    let text = lines(person)
    #expect(!text.contains { $0.contains("TEL") })
    #expect(text.contains { $0.hasSuffix("URL:http://y") } && text.contains { $0.hasSuffix("X-ABLabel:boat") })
  }

  @Test func `a label above its line is deleted with it`() throws {
    var person = try #require(readPerson("FN:A", "item1.X-ABLabel:Boat", "NOTE:n", "item1.TEL:1"))
    #expect(person.phones == [LabeledValue(label: "Boat", value: "1")])
    person.phones = []
    #expect(!lines(person).contains { $0.hasPrefix("item1.") })
  }

  @Test func `a line that a card lacks is above a REV at its top`() throws {
    let person = try #require(readPerson("REV:20260101T000000Z", "FN:Ada", "UID:7"))
    #expect(lines(person)[2...] == ["N:;Ada;;;", "REV:20260101T000000Z", "FN:Ada", "UID:7", "END:VCARD"])
  }

  @Test(arguments: [
    "EMAIL;TYPE=INTERNET:a@x", "TEL;TYPE=VOICE:1", "TEL;TYPE=PREF:1", "item3.TEL:1", "home.EMAIL:a@x",
    "UID:urn:uuid:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1", "TEL;TYPE=home:1", "EMAIL;X-A=\"b;c\":a@x", "TEL:  1",
    "BDAY;VALUE=date:1815-12-10", "CATEGORIES:a , b", "ORG:A;B", #"NOTE:http\://x"#,
  ])
  func `a line is written as it was read`(line: String) throws {
    let person = try #require(readPerson("FN:A", line))
    #expect(lines(person).contains(line))
    #expect(readCards(VCardWriter().text(of: [person])).people == [person])
  }

  @Test(arguments: [
    ("TEL;VALUE=uri;PREF=1;TYPE=\"voice,home\":tel:+1-555;ext=7", "TEL;TYPE=voice,home;TYPE=pref:+1-555 ext. 7"),
    ("EMAIL;PREF=20:a@x", "EMAIL;X-VCARD4-PREF=20:a@x"), ("URL;VALUE=uri:http://x", "URL;VALUE=uri:http://x"),
    ("BDAY;VALUE=date-and-or-time:--0203", "BDAY;X-VCARD4-VALUE=date-and-or-time;X-APPLE-OMIT-YEAR=1604:1604-02-03"),
    ("PHOTO:data:image/png;base64,iVBOR", "PHOTO;ENCODING=b;TYPE=PNG:iVBOR"),
    ("PHOTO;MEDIATYPE=image/gif:http://x/y", "PHOTO;VALUE=uri;TYPE=GIF:http://x/y"),
  ])
  func `lines of version 4 are converted to version 3`(line: String, converted: String) throws {
    let person = try #require(readPerson("FN:A", line, version: "4.0"))
    #expect(lines(person, .v4).contains(line))
    #expect(lines(person, .v3).contains(converted))
  }

  @Test(arguments: [
    ("TEL;TYPE=HOME;TYPE=pref:1", "TEL;TYPE=HOME;PREF=1:1"),
    ("EMAIL;TYPE=INTERNET,PREF:a@x", "EMAIL;TYPE=INTERNET;PREF=1:a@x"),
    ("BDAY;VALUE=date:1815-12-10", "BDAY:18151210"), ("BDAY:1953-10-15T23:10:00-05:00", "BDAY:19531015T231000-0500"),
    ("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ", "PHOTO:data:image/jpeg;base64,/9j/4AAQ"),
    ("PHOTO;ENCODING=b:iVBOR", "PHOTO:data:image/png;base64,iVBOR"),
    ("PHOTO;VALUE=uri;TYPE=GIF:http://x/y", "PHOTO;VALUE=uri;MEDIATYPE=image/gif:http://x/y"),
  ])
  func `lines of version 3 are converted to version 4`(line: String, converted: String) throws {
    let person = try #require(readPerson("FN:A", line))
    #expect(lines(person, .v3).contains(line))
    #expect(lines(person, .v4).contains(converted))
  }

  @Test(arguments: [
    (VCardVersion.v3, "PHOTO;ENCODING=b;TYPE=JPEG:/9j/"), (.v4, "PHOTO:data:image/jpeg;base64,/9j/"),
  ])
  func `a data URI is not wrapped in another`(version: VCardVersion, line: String) throws {
    let photo = "PHOTO;ENCODING=b;TYPE=JPEG:data:image/jpeg;base64,/9j/"
    let person = try #require(readPerson("FN:A", photo, version: "2.1"))
    #expect(lines(person, version).contains(line))
  }

  @Test func `a birthday in 1604 is not read as one without a year`() {
    var person = ada
    person.birthday = PartialDate(year: 1604, month: 5, day: 6)
    #expect(readCards(VCardWriter().text(of: [person])).people == [person])
  }

  @Test func `a UID with line ends stays one line`() {
    var person = ada
    person.id = "a\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Mallory"
    let people = readCards(VCardWriter().text(of: [person])).people
    #expect(people.map(\.name) == ["Ada Lovelace"])
  }

  @Test func `many labels are read and written in linear time`() throws {
    var person = ada
    person.phones = (0..<9_000).map { LabeledValue(label: "boat \($0)", value: "\($0)") }
    person.emails = []
    #expect(readCards(VCardWriter().text(of: [person])).people == [person])
  }

  @Test func `many phones are written in linear time`() {
    var person = ada
    person.phones = (0..<20_000).map { LabeledValue(value: "\($0)") }
    person.otherProperties = (0..<10_000).map { "TEL;TYPE=VOICE:\($0)" }
    #expect(lines(person).count > 20_000)
  }

  @Test(arguments: [
    ["TEL;TYPE=CELL:1", "TEL;TYPE=CELL,VOICE:1"], ["TEL:+1", "NOTE:x", "TEL;X-FOO=1:+1"],
    ["TEL:+1", "TEL;X-FOO=fax:+1", "TEL:+1"],
  ])
  func `lines with the same value keep their order`(lines: [String]) throws {
    let text = (["BEGIN:VCARD", "VERSION:3.0", "N:B;A;;;", "FN:A B"] + lines + ["UID:x", "END:VCARD", ""])
      .joined(separator: "\r\n")
    let person = try #require(readCards(text).people.first)
    #expect(VCardWriter().text(of: [person]) == text)
  }

  @Test(
    arguments: [VCardVersion.v3, .v4],
    ["AGENT:BEGIN:VCARD", "X-VCARD3-AGENT: begin:vcard", "a.AGENT;X=1:BEGIN:VCARD"])
  func `a kept line does not begin another card`(version: VCardVersion, line: String) {
    var person = ada
    person.otherProperties = [line]
    var other = ada
    other.id = "c2f120b1-76bb-4b9f-a881-8a12a53d92f7"
    let result = readCards(VCardWriter(version: version).text(of: [person, other]))
    #expect(result.people == [person, other])
    #expect(result.report.problemCount == 0)
    let cards = [
      card("FN:Ada", line, "UID:a", version: "4.0"),
      card("FN:Ada", "AGENT;ENCODING=QUOTED-PRINTABLE:=42EGIN:VCARD", "UID:a", version: "2.1"),
    ]
    for people in cards.map({ readCards($0).people }) where people.count == 1 && people[0].id == "a" {
      #expect(readCards(VCardWriter(version: version).text(of: people)).people.map(\.id) == ["a"])
    }
  }
}
