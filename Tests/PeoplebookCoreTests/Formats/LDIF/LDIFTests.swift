import Testing

@testable import PeoplebookCore

struct LDIFTests {
  private func read(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
    var reader = LDIFReader(MemoryByteSource(Array(text.utf8), chunkSize: chunkSize))
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return (people, reader.report)
  }

  @Test(arguments: [1, 9, 10_000])
  func `an entry of Thunderbird is read`(size: Int) {
    let result = read(
      """
      version: 1

      # Ada
      dn: cn=Ada Lovelace,mail=ada@example.org
      objectclass: top
      objectclass: mozillaAbPersonAlpha
      givenName: Ada
      sn:: TG92ZWxhY2XDqQ==
      cn:: QWRhIExvdmVsYWNlw6k=
      mail: ada@example.org
      mozillaSecondEmail: ada@example.net
      telephoneNumber: 1
      homePhone: 2
      mobile;lang-en: 3
      street: 12 Main St
      l: London
      mozillaHomeUrl: https://ada.example
      o: Engines
      ou: Sums
      title: Analyst
      birthyear: 1815
      birthmonth: 12
      birthday: 10
      description: A note
        on two lines
      modifytimestamp: 1700000000
      usercertificate:< file:///x

      dn: cn=Team
      objectclass: groupOfNames
      cn: Team

      dn: cn=Old
      changetype: delete

      dn: cn=Bob
      cn: Bob
      """, chunkSize: size)
    let ada = result.people.first
    #expect(result.people.map(\.name) == ["Ada Lovelaceé", "Bob"])
    #expect(ada?.emails.map(\.value) == ["ada@example.org", "ada@example.net"])
    #expect(ada?.phones.map(\.label) == ["work", "home", "mobile"])
    #expect(ada?.organisation == "Engines" && ada?.title == "Analyst" && ada?.note == "A note on two lines")
    #expect(ada?.birthday?.iso == "1815-12-10")
    #expect(ada?.addresses.map(\.value) == ["12 Main St; London"])
    #expect(ada?.links.map(\.value) == ["https://ada.example"] && ada?.firstName == "Ada")
    #expect(result.report.skipped == 2 && result.report.problems.map(\.line) == [27, 29, 33])
  }

  @Test func `a birthday whose year is not a number is kept as it is`() {
    let person = read("dn: cn=Ada\ncn: Ada\nbirthyear: c1815\nbirthmonth: 12\nbirthday: 10\n").people.first
    #expect(person?.birthday == nil && person?.otherProperties.count { $0.hasSuffix(":c1815") } == 1)
  }

  @Test func `a problem of a value is reported at its entry`() {
    let result = read("dn: cn=Ann\ncn: Ann\n\ndn: cn=Bob\ncn: Bob\nx-vcard: BDAY:soon\n")
    #expect(result.people.map(\.name) == ["Ann", "Bob"] && result.report.problems.map(\.line) == [4])
  }

  @Test func `people survive export and import as LDIF`() {
    var (random, odd) = (RandomPeople(seed: 21), OddPeople(seed: 22))
    for _ in 0..<100 {
      for person in [random.next(), odd.next(), odd.nextWithLines()] {
        let text = LDIFWriter().text(of: [person])
        #expect(text.utf8.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 })
        var reader = LDIFReader(MemoryByteSource(text))
        let read = try? reader.next()
        let isSame = read.map { reader.update(of: person, to: $0) == person } == true
        #expect(isSame, "\(text)")
        if !isSame { return }
        #expect((try? reader.next()) == .some(nil) && reader.report.skipped == 0)
      }
    }
  }

  @Test func `attributes are those that other programs know`() {
    var ada = Person()
    ada.id = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    (ada.firstName, ada.lastName) = ("Ada", "Lovelace")
    ada.emails = [LabeledValue(value: "a@x"), LabeledValue(value: "b@x"), LabeledValue(label: "work", value: "c@x")]
    ada.phones = [LabeledValue(label: "home", value: "1")]
    ada.birthday = PartialDate(year: 1815, month: 12, day: 10)
    ada.tags = ["math"]
    let lines = LDIFWriter().text(of: [ada]).split(separator: "\n")
    for line in [
      "dn: cn=Ada Lovelace,mail=a@x", "cn: Ada Lovelace", "sn: Lovelace", "givenName: Ada", "mail: a@x", "mail: b@x",
      "x-vcard: EMAIL;TYPE=WORK:c@x", "homePhone: 1", "birthyear: 1815", "x-vcard: CATEGORIES:math",
      "entryUUID: 4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
    ] {
      #expect(lines.contains(Substring(line)), "\(line)")
    }
  }

  @Test func `attributes without a field are kept and given back`() throws {
    let entry = [
      "sn: Lovelace", "givenName: Ada", "cn: Ada Lovelace", "o: Engines", "o: Sums", "mozillaCustom1: c1",
      "carLicense: 1", "carLicense: 2", "customthing:: w4QgOiB0aMOp", "userCertificate;binary:: AAH/",
      "1.2.3.4: oid", "birthyear: 1815",
    ]
    let ofServer = ["modifyTimestamp: 20260101000000Z", "userPassword: x"]
    let result = read((["dn: cn=Ada", "objectclass: person"] + entry + ofServer).joined(separator: "\n"))
    let ada = try #require(result.people.first)
    #expect(ada.hiddenLineCount == 8 && ada.organisation == "Engines" && result.report.problems.isEmpty)
    let written = LDIFWriter().text(of: [ada])
    for line in entry { #expect(written.contains("\n\(line)\n"), "\(line)") }
    #expect(!written.contains("Timestamp") && !written.contains("userPassword") && !written.contains("x-vcard"))
    #expect(read(written).people == [ada])
    let card = VCardWriter().text(of: [ada])
    #expect(card.contains("X-LDIF;X-NAME=mozillaCustom1:c1\r\n") && readCards(card).people == [ada])
    #expect(read("dn: cn=Ada\n" + entry.prefix(5).joined(separator: "\n")).people.map(\.id) == [ada.id])
  }

  @Test(arguments: ["mail", "surname", "dn", "mobile;x-a", "#a", "a b", "a:b", "é"])
  func `a name that would be read otherwise stays in the line of a card`(name: String) throws {
    let line = "X-LDIF;X-NAME=\(VCardProperty.quoted(name, in: "")):1"
    let ada = try #require(readCards(card("FN:Ada", line)).people.first)
    let text = LDIFWriter().text(of: [ada])
    #expect(text.contains("x-vcard:") && read(text).people.map(\.otherProperties) == [[line]])
  }

  @Test func `a name of an attribute that is written already stays in the line`() throws {
    let line = "X-LDIF;X-NAME=mail:1"
    let ada = try #require(readCards(card("FN:Ada", "EMAIL:a@x", line)).people.first)
    let text = LDIFWriter().text(of: [ada])
    #expect(text.contains("\nx-vcard: \(line)\n"))
    #expect(read(text).people.map { $0.emails.map(\.value) } == [["a@x"]])
  }

  @Test func `the parts of a directory are not people`() throws {
    let text = """
      dn: dc=example,dc=com
      objectClass: top
      objectClass: dcObject
      objectClass: organization
      o: Example Corp

      dn: ou=people,dc=example,dc=com
      objectClass: organizationalUnit
      ou: people

      dn: uid=ann,ou=people,dc=example,dc=com
      objectClass: inetOrgPerson
      cn: Ann Lee
      """
    var reader = LDIFReader(MemoryByteSource(text))
    #expect(try reader.next()?.name == "Ann Lee")
    #expect(try reader.next() == nil)
    #expect(reader.report.skipped == 2)
  }

  @Test func `a photo that is not Base64 stays a line of the card`() throws {
    let photo = "PHOTO;ENCODING=b;TYPE=JPEG:qgEP:ASDF=="
    let ada = try #require(readCards(card("N:Lovelace;Ada;;;", photo)).people.first)
    var reader = LDIFReader(MemoryByteSource(LDIFWriter().text(of: [ada])))
    let read = try #require(try reader.next())
    #expect(reader.report.problems.isEmpty)
    #expect(VCardWriter(version: .v3).text(of: [read]).contains(photo))
  }

  @Test func `a value that is not Base64 is left out and reported`() throws {
    var reader = LDIFReader(MemoryByteSource("dn: cn=Ann\ncn: Ann\nsn:: !!!notb64\nmail:: YUB4\n"))
    let ann = try #require(try reader.next())
    #expect(ann.name == "Ann" && ann.lastName.isEmpty && ann.emails.map(\.value) == ["a@x"])
    #expect(reader.report.problems.map(\.line) == [3] && reader.report.doubtful == 1)
  }

  @Test func `a value in another file is left out and reported`() throws {
    var reader = LDIFReader(MemoryByteSource("dn: cn=Ann\ncn: Ann\ndescription:< file:///etc/passwd\nmail: a@x\n"))
    let ann = try #require(try reader.next())
    #expect(ann.note.isEmpty && ann.emails.map(\.value) == ["a@x"])
    #expect(reader.report.problems.map(\.line) == [3] && reader.report.doubtful == 1)
  }

  @Test func `a value in another file is not reported of a list`() throws {
    var reader = LDIFReader(
      MemoryByteSource("dn: cn=All\nobjectclass: groupOfNames\njpegPhoto:< file:///photo.jpg\n\ndn: cn=Ann\ncn: Ann\n"))
    #expect(try reader.next()?.name == "Ann")
    #expect(reader.report.problems.map(\.line) == [1] && reader.report.doubtful == 0)
  }

  @Test func `an entry of which nothing can be read is reported`() throws {
    for (end, lines) in [("dn:: Y249Q", [4]), ("dn:: Y249Q\n\ndn: cn=All\nobjectclass: groupOfNames\n", [4, 6])] {
      var reader = LDIFReader(MemoryByteSource("dn: cn=Ann\ncn: Ann\n\n\(end)"))
      #expect(try reader.next()?.name == "Ann")
      #expect(try reader.next() == nil)
      #expect(reader.report.problems.map(\.line) == lines)
    }
  }

  @Test(arguments: ["\n", ""], ["dn: cn=B", "dn:: Y249Qg=="])
  func `entries without a blank line between them are two people`(end: String, name: String) {
    let result = read(
      "dn: cn=A\nobjectclass: person\ncn: A\nmail: a@x\(end)\(name)\nobjectclass: person\ncn: B\nmail: b@x\n",
      chunkSize: 5)
    #expect(result.people.map(\.name) == ["A", "B"])
    #expect(result.people.flatMap(\.emails).map(\.value) == ["a@x", "b@x"])
  }

  @Test func `the name of an entry is not divided`() {
    var ada = Person()
    (ada.id, ada.firstName) = ("6f1c9d3e-0000-4000-8000-000000000001", "Ada dn: x")
    let text = LDIFWriter().text(of: [ada])
    for written in [text, text.replacing("\ndn:", with: "\nDN:")] {
      let result = read(written)
      #expect(result.people == [ada] && result.report.problems.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a line of many names of entries is read in linear time`() {
    let names = String(repeating: "dn: ", count: 200_000)
    let result = read("dn: cn=B\nobjectclass: person\ncn: Bob\nmail: b@x\(names)\nobjectclass: person\ncn: Ada\n")
    #expect(result.people.map(\.name) == ["Bob", "Ada"])
  }

  @Test func `an entry with too long a value is left out`() {
    let folds = String(repeating: "\n " + String(repeating: " ", count: 1 << 20), count: 12)
    let result = read("dn: cn=A\ncn: Ann\ndescription: x\(folds)\n\ndn: cn=B\ncn: Bob\n")
    #expect(result.people.map(\.name) == ["Bob"])
    let message = "Line 1: this entry has a value larger than 8 MB. It is left out."
    #expect(result.report.problems.map(\.description) == [message])
  }
}
