import Glibc
import Testing

/// Other programs read what this one writes, and the other way round.
@Suite struct `Other programs` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.run(
      "add", "--first", "Zoë", "--last", "Ö’Brien; Jr, \\", "--email", "work:zoe@example.org", "--email",
      "z@example.com",
      "--phone", "mobile:+44 20 7946 0018", "--organisation", "A, B & Co", "--department", "R;D", "--title", "Analyst",
      "--birthday", "1815-12-10", "--tag", "math, far", "--tag", "friend", "--note", "One, two; \"three\"\nfour",
      "--address", "home:12 Main St; London; ; SW1; UK", "--link", "https://example.org/?a=1;2")
    try book.add("Ada Lovelace", "山田 太郎")
  }

  private nonisolated static let hasVobject = system("/usr/bin/python3 -c 'import vobject' 2>/dev/null") == 0
  private nonisolated static let hasPython = access("/usr/bin/python3", X_OK) == 0
  private nonisolated static let hasAbook = access("/usr/bin/abook", X_OK) == 0

  private func python(_ script: String) throws -> [String] {
    let outcome = try book.shell("/usr/bin/python3 - <<'END'\n\(script)\nEND\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(
    .enabled("python3-vobject is installed (apt-get install python3-vobject)") { hasVobject },
    arguments: ["3.0", "4.0"])
  func `vobject reads exported cards`(version: String) throws {
    try book.run("export", "\(book.folder)/people.vcf", "--vcard-version", version)
    let lines = try python(
      """
      import vobject
      for card in sorted(vobject.readComponents(open('people.vcf', newline='').read()), key=lambda c: c.fn.value):
          print('|'.join([card.fn.value, str(card.n.value.family), str(card.n.value.given)]
              + sorted(e.value for e in card.contents.get('email', []))))
          if card.n.value.given == 'Zoë':
              print(repr([card.org.value, card.note.value, card.tel.value, card.title.value, card.adr.value.city,
                  card.adr.value.street, card.url.value, card.categories.value]))
      """)
    #expect(lines.count == 5, "\(lines)")
    #expect(lines.contains("Ada Lovelace|Lovelace|Ada|ada@example.org"))
    #expect(lines.contains("Zoë Ö’Brien; Jr, \\|Ö’Brien; Jr, \\|Zoë|z@example.com|zoe@example.org"), "\(lines)")
    #expect(
      lines.contains(
        #"[['A, B & Co', 'R;D'], 'One, two; "three"\nfour', '+44 20 7946 0018', 'Analyst', 'London', '12 Main St', "#
          + #"'https://example.org/?a=1;2', ['math, far', 'friend']]"#), "\(lines)")
  }

  @Test(.enabled("python3 is installed") { hasPython })
  func `Python's csv reads an exported table`() throws {
    try book.run("export", "\(book.folder)/people.csv")
    let lines = try python(
      """
      import csv
      with open('people.csv', newline='') as file:
          for row in sorted(csv.DictReader(file, strict=True), key=lambda row: row['first name']):
              print(repr([row[k] for k in ('first name', 'last name', 'note', 'organisation', 'birthday')]))
      """)
    #expect(lines.count == 4)
    #expect(lines[0] == "['Ada', 'Lovelace', '', '', '']")
    #expect(
      lines.contains(#"['Zoë', 'Ö’Brien; Jr, \\', 'One, two; "three"\nfour', 'A, B & Co', '1815-12-10']"#), "\(lines)")
  }

  @Test(.enabled("abook is installed (apt-get install abook)") { hasAbook })
  func `abook reads an exported address book, and its exports are read`() throws {
    try book.run("export", "\(book.folder)/a.abook")
    let found = try book.shell("abook --datafile a.abook --mutt-query example")
    #expect(found.output.contains("ada@example.org\tAda Lovelace") && found.output.contains("zoe@example.org\tZoë"))
    for format in ["ldif", "mutt", "vcard", "csv"] {
      let copy = TestBook()
      let file = "\(book.folder)/out.\(format == "vcard" ? "vcf" : format)"
      let conversion = try book.shell(
        "abook --convert --informat abook --infile a.abook --outformat \(format) --outfile '\(file)'")
      #expect(conversion.status == 0, "\(format): \(conversion.errors)")
      if format == "csv" {
        // The tables of abook have no line of headings.
        let headed = try book.shell("(echo name,email,phone,notes,nick; cat '\(file)') > t && mv t '\(file)'")
        #expect(headed.status == 0)
      }
      let outcome = try copy.run("import", file)
      #expect(outcome.errors.contains("3 people imported"), "\(format): \(outcome.errors)")
      let shown = try copy.run("query", "--aerc", "ada@example.org").output
      #expect(shown == "ada@example.org\tAda Lovelace\n", "\(format): \(shown)")
    }
  }
}
