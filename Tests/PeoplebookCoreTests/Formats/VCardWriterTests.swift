import PeoplebookCore
import Testing

struct VCardWriterTests {
  private func lines(_ person: Person, _ version: VCardVersion = .v3) -> [String] {
    VCardWriter(version: version, revision: "20260101T000000Z").text(of: [person])
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
        #"NOTE:One.\nTwo."#, "UID:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "REV:20260101T000000Z", "END:VCARD",
      ])
  }

  @Test func `version 4 writes dates and ids in its own way`() {
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

  @Test func `lines have at most 75 octets, and no letter is cut`() {
    var person = ada
    person.note = String(repeating: "Größe 🦊 名前 ", count: 40)
    let text = VCardWriter().text(of: [person])
    for line in text.split(separator: "\r\n") {
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains("\u{FFFD}"))
    }
    #expect(readCards(text).people.first?.note == person.note)
  }

  @Test func `FN and N are there for somebody without a name`() {
    var person = Person()
    person.id = "x"
    #expect(
      lines(person) == ["BEGIN:VCARD", "VERSION:3.0", "FN:", "N:;;;;", "UID:x", "REV:20260101T000000Z", "END:VCARD"])
  }

  @Test func `an edited name keeps the middle name, and drops the old full name`() throws {
    var person = try #require(readPerson("FN:Mr. John Paul Doe", "N:Doe;John;Paul;Mr.;"))
    #expect(
      lines(person).filter { $0.hasPrefix("FN") || $0.hasPrefix("N:") } == [
        "FN:Mr. John Paul Doe", "N:Doe;John;Paul;Mr.;",
      ])
    person.lastName = "Smith"
    #expect(
      lines(person).filter { $0.hasPrefix("FN") || $0.hasPrefix("N:") } == ["FN:John Smith", "N:Smith;John;Paul;Mr.;"])
  }

  @Test func `an edited organisation keeps its departments, a removed one goes with them`() throws {
    var person = try #require(readPerson("FN:A", "ORG:IBM;Accounting;Dungeon"))
    #expect(lines(person).contains("ORG:IBM;Accounting;Dungeon"))
    person.organisation = "I.B.M."
    #expect(lines(person).contains("ORG:I.B.M.;Accounting;Dungeon"))
    person.organisation = ""
    #expect(!lines(person).contains { $0.hasPrefix("ORG") })
  }

  @Test func `an edited address drops the line it came with, and its label`() throws {
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

  @Test func `other properties cannot break out of their line`() {
    var person = ada
    person.otherProperties = ["X-A:one\r\nEND:VCARD\r\nBEGIN:VCARD", "no colon", "BEGIN:VCARD", "VERSION:9"]
    let people = readCards(VCardWriter().text(of: [person])).people
    #expect(people.count == 1)
    #expect(people.first?.otherProperties == [#"X-A:one\nEND:VCARD\nBEGIN:VCARD"#])
  }

  @Test func `the time of writing is in REV`() {
    let now = VCardWriter.now()
    #expect(now.utf8.count == 16)
    #expect(now.hasSuffix("Z"))
    #expect(now.dropFirst(8).first == "T")
  }
}
