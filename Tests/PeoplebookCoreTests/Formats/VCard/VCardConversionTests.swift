import Testing

@testable import PeoplebookCore

struct VCardConversionTests {
  private func lines(_ person: Person, _ version: VCardVersion) -> [String] {
    VCardWriter(version: version).text(of: [person]).replacing("\r\n ", with: "").split(separator: "\r\n").map(
      String.init)
  }

  /// The line or lines of version 3, and what version 4 has for them.
  private static let pairs: [(three: [String], four: [String])] = [
    (["ADR;TYPE=HOME,pref:;;1 Way;;;;"], ["ADR;TYPE=HOME;PREF=1:;;1 Way;;;;"]),
    (["ORG;TYPE=pref:A;B"], ["ORG;PREF=1:A;B"]), (["X-A;TYPE=pref:1"], ["X-A;PREF=1:1"]),
    (["IMPP;TYPE=pref:xmpp:a@x"], ["IMPP;PREF=1:xmpp:a@x"]),
    (["PHOTO;ENCODING=b;TYPE=PNG;TYPE=home;TYPE=pref:iVBOR"], ["PHOTO;TYPE=home;PREF=1:data:image/png;base64,iVBOR"]),
    (["MAILER:mutt"], ["X-VCARD3-MAILER:mutt"]), (["item1.CLASS;X-B=1:PUBLIC"], ["item1.X-VCARD3-CLASS;X-B=1:PUBLIC"]),
    (["PROFILE:VCARD"], ["X-VCARD3-PROFILE:VCARD"]), (["X-MAILER:mine"], ["X-MAILER:mine"]),
    ([#"AGENT:BEGIN:VCARD\nFN:B\nEND:VCARD"#], [#"X-VCARD3-AGENT:BEGIN:VCARD\nFN:B\nEND:VCARD"#]),
    (["N:Harten;Rene van der;;;", "SORT-STRING:Harten, Rene"], ["N;SORT-AS=\"Harten, Rene\":Harten;Rene van der;;;"]),
    (["N:Lovelace;Ada;;;", "SORT-STRING:Har:ten"], ["N;SORT-AS=\"Har:ten\":Lovelace;Ada;;;"]),
    (
      ["ADR;TYPE=home:;;1 Way;;;;", #"LABEL;TYPE=home:1 "Way"\nRome\, ^n"#],
      ["ADR;TYPE=home;LABEL=\"1 ^'Way^'^nRome, ^^n\":;;1 Way;;;;"]
    ),
    (
      ["ADR;TYPE=home:;;1 Way;;;;", "LABEL;TYPE=work:Rome"],
      ["ADR;TYPE=home:;;1 Way;;;;", "X-VCARD3-LABEL;TYPE=work:Rome"]
    ),
    (["LABEL:Rome"], ["X-VCARD3-LABEL:Rome"]),
    (["X-A;ENCODING=b:AQID"], ["X-A;VALUE=uri:data:application/octet-stream;base64,AQID"]),
    (["TEL:+1-555"], ["TEL:+1-555"]), (["GEO:37.38;-122.08"], ["GEO:geo:37.38,-122.08"]),
    (["LOGO;VALUE=uri:http://x/l.png"], ["LOGO;VALUE=uri:http://x/l.png"]),
  ]

  @Test(arguments: [
    ("GEO:geo:37.38,-122.08", "GEO:37.38;-122.08"), ("GEO:geo:1,2,3", "GEO:geo:1,2,3"),
    ("LOGO:http://x/l.png", "LOGO;VALUE=uri:http://x/l.png"), ("KEY;VALUE=URL:http://x/k", "KEY;VALUE=uri:http://x/k"),
    (#"PHOTO:data:image/png;base64\,iVBORw0KGgo="#, "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="),
    ("LOGO:data:image/svg+xml,%3Csvg/%3E", "LOGO;VALUE=uri:data:image/svg+xml,%3Csvg/%3E"),
    ("TEL;VALUE=uri:tel:+46%2070", "TEL:+46 70"),
  ])
  func `a line of version 4 has the form of version 3`(four: String, three: String) throws {
    let person = try #require(readPerson("FN:Ada", four, version: "4.0"))
    #expect(lines(person, .v3).contains(three), "\(lines(person, .v3))")
  }

  @Test func `an escaped line end in a label is a line end in version 3`() throws {
    let person = try #require(
      readPerson("FN:Ada", #"ADR;LABEL="Mr. Public, Esq.\nMail Drop":;;1 Way;;;;"#, version: "4.0"))
    #expect(lines(person, .v3).contains(#"LABEL:Mr. Public\, Esq.\nMail Drop"#))
  }

  @Test(arguments: pairs.indices)
  func `what version 3 says survives version 4 and the way back`(index: Int) throws {
    let (three, four) = Self.pairs[index]
    let card = (["BEGIN:VCARD", "VERSION:3.0", "FN:Ada Lovelace"] + three + ["UID:1", "END:VCARD"])
    let person = try #require(readCards(card.joined(separator: "\n")).people.first)
    for line in three { #expect(lines(person, .v3).contains { Self.isSame($0, line) }, "\(lines(person, .v3))") }
    let written = lines(person, .v4)
    for line in four { #expect(written.contains(line), "\(written)") }
    #expect(written.count == lines(person, .v3).count - three.count + four.count)
    let back = try #require(readCards(written.joined(separator: "\n")).people.first)
    for line in three { #expect(lines(back, .v3).contains { Self.isSame($0, line) }, "\(lines(back, .v3))") }
    #expect(lines(back, .v3).count == lines(person, .v3).count)
    let json = try #require(readJCards(JCardWriter().text(of: [person])).people.first)
    for line in three { #expect(lines(json, .v3).contains { Self.isSame($0, line) }, "\(lines(json, .v3))") }
  }

  /// `TYPE=a,b` is `TYPE=a;TYPE=b`, and case and order of types make no difference.
  private static func isSame(_ line: String, _ other: String) -> Bool {
    guard let one = VCardProperty(text: line), let two = VCardProperty(text: other) else { return false }
    return one.group == two.group && one.name == two.name
      && VCardText.unescape(one.value) == VCardText.unescape(two.value)
      && Set(one.types) == Set(two.types) && one.values(of: "ENCODING") == two.values(of: "ENCODING")
  }

  @Test func `the URI of a number is marked in version 4 and a text in version 3`() throws {
    let person = try #require(
      readPerson("FN:A", "TEL:tel:+1-555;ext=7", "EMAIL:mailto:a@x", "TEL:tel:tel:1", version: "2.1"))
    #expect(person.phones.map(\.value) == ["+1-555 ext. 7", "tel:1"])
    #expect(lines(person, .v3).contains("TEL:+1-555 ext. 7") && lines(person, .v3).contains("EMAIL:a@x"))
    #expect(lines(person, .v3).contains("TEL;VALUE=text:tel:1"))
    #expect(lines(person, .v4).contains("TEL;VALUE=uri:tel:+1-555;ext=7") && lines(person, .v4).contains("EMAIL:a@x"))
    #expect(JCardWriter().text(of: [person]).contains(#"["tel",{},"uri","tel:+1-555;ext=7"]"#))
    #expect(readJCards(JCardWriter().text(of: [person])).people.first?.phones == person.phones)
  }

  /// Lines that the other version, or the writer, would have in another form.
  private static let odd: [String: [String]] = [
    "3.0": [
      "BIRTHPLACE:London", "BDAY;VALUE=DATE-AND-OR-TIME:18151210", "PHOTO;VALUE=URL:http://x/p.png", "PRONOUNS:she",
      "ADR;GEO=\"geo:1,2\";LABEL=Rome:;;1 Way;;;;", "TEL;PREF=1:tel:+1-555;ext=7", "EMAIL:mailto:a@x", "GEO:geo:1,2",
      "X-VCARD4-GENDER:F", "item1.X-VCARD3-MAILER:mutt", "KEY;MEDIATYPE=application/pgp-keys:http://x/k",
      "REV;VALUE=timestamp:2026-01-01T00:00:00Z",
    ],
    "4.0": [
      "ORG;TYPE=pref:A;B", "N:Harten;Rene;;;", "SORT-STRING:Harten", "LABEL:Rome", "MAILER:mutt", "TEL:tel:+1-555",
      "PHOTO;ENCODING=b;TYPE=PNG:iVBOR", "GEO:37.4;-122.1", "X-A;ENCODING=b:AQID",
      "REV;VALUE=timestamp:20260101T000000Z",
    ],
  ]

  @Test(arguments: ["3.0", "4.0"])
  func `a card of the version that is written has the same lines`(version: String) throws {
    let version = try #require(VCardVersion(rawValue: version))
    let card =
      ["BEGIN:VCARD", "VERSION:\(version.rawValue)", "FN:Ada"] + (Self.odd[version.rawValue] ?? [])
      + ["UID:1", "END:VCARD"]
    let person = try #require(readCards(card.joined(separator: "\n")).people.first)
    #expect(lines(person, version).filter { $0 != "N:;Ada;;;" } == card)
    let other = version == .v3 ? VCardVersion.v4 : .v3
    let names = lines(person, other).compactMap { VCardProperty(text: $0)?.name }
    for name in version == .v3 ? ["X-VCARD3-MAILER", "BIRTHPLACE", "PRONOUNS"] : ["SORT-STRING", "MAILER", "LABEL"] {
      #expect(names.contains(name), "\(names)")
    }
    #expect(!JCardWriter().text(of: [person]).contains("encoding"))
    var changed = person
    changed.phones[0].value = "+1-556"
    changed.note = "new"
    let kept = card.filter { !$0.hasPrefix("TEL") && !$0.hasPrefix("REV") }
    #expect(lines(changed, version).filter { !$0.hasPrefix("TEL") && $0 != "NOTE:new" && $0 != "N:;Ada;;;" } == kept)
  }

  @Test func `a line of version 2 is converted`() throws {
    let person = try #require(readPerson("FN:A", "PHOTO;VALUE=URL:http://x/p.png", version: "2.1"))
    #expect(lines(person, .v3).contains("PHOTO;VALUE=uri:http://x/p.png"))
  }

  @Test func `the bytes of a text are decoded`() throws {
    let person = try #require(readPerson("FN:A", "NOTE;ENCODING=b:w4R0IHRo", "TITLE;ENCODING=BASE64:no base64!"))
    #expect(person.note == "Ät th" && person.title == "no base64!")
    #expect(lines(person, .v4).contains("NOTE:Ät th"))
  }

  @Test func `the short name of an encoding is removed with it`() throws {
    let person = try #require(readPerson("FN:A", "X-A;ENCODING=Q:a=20b", version: "2.1"))
    #expect(person.otherProperties == ["X-A:a b"])
  }

  @Test(arguments: [" X-A:1", "\tX-A:1"])
  func `a text that begins with a blank is not a line`(text: String) {
    #expect(VCardProperty(text: text) == nil)
    #expect(VCardProperty(text: text.trimmed)?.name == "X-A")
  }

  @Test func `random lines of version 3 survive version 4`() throws {
    var odd = OddPeople(seed: 21)
    let names = [
      "LABEL", "SORT-STRING", "ADR", "AGENT", "MAILER", "CLASS", "X-A", "item1.LABEL", "item1.ADR", "item1.N",
    ]
    let heads = ["", ";TYPE=home", ";TYPE=work", ";TYPE=home,pref", ";X-P=1"]
    for _ in 0..<150 {
      var person = odd.next()
      person.otherProperties = (0..<5).map { _ in
        let text = VCardText.escape(odd.next().note.filter { $0 != "\u{0B}" })
        return (names.randomElement(using: &odd.generator) ?? "") + (heads.randomElement(using: &odd.generator) ?? "")
          + ":" + text
      }
      let card = lines(person, .v3)
      let read = try #require(readCards(card.joined(separator: "\n")).people.first)
      let back = try #require(readCards(lines(read, .v4).joined(separator: "\n")).people.first)
      let (before, after) = (lines(read, .v3), lines(back, .v3))
      let same = Set(after)
      let missing = before.filter { line in !same.contains(line) && !after.contains { Self.isSame($0, line) } }
      #expect(missing.isEmpty && before.count == after.count, "\(missing)\n\(after)")
      if !missing.isEmpty { return }
    }
  }
}
