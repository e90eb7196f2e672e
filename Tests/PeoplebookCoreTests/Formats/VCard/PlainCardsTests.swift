import Testing

@testable import PeoplebookCore

struct PlainCardsTests {
  private func read(
    _ bytes: [UInt8], chunkSize: Int = .max, asPlain: Bool
  ) -> (people: [Person], report: ImportReport) {
    var reader = VCardReader(MemoryByteSource(bytes, chunkSize: chunkSize), readsPlainCards: asPlain)
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return (people, reader.report)
  }

  /// Compares the two ways of reading.
  private func compare(_ bytes: [UInt8], _ name: String = "") {
    let slow = read(bytes, asPlain: false)
    for size in [Int.max, 1_000, 97] {
      let fast = read(bytes, chunkSize: size, asPlain: true)
      #expect(fast.people == slow.people, "\(name)")
      #expect(fast.report == slow.report, "\(name)")
    }
  }

  /// Compares the two ways of reading a card below another one: the first of a file is always read line by line.
  private func compare(_ lines: [String], _ name: String) {
    compare(Array((card("N:;First;;;", "UID:1") + text(lines)).utf8), name)
  }

  private func plainCard(_ text: String) -> PlainCards.Card? {
    var cards = PlainCards(VCardHeads())
    return Array(text.utf8).withUnsafeBufferPointer { cards.card(in: $0) }
  }

  @Test func `no byte behind the buffer is read`() {
    Array("END:VCARD\r\n".utf8).withUnsafeBufferPointer { bytes in
      for (count, end) in [(11, 11), (10, nil), (9, nil), (8, nil)] {
        let part = UnsafeBufferPointer(rebasing: bytes[..<count])
        #expect(PlainBytes.skip("END:VCARD", at: 0, in: part) == end)
      }
    }
    Array("a\r\nb".utf8).withUnsafeBufferPointer { bytes in
      var (index, signs) = (0, PlainBytes.Signs())
      let value = PlainBytes.value(at: &index, in: UnsafeBufferPointer(rebasing: bytes[..<1]), &signs)
      #expect(value == nil && index == 1)
    }
    Array("TEL:1".utf8).withUnsafeBufferPointer { bytes in
      #expect(PlainBytes.colon(from: 0, in: UnsafeBufferPointer(rebasing: bytes[..<4])) == 3)
      #expect(PlainBytes.colon(from: 0, in: UnsafeBufferPointer(rebasing: bytes[..<3])) == nil)
    }
  }

  private static let ada = [
    "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "NICKNAME:Enchantress", "ORG:Analytical Engines", "TITLE:Countess",
    "EMAIL;TYPE=WORK:ada@example.org", "EMAIL:a@example.org", "TEL;TYPE=CELL:+44 20 7946 0192",
    "BDAY:1815-12-10", "CATEGORIES:friend,book club", #"NOTE:Notes\, of course\nand more"#,
    "ADR;TYPE=HOME:;;12 Main St;London;;W1;", "UID:4702ead0-26aa-45d4-bd7a-2f8b41fc5bd9",
  ]

  private func text(_ lines: [String]) -> String {
    (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", "BEGIN"]).joined(separator: "\r\n")
  }

  @Test func `a card of the writer is plain`() throws {
    let card = try #require(plainCard("\r\n\n" + text(Self.ada)))
    #expect(card.blankLines == 2)
    #expect(card.lines == Self.ada.count + 5)
    #expect(card.person.firstName == "Ada")
    #expect(card.person.emails.map(\.label) == ["work", ""])
    #expect(card.person.note == "Notes, of course\nand more")
    #expect(card.person.otherProperties.isEmpty && card.person.cardFrame.isEmpty)
    var other = Self.ada.reversed() + ["REV:20260101T000000Z"]
    other[2] = "NOTE:" + String(repeating: "long ", count: 12) + "lo\r\n ng\r\n\tx"
    let reversed = try #require(plainCard(text(other).replacing("\r\n", with: "\n")))
    #expect(reversed.person.note.hasSuffix(" long longx"))
    #expect(!reversed.person.cardFrame.isEmpty)
    for text in [text(Self.ada), text(other)] { compare(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      "X-OTHER:1", "item1.TEL:1", "TEL;TYPE=work:1", "TEL;TYPE=WORK,FAX:1", "TEL;TYPE=HOME;PREF=1:1", "tel:1",
      "EMAIL:mailto:a@example.org", "EMAIL: a@example.org", "EMAIL:", "NOTE:a,b", #"NOTE:a\b"#, #"NOTE:\na"#,
      "NOTE:a\tb", "NOTE:a ", "NOTE:a\u{A0}", "TITLE;CHARSET=UTF-8:x", "TITLE:x;y", "BDAY:18151210", "BDAY:1604-01-02",
      "BDAY;X-APPLE-OMIT-YEAR=1604:1605-01-02", "BDAY;X-APPLE-OMIT-YEAR=1605:1605-01-02",
      "BDAY:1815-02-30", "CATEGORIES:a,,b", "CATEGORIES:a,a", "ADR:;;a,b;;;;", "ADR:;;;;;;", "ADR:;;a;;;",
      "REV:1\r\nREV:2",
      "FN:Other", "N:B;A;C;;", "X-FAVOURITE:yes", "URL:https://example.org", "BEGIN:VCARD", "VERSION:3.0", "# comment",
      "AGENT:x", "UID:URN:UUID:4702EAD0-26AA-45D4-BD7A-2F8B41FC5BD9", "TEL;TYPE=\"CELL\":1", " folded",
      "NICKNAME:a\rTEL:1",
      "X-ABLabel:Boat", "DEATHDATE:1852-11-27", "NOTE;ENCODING=QUOTED-PRINTABLE:=41",
      "ORG:a;b", #"ORG:a\, b"#, "TEL:1;2", #"EMAIL:a\,b@x"#, "UID:a,b",
    ])
  func `another card is left to the reader of lines`(line: String) {
    for lines in [[line] + Self.ada[..<2], Self.ada[..<2] + [line]] as [[String]] {
      let text = text(lines)
      #expect(plainCard(text) == nil)
      compare(Array(text.utf8), line)
    }
  }

  @Test func `a name that the parts do not make is kept`() {
    for name in [
      "FN:Lovelace Ada", "FN:Ada  Lovelace", "FN:Dr. Ada Lovelace", "FN:Ada", "FN:Ada Lovelace\u{3000}",
      "FN:ada lovelace",
      "FN:Lovelace\\, Ada", "FN:Ａda Lovelace",
    ] {
      compare([name, "N:Lovelace;Ada;;;"], name)
      compare(["N:Lovelace;Ada;;;", name, "ORG:Ada"], name)
    }
    for name in [
      "N:;Ada;;;", "N:Lovelace;;;;", "N:;;;;", "N:山田;太郎;;;", "N:Nguyễn;An;;;", "N: ;Ada;;;", "N:a;b", "N:a;b;;;;",
    ] {
      compare([name], name)
      compare(["FN:山田太郎", name], name)
    }
  }

  @Test func `repeated people and cards without an id are read in the same way`() {
    let withoutID = text(Array(Self.ada.dropLast())).replacing("BEGIN:VCARD\r\nBEGIN", with: "BEGIN:VCARD")
    let card = withoutID.replacing("\r\nBEGIN", with: "\r\n").replacing("END:VCARD", with: "REV:1\r\nEND:VCARD")
    let whole = text(Self.ada).replacing("END:VCARD\r\nBEGIN", with: "END:VCARD\r\n")
    let other = whole.replacing("Countess", with: "Programmer")
    compare(Array((card + card + whole + whole + other + card).utf8))
    #expect(read(Array((whole + whole + other).utf8), asPlain: true).report.problemCount == 2)
  }

  @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func `real files are read in the same way`() throws {
    for file in Corpus.files { compare(try Corpus.bytes(file), file) }
  }

  @Test(arguments: 0..<6)
  func `random cards are read in the same way, also damaged ones`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var random = RandomPeople(seed: UInt64(seed))
    var odd = OddPeople(seed: UInt64(seed))
    var invented = InventedPeople(seed: UInt64(seed))
    let people = (0..<30).flatMap { _ in [invented.next(), random.next(), invented.next(), odd.next()] }
    compare(Array(VCardWriter().text(of: people).utf8))
    var plain = (0..<40).map { _ in invented.next() }
    for index in plain.indices where Bool.random(using: &generator) { plain[index].addresses = random.next().addresses }
    for _ in 0..<40 {
      var bytes = Array(VCardWriter().text(of: plain.shuffled(using: &generator).prefix(2)).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) { Damage.apply(to: &bytes, using: &generator) }
      compare(bytes, "\(seed)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a line of many tags is read in linear time`() {
    let tags = (0..<200_000).map(String.init).joined(separator: ",")
    let result = readCards(card("FN:Bob") + card("N:;Ada;;;", "FN:Ada", "CATEGORIES:\(tags)"))
    #expect(result.people.map(\.name) == ["Bob"] && result.report.skipped == 1)
  }
}
