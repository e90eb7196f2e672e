import Testing

@testable import PeoplebookCore

/// The lines of the fields of several values.
struct VCardLabeledContentTests {
  private func lines(_ person: Person, _ version: VCardVersion = .v3) -> [String] {
    VCardWriter(version: version).lines(of: person)
  }

  @Test func `links have labels, and commas of their own`() throws {
    var ada = try #require(
      readPerson(
        "FN:Ada", "URL;TYPE=WORK:https://x/a;b,c", #"item1.URL;type=pref:http\://ada.example"#,
        "item1.X-ABLabel:_$!<HomePage>!$_", "URL:"))
    #expect(
      ada.links == [
        LabeledValue(label: "home page", value: "http://ada.example"),
        LabeledValue(label: "work", value: "https://x/a;b,c"),
      ])
    #expect(ada.otherProperties.contains("URL:"), "a line without a value stays")
    ada.links.removeFirst()
    ada.links.append(LabeledValue(label: "blog", value: #"https://y/\,z"#))
    let written = lines(ada)
    #expect(written.contains("URL;TYPE=WORK:https://x/a;b,c") && written.contains("URL:"))
    #expect(written.contains(#"item2.URL:https://y/\\,z"#) && !written.contains { $0.contains("ada.example") })
    let text = VCardWriter().text(of: [ada])
    #expect(readCards(text).people.first?.links == ada.links)
  }

  @Test(arguments: [
    ("IMPP;X-SERVICE-TYPE=AIM;type=HOME;type=pref:aim:johnny", "AIM home", "johnny"),
    ("IMPP;X-SERVICE-TYPE=GTalk:xmpp:gtalk", "GTalk", "gtalk"),
    ("IMPP;X-SERVICE-TYPE=CustomTYPE:customtype:custom", "CustomTYPE", "custom"),
    ("IMPP;PREF=1:xmpp:alice@example.com", "Jabber", "alice@example.com"), ("IMPP:odd:1", "", "odd:1"),
    ("X-SKYPE-USERNAME:ada", "Skype", "ada"), ("X-JABBER;TYPE=WORK:a@x", "Jabber work", "a@x"),
    ("x-qq:21588891", "QQ", "21588891"), ("X-MS-IMADDRESS:im@aim.com", "", "im@aim.com"),
    ("X-SOCIALPROFILE;type=twitter;x-user=ada:http://twitter.com/ada", "Twitter", "http://twitter.com/ada"),
    ("X-SOCIALPROFILE;type=Foo:x-apple:ada", "Foo", "ada"),
    ("SOCIALPROFILE;SERVICE-TYPE=Foo:x-apple:ada", "Foo", "ada"), ("SOCIALPROFILE;TYPE=Foo:x-apple:ada", "Foo", "ada"),
    ("SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://x.example/@ada", "Mastodon", "https://x.example/@ada"),
  ])
  func `accounts of other programs have the name of their service`(line: String, label: String, value: String) throws {
    let ada = try #require(readPerson("FN:Ada", line))
    #expect(ada.accounts == [LabeledValue(label: label, value: value)])
    #expect([[], [line]].contains(ada.otherProperties))
    #expect(readCards(VCardWriter().text(of: [ada])).people.first?.accounts == ada.accounts)
  }

  @Test(arguments: [
    (LabeledValue(label: "Jabber work", value: "a@x"), "IMPP;TYPE=WORK;X-SERVICE-TYPE=Jabber:xmpp:a@x"),
    (LabeledValue(label: "Boat house", value: "@ada"), "IMPP;X-SERVICE-TYPE=Boat house:boathouse:@ada"),
    (LabeledValue(label: "home", value: "ada"), "IMPP;TYPE=HOME:ada"), (LabeledValue(value: "ada"), "IMPP:ada"),
    (
      LabeledValue(label: "Twitter", value: "https://twitter.com/ada"),
      "X-SOCIALPROFILE;TYPE=twitter:https://twitter.com/ada"
    ),
    (LabeledValue(value: "xmpp:a@x"), "IMPP;VALUE=text:xmpp:a@x"),
  ])
  func `a new account is a line that other programs know`(account: LabeledValue, line: String) {
    var ada = Person()
    (ada.id, ada.firstName, ada.accounts) = ("ada", "Ada", [account])
    for version in VCardVersion.allCases {
      #expect(lines(ada, version).contains(line), "\(lines(ada, version))")
      #expect(readCards(VCardWriter(version: version).text(of: [ada])).people == [ada])
    }
  }

  @Test func `addresses have parts, in the order of people`() throws {
    let lines = [
      #"ADR;TYPE=HOME:;Flat 2;12 Main St\, back;London;;W1;UK"#, "item1.ADR:Box 1;;Beach 1\\nDunes;;;;",
      "item1.X-ABLabel:Boat house", "ADR;X-Y=x:;;;;;;", "ADR:;;a,b;;;;;more",
    ]
    var ada = try #require(readPerson("FN:Ada", lines[0], lines[1], lines[2], lines[3], lines[4]))
    #expect(
      ada.addresses == [
        LabeledValue(label: "home", value: "12 Main St, back; London; ; W1; UK; Flat 2"),
        LabeledValue(label: "Boat house", value: "Beach 1\nDunes; ; ; ; ; ; Box 1"), LabeledValue(value: "a, b"),
      ])
    let card = PersonCard(ada).lines
    #expect(card.map(\.label) == ["Address · home", "Address · Boat house", "Address"])
    #expect(card[0].value == "Flat 2, 12 Main St, back, London, W1, UK" && card[1].value == "Box 1, Beach 1, Dunes")
    #expect(card[2].link == "geo:0,0?q=a%2C%20b")
    #expect(self.lines(ada).filter { $0.contains("ADR") || $0.contains("X-ABLabel") } == lines)
    ada.addresses = [LabeledValue(label: "work", value: #"1 \; Way; Rome"#)]
    #expect(self.lines(ada).contains(#"ADR;TYPE=WORK:;;1 \; Way;Rome;;;"#))
  }

  @Test(arguments: [
    ("ANNIVERSARY:20090808T1430-0500", "anniversary", "2009-08-08"),
    ("X-EVOLUTION-ANNIVERSARY:1980-03-22", "anniversary", "1980-03-22"), ("X-ABDATE:1930-03-20", "", "1930-03-20"),
    ("X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-02-29", "", "--02-29"), ("ANNIVERSARY:in May", "anniversary", "in May"),
    ("DEATHDATE:19960415", "death", "1996-04-15"),
  ])
  func `dates of other programs have an occasion`(line: String, label: String, value: String) throws {
    let ada = try #require(readPerson("FN:Ada", line))
    #expect(ada.dates == [LabeledValue(label: label, value: value)])
    #expect(lines(ada).contains { $0.hasSuffix(line) })
    for version in VCardVersion.allCases {
      #expect(readCards(VCardWriter(version: version).text(of: [ada])).people.first?.dates == ada.dates)
    }
  }

  @Test func `a new date is written as its version has it`() {
    var ada = Person()
    (ada.id, ada.firstName) = ("ada", "Ada")
    ada.dates = [
      LabeledValue(label: "anniversary", value: "1835-07-08"), LabeledValue(label: "first met", value: "--06-05"),
      LabeledValue(label: "anniversary", value: "in May"),
    ]
    #expect(
      lines(ada).dropFirst(2).dropLast() == [
        "X-ANNIVERSARY:1835-07-08", "item1.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-06-05", "item1.X-ABLabel:first met",
        "X-ANNIVERSARY;VALUE=text:in May",
      ])
    #expect(
      lines(ada, .v4).dropFirst(2).dropLast() == [
        "ANNIVERSARY:18350708", "item1.X-ABDATE:--0605", "item1.X-ABLabel:first met", "ANNIVERSARY;VALUE=text:in May",
      ])
    #expect(PersonCard(ada).lines.map(\.value) == ["8 July 1835", "5 June", "in May"])
  }

  @Test(arguments: [
    (
      "RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "friend",
      "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    ),
    ("RELATED;TYPE=co-worker;VALUE=text:Jane Doe", "co-worker", "Jane Doe"), ("X-SPOUSE:Jenny", "spouse", "Jenny"),
    ("X-ABRELATEDNAMES;type=pref:Jenny", "", "Jenny"), ("X-KADDRESSBOOK-X-ManagersName:Eve", "manager", "Eve"),
  ])
  func `related people of other programs have a label`(line: String, label: String, value: String) throws {
    let ada = try #require(readPerson("FN:Ada", line))
    #expect(ada.related == [LabeledValue(label: label, value: value)])
    for version in VCardVersion.allCases {
      let text = VCardWriter(version: version).text(of: [ada])
      #expect(readCards(text).people.first?.related == ada.related)
      #expect(version == .v4 || text.contains(line) || line.hasPrefix("RELATED"))
    }
  }

  @Test func `a new related person is written as its version has it`() {
    var ada = Person()
    (ada.id, ada.firstName) = ("ada", "Ada")
    ada.related = [
      LabeledValue(label: "spouse", value: "William King"), LabeledValue(label: "tutor", value: "urn:uuid:7"),
      LabeledValue(label: "", value: "Byron, Lord"),
    ]
    #expect(
      lines(ada).dropFirst(2).dropLast() == [
        "item1.X-ABRELATEDNAMES:William King", "item1.X-ABLabel:spouse", "item2.X-ABRELATEDNAMES:urn:uuid:7",
        "item2.X-ABLabel:tutor", #"X-ABRELATEDNAMES:Byron\, Lord"#,
      ])
    #expect(
      lines(ada, .v4).dropFirst(2).dropLast() == [
        "RELATED;TYPE=SPOUSE;VALUE=text:William King", "item1.RELATED:urn:uuid:7", "item1.X-ABLabel:tutor",
        #"RELATED;VALUE=text:Byron\, Lord"#,
      ])
  }
}
