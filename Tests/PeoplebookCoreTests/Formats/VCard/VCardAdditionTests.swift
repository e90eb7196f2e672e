import Testing

@testable import PeoplebookCore

/// What version 4 added, in cards of version 3.
struct VCardAdditionTests {
  private func lines(_ person: Person, _ version: VCardVersion) -> [String] {
    VCardWriter(version: version).text(of: [person]).replacing("\r\n ", with: "").split(separator: "\r\n").map(
      String.init)
  }

  /// The line or lines of version 4, and what version 3 has for them.
  private static let pairs: [(four: [String], three: [String])] = [
    (["ADR;GEO=\"geo:1,2\":;;1 Way;;;;"], ["ADR;X-VCARD4-GEO=\"geo:1,2\":;;1 Way;;;;"]),
    (
      ["ADR;ALTID=1;TZ=+01;LABEL=Rome:;;1 Way;;;;"],
      ["ADR;X-VCARD4-ALTID=1;X-VCARD4-TZ=+01:;;1 Way;;;;", "LABEL:Rome"]
    ),
    (["ORG;SORT-AS=abc:ABC"], ["ORG:ABC", "SORT-STRING;X-VCARD4-PROPERTY=ORG:abc"]),
    (
      ["N;SORT-AS=Harten:Harten;Rene;;;", "ORG;SORT-AS=abc:ABC"],
      ["N:Harten;Rene;;;", "SORT-STRING:Harten", "ORG;X-VCARD4-SORT-AS=abc:ABC"]
    ),
    (["TEL;PREF=2:1", "TEL;PREF=1:2"], ["TEL;X-VCARD4-PREF=2:1", "TEL;TYPE=pref:2"]),
    (
      ["EMAIL;PID=1.1,\"2.1\":a@x", "item1.URL;MEDIATYPE=text/html:http://x"],
      ["EMAIL;X-VCARD4-PID=1.1,\"2.1\":a@x", "item1.URL;X-VCARD4-MEDIATYPE=text/html:http://x"]
    ),
    (["gender:F;x", "KIND;altid=1:individual"], ["X-VCARD4-gender:F;x", "X-VCARD4-KIND;X-VCARD4-altid=1:individual"]),
    (
      ["item1.ANNIVERSARY;CALSCALE=gregorian:18350708"],
      ["item1.X-VCARD4-ANNIVERSARY;X-VCARD4-CALSCALE=gregorian:18350708"]
    ),
    (["RELATED;TYPE=friend:urn:uuid:1"], ["X-VCARD4-RELATED;TYPE=friend:urn:uuid:1"]),
    (["X-A;VALUE=language-tag;INDEX=1:en"], ["X-A;X-VCARD4-VALUE=language-tag;X-VCARD4-INDEX=1:en"]),
    (["NOTE;LANGUAGE=en;ALTID=1:x"], ["NOTE;LANGUAGE=en;X-VCARD4-ALTID=1:x"]),
  ]

  @Test(arguments: pairs.indices)
  func `what version 4 says survives version 3 and the way back`(index: Int) throws {
    let (four, three) = Self.pairs[index]
    let names = four.contains { $0.hasPrefix("N;") } ? ["FN:Ada"] : ["FN:Ada", "N:;Ada;;;"]
    let card = ["BEGIN:VCARD", "VERSION:4.0"] + names + four + ["UID:1", "END:VCARD"]
    let person = try #require(readCards(card.joined(separator: "\n")).people.first)
    #expect(Set(lines(person, .v4)).isSuperset(of: four), "\(lines(person, .v4))")
    let written = lines(person, .v3)
    #expect(Set(written).isSuperset(of: three), "\(written)")
    let back = try #require(readCards(written.joined(separator: "\n")).people.first)
    #expect(Set(lines(back, .v4)) == Set(lines(person, .v4)), "\(lines(back, .v4))")
    #expect(Set(lines(back, .v3)) == Set(written))
    #expect(back.phones == person.phones)
  }

  @Test func `version 3 has the names of version 3 only`() throws {
    let text = Self.pairs.flatMap(\.four).joined(separator: "\n")
    let person = try #require(readCards("BEGIN:VCARD\nVERSION:4.0\nFN:Ada\n\(text)\nEND:VCARD\n").people.first)
    for line in lines(person, .v3) {
      let property = try #require(VCardProperty(line: 0, bytes: Array(line.utf8)))
      for parameter in property.parameters {
        #expect(["TYPE", "VALUE", "LANGUAGE"].contains(parameter.name) || parameter.name.hasPrefix("X-"), "\(line)")
      }
      #expect(!["GENDER", "KIND", "ANNIVERSARY", "RELATED"].contains(property.name), "\(line)")
    }
  }

  @Test func `a field that version 4 added is read from version 3`() throws {
    var ada = Person()
    (ada.id, ada.firstName) = ("1", "Ada")
    ada[.pronouns] = "she/her"
    let card = VCardWriter().text(of: [ada])
    #expect(card.contains("\r\nX-VCARD4-PRONOUNS:she/her\r\n"))
    #expect(VCardWriter(version: .v4).text(of: [ada]).contains("\r\nPRONOUNS:she/her\r\n"))
    #expect(readCards(card).people == [ada])
  }

  @Test(arguments: ["X-VCARD4-FOO:1", "X-A;X-VCARD4-FOO=1:2", "GEO:1;2"])
  func `other names stay as they are`(line: String) throws {
    let person = try #require(readPerson("FN:Ada", line))
    #expect(lines(person, .v3).contains(line))
  }

  @Test func `LDIF and abook have no names of version 3`() throws {
    let person = try #require(readPerson("FN:Ada", "ANNIVERSARY:18350708", "GENDER:F", version: "4.0"))
    let section = AbookWriter().text(of: [person])
    #expect(section.contains("anniversary=1835-07-08"))
    var reader = try PersonFormat.ldif.reader(MemoryByteSource(LDIFWriter().text(of: [person])))
    #expect(try reader.next()?.otherProperties == person.otherProperties)
  }
}
