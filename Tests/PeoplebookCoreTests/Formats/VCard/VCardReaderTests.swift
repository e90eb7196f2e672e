import PeoplebookCore
import Testing

struct VCardReaderTests {
  @Test(arguments: ["\r\n", "\n", "\r", "\r\r\n"])
  func `all four line ends are accepted, and folds removed`(end: String) {
    let lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:Ada Love", " lace", "NOTE:a", "\tb", "END:VCARD", ""]
    let people = readCards(lines.joined(separator: end)).people
    #expect(people.map(\.name) == ["Ada Lovelace"])
    #expect(people.first?.note == "ab")
  }

  @Test func `a fold may split a character`() {
    let bytes = Array("BEGIN:VCARD\nFN:Zo".utf8) + [0xC3] + Array("\n ".utf8) + [0xAB] + Array("\nEND:VCARD\n".utf8)
    #expect(readCards(bytes).people.first?.firstName == "Zoë")
  }

  @Test func `byte order marks are not part of the text`() {
    let text = card("FN:Zoë 🦊", "N:🦊;Zoë;;;")
    let utf16 = { (isBig: Bool) -> [UInt8] in
      ([0xFEFF] + Array(text.utf16)).flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
    }
    let inputs: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16(true), utf16(false), Array(utf16(true).dropFirst(2)),
      Array(utf16(false).dropFirst(2)),
    ]
    for input in inputs {
      for size in [1, 3, 1_000] {
        let result = readCards(input, chunkSize: size)
        #expect(result.people.map(\.name) == ["Zoë 🦊"])
        #expect(result.report.problemCount == 0)
      }
    }
  }

  @Test func `escapes are decoded once`() {
    let person = readPerson(#"N:O\;Neil;Al\, Bert;;;"#, #"NOTE:one\ntwo\Nthree\\n \"quoted\" http\://x C:\dir"#)
    #expect(person?.lastName == "O;Neil")
    #expect(person?.firstName == "Al, Bert")
    #expect(person?.note == "one\ntwo\nthree\\n \"quoted\" http://x C:\\dir")
  }

  @Test func `labels are read from types and from Apple's labels`() {
    let person = readPerson(
      "FN:A", "TEL;HOME;FAX:1", "TEL;TYPE=work,voice:2", "TEL;TYPE=\"cell,voice\":3", "TEL;TYPE=TYPE=PAGER:4",
      "item1.TEL:5", "item1.X-ABLabel:_$!<AssistantPhone>!$_", "item2.TEL;TYPE=HOME:6", "item2.X-ABLabel:Boat", "TEL:7")
    #expect(
      person?.phones.map { "\($0.label)|\($0.value)" } == [
        "home fax|1", "work|2", "mobile|3", "pager|4", "assistant phone|5", "Boat|6", "|7",
      ])
  }

  @Test func `the preferred address is first`() {
    let three = readPerson("FN:A", "EMAIL:a@x", "EMAIL;TYPE=pref:b@x")
    #expect(three?.emails.map(\.value) == ["b@x", "a@x"])
    let four = readPerson("FN:A", "EMAIL;PREF=20:a@x", "EMAIL:c@x", "EMAIL;PREF=1:b@x", version: "4.0")
    #expect(four?.emails.map(\.value) == ["b@x", "a@x", "c@x"])
  }

  @Test(arguments: [
    ("BDAY:1815-12-10", "1815-12-10"), ("BDAY:18151210", "1815-12-10"), ("BDAY:--1210", "--12-10"),
    ("BDAY:--12-10", "--12-10"), ("BDAY;VALUE=date:1815-12-10", "1815-12-10"),
    ("BDAY:1953-10-15T23:10:00Z", "1953-10-15"), ("BDAY:1604-02-29", "--02-29"),
    ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-10", "--12-10"), ("BDAY;X-APPLE-OMIT-YEAR=1900:1900-12-10", "--12-10"),
  ])
  func `birthdays`(line: String, iso: String) {
    #expect(readPerson("FN:A", line)?.birthday?.iso == iso)
  }

  @Test(arguments: [
    ("BDAY;VALUE=text:circa 1800", "circa 1800"), ("BDAY:1980", "1980"), ("BDAY:1980-05", "1980-05"),
    ("BDAY:1980-02-31", "1980-02-31"), ("BDAY:206-12-15", "206-12-15"), ("BDAY:yesterday", "yesterday"),
  ])
  func `a birthday that is not a day is read as it is written, and given back`(line: String, words: String) {
    let result = readCards(card("FN:A", line))
    #expect(result.people.first?.writtenBirthday == .words(words))
    #expect(VCardWriter().text(of: result.people).contains("\r\n\(line)\r\n"))
    let isUsual = line.contains("VALUE=text") || ["1980", "1980-05"].contains(words)
    #expect(result.report.problems.map(\.line) == (isUsual ? [] : [4]))
  }

  @Test func `a day is preferred to words, and words in the form of a day are one`() {
    #expect(readPerson("FN:A", "BDAY;VALUE=text:soon", "BDAY:18151210")?.birthday?.iso == "1815-12-10")
    #expect(readPerson("FN:A", "BDAY;VALUE=text:10 December 1815")?.birthday?.iso == "1815-12-10")
  }

  @Test func `the id is the card's UID or is derived from its content`() {
    #expect(
      readPerson("FN:A", "UID:urn:uuid:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1")?.id
        == "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1")
    #expect(readPerson("FN:A", "UID:Not-A-UUID@example")?.id == "Not-A-UUID@example")
    let derived = readPerson("FN:A")?.id ?? ""
    #expect(derived.utf8.count == 36)
    #expect(derived == derived.lowercased())
    #expect(derived == readPerson("FN:A", "REV:20260101T000000Z")?.id)
    #expect(derived != readPerson("FN:B")?.id)
    let copies = readCards(card("FN:A") + card("FN:A")).people.map(\.id)
    #expect(Set(copies).count == 2)
    #expect(copies.first == derived)
  }

  @Test func `the name is N, else FN unless it is only a stand-in`() {
    #expect(readPerson("N:van Gogh;Vincent,Willem;;;", "FN:V")?.firstName == "Vincent Willem")
    #expect(readPerson("FN:Grace Brewster Hopper")?.lastName == "Hopper")
    #expect(readPerson("FN:Hopper, Grace")?.firstName == "Grace")
    #expect(readPerson("FN:紫式部")?.firstName == "紫式部")
    let company = readPerson("N:;;;;", "FN:Lantern Works", "ORG:Lantern Works")
    #expect(company?.firstName == "")
    #expect(company?.name == "Lantern Works")
  }

  @Test func `a person without a name is shown by a stand-in`() {
    for (line, name) in [
      ("NICKNAME:Ace", "Ace"), ("ORG:Lantern Works;Sales", "Lantern Works"), ("EMAIL:a@x", "a@x"), ("TEL:+1 2", "+1 2"),
      ("TITLE:Countess", "Countess"), ("NOTE:Met in Rome\\, twice\\nin May", "Met in Rome, twice"),
    ] {
      let person = readPerson(line)
      #expect(person?.name == name && person?.hasName == false)
      let back = person.map { readCards(VCardWriter().text(of: [$0])).people }
      #expect(back == person.map { [$0] })
    }
    let result = readCards(card("URL:http\\://x"))
    #expect(result.people.first.map { [$0.name, $0.displayName] } == ["", "(no name)"])
    #expect(result.report.problems.map(\.line) == [1])
  }

  @Test func `an empty card is left out and reported with its line`() {
    for empty in [card("FN:", "N:;;;;"), card("UID:1", "REV:20261121T000000Z"), card("EMAIL:", "NOTE: ")] {
      let result = readCards(card("FN:One") + empty + card("FN:Two"))
      #expect(result.people.map(\.name) == ["One", "Two"])
      #expect(result.report.problems.map(\.line) == [5])
      #expect(result.report.skipped == 1)
    }
  }

  @Test func `notes and categories of several lines become one`() {
    let person = readPerson("FN:A", "NOTE:one", "NOTE:two", "NOTE:one", "CATEGORIES:a,b", "CATEGORIES:b,c\\,d")
    #expect(person?.note == "one\n\ntwo")
    #expect(person?.tags == ["a", "b", "c,d"])
  }

  @Test func `quoted-printable in an old encoding, over several lines`() {
    let person = readPerson(
      "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6=", "rg;;;",
      "NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo=3Dthree", version: "2.1")
    #expect(person?.lastName == "Müller")
    #expect(person?.firstName == "Jörg")
    #expect(person?.note == "one\ntwo=three")
  }

  @Test func `text in an unknown encoding is guessed and reported`() {
    let result = readCards(card("FN;CHARSET=no-such//TRANSLIT:Ada", version: "2.1"))
    #expect(result.people.map(\.name) == ["Ada"])
    #expect(result.report.problems.first?.message.contains("unknown") == true)
  }

  @Test func `a bad card does not affect the rest`() {
    let text =
      "rubbish\r\nmore rubbish\r\n" + card("FN:One") + card("FN:Three")
      + "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      + "FN:Four\r\nEND:VCARD\r\n" + card() + "BEGIN:VCARD\r\nno colon here\r\nFN:Two\r\n"
      + card("FN:Five")
    let result = readCards(text)
    #expect(Set(result.people.map(\.name)) == ["One", "Two", "Three", "Four", "Five"])
    #expect(result.report.people == 5)
    #expect(result.report.skipped == 4)
    let lines = result.report.problems.map(\.line)
    #expect(lines.contains(1))
    #expect(!lines.contains(2), "a run of rubbish is said once")
    for problem in result.report.problems { #expect(problem.message.hasSuffix(".")) }
  }

  @Test func `a nested agent stays with the card around it`() {
    let text = "BEGIN:VCARD\nFN:Boss\nAGENT:\nBEGIN:VCARD\nFN:Help\nTEL:1\nEND:VCARD\nTEL:2\nEND:VCARD\n"
    let people = readCards(text).people
    #expect(people.map(\.name) == ["Boss"])
    #expect(people.first?.phones.map(\.value) == ["2"])
    #expect(people.first?.otherProperties == [#"AGENT:BEGIN:VCARD\nVERSION:3.0\nFN:Help\nTEL:1\nEND:VCARD"#])
  }

  @Test func `a plain agent stays with the card around it`() {
    let help = "BEGIN:VCARD\nVERSION:3.0\nFN:Help\nN:;Help;;;\nEND:VCARD\n"
    let people = readCards("BEGIN:VCARD\nVERSION:3.0\nFN:Boss\nAGENT:\n\(help)TEL:2\nEND:VCARD\n").people
    #expect(people.map(\.name) == ["Boss"] && people.first?.phones.map(\.value) == ["2"])
  }

  @Test func `photos are read folded, unfolded and without an empty line`() {
    let text = card("FN:A", "PHOTO;ENCODING=BASE64;TYPE=JPEG:", " /9j/", " 4AAQ", "", "NOTE:n", version: "2.1")
    #expect(readCards(text).people.first?.otherProperties == ["PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ"])
    #expect(readCards(text).people.first?.note == "n")
    let unfolded = card("FN:A", "PHOTO;BASE64:", "/9j/", "4AAQ==", "NOTE:n", version: "2.1")
    #expect(readCards(unfolded).people.first?.otherProperties == ["PHOTO;ENCODING=b:/9j/4AAQ=="])
  }

  @Test func `lines without a field are kept exactly`() {
    let lines = [
      "X-Odd;FOO=\"a;b:c\";bar=1:Value\\, with \\; escapes", "item3.ADR;type=HOME:;;Alley 5\\,;New York;;1;USA",
      "item3.X-ABADR:us", "item3.X-ABLabel:Den", "X-GOOGLE TALK:someone", "URL:http\\://x",
    ]
    let text = (["BEGIN:VCARD", "VERSION:3.0", "FN:A"] + lines + ["END:VCARD"]).joined(separator: "\n")
    #expect(readCards(text).people.first?.otherProperties == lines)
  }

  @Test func `a line without an end does not fill the memory`() {
    let source = Endless(
      head: Array("BEGIN:VCARD\nFN:A\nNOTE:".utf8), limit: 34 << 20,
      tail: Array(("\nEND:VCARD\n" + card("FN:B")).utf8))
    var reader = VCardReader(source)
    #expect((try? reader.next())?.name == "B")
    #expect(reader.report.problems.map(\.line) == [1])
    #expect(reader.report.skipped == 1)
  }

  // MARK: Bounds

  @Test func `a folded line may be as long as the limit`() {
    let text = "BEGIN:VCARD\nFN:Ada\nNOTE:" + String(repeating: "x", count: (8 << 20) - 6)
    #expect(readCards(text + "\n x\nEND:VCARD\n").people.first?.note.utf8.count == (8 << 20) - 5)
    let result = readCards(text + "\n xx\nEND:VCARD\n")
    #expect(result.people.isEmpty && result.report.skipped == 1)
    #expect(result.report.problems.map(\.line) == [1])
  }

  @Test func `a line outside of cards that is too long is left out`() {
    let result = readCards(String(repeating: "x", count: (8 << 20) + 1) + "\n" + card("FN:Ada"))
    #expect(result.people.map(\.name) == ["Ada"])
    #expect(result.report.problems.map(\.message) == ["this line is longer than 8 MB; it is left out."])
  }

  @Test func `a card with more than three nested agents is left out`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "BEGIN:VCARD\nFN:A\nAGENT:\n", count: depth) + "BEGIN:VCARD\nFN:A\nEND:VCARD\n"
        + String(repeating: "END:VCARD\n", count: depth)
    }
    #expect(readCards(nested(3)).people.count == 1)
    for depth in [4, 25, 300, 5_000] {
      let cards = nested(depth)
      let texts = [
        cards, cards.replacing("FN:A", with: "VERSION:2.1\nFN:A"), cards.replacing("AGENT:\n", with: "TEL:1\nAGENT:"),
        cards.replacing("END:", with: "NOTE:n\nEND:"), String(cards.dropLast("END:VCARD\n".count * 2)),
      ]
      for text in texts {
        let result = readCards(text + card("FN:B"))
        #expect(result.people.map(\.name) == ["B"])
        #expect(result.report.problems.map(\.line) == [1] && result.report.skipped == 1)
      }
    }
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nFN:A\n", 0, 1), ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", 0, 1),
    ("FN:A\nEND:VCARD\n", 0, 1), ("junk\njunk\nBEGIN:VCARD\nFN:A\nEND:VCARD\nmore junk\n", 2, 0),
    ("BEGIN:VCARD\nFN:A\nno colon\nEND:VCARD\n", 1, 0), ("BEGIN:VCARD\nFN:A\nEND:VCARD\nEND:VCARD\n", 0, 0),
  ])
  func `what is left out or may be incomplete is counted`(text: String, skipped: Int, doubtful: Int) {
    let report = readCards(text).report
    #expect(report.skipped == skipped && report.doubtful == doubtful)
    #expect(report.people == text.split(separator: "FN:").count - (text.hasPrefix("FN") ? 0 : 1))
  }

  @Test func `a card with too many lines, values or bytes is left out`() {
    let lines = String(repeating: "TEL:1\n", count: 20_001)
    let values = "CATEGORIES:" + String(repeating: "a,", count: 20_001) + "a\n"
    let bytes = String(repeating: "NOTE:" + String(repeating: "x", count: 5 << 20) + "\n", count: 4)
    for content in [lines, values, bytes] {
      let result = readCards("BEGIN:VCARD\nFN:A\n" + content + "END:VCARD\n" + card("FN:B"))
      #expect(result.people.map(\.name) == ["B"])
      #expect(result.report.problems.map(\.line) == [1])
    }
  }

  @Test func `cards without an end do not accumulate`() {
    let result = readCards((0..<100).map { "BEGIN:VCARD\nFN:\($0)\n" }.joined())
    #expect(Set(result.people.map(\.name)) == Set((0..<100).map(String.init)))
  }

  @Test(arguments: [9, 12, 40])
  func `cards in cards leave no other people`(depth: Int) {
    let head = (0..<depth).map { "BEGIN:VCARD\nFN:P\($0)\n" }.joined()
    let tail = String(repeating: "END:VCARD\nTEL:1\nNOTE:n\n", count: depth - 1) + "END:VCARD\n"
    let result = readCards(head + tail + card("FN:B"))
    #expect(Set(result.people.map(\.name)) == Set((0..<depth).map { "P\($0)" } + ["B"]))
    #expect(result.people.allSatisfy { $0.hasName })
    #expect(result.report.problems.contains { $0.line == 1 } && result.report.skipped > 0)
    #expect(!result.report.problems.contains { $0.message.contains("without BEGIN:VCARD") })
  }

  // MARK: Damage

  @Test(arguments: [
    "BEGIN:VCRD\nFN:X\nEND:VCARD\n", "BEGIN:VCRD\nFN:X\n", "BEGIN:VCARD\nFN:X\nEND:VCARD",
    "BEGIN:VCARD\nFN:X\nEND:VCRD\n", "BEGIN:VCARD\nFN:X\n", "FN:X\nEND:VCARD", "END:VCARD\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:3.0\nFN:X\nNOTE:y", "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:X=\n", "BEGIN:VCARD\nFN:X\nEN",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR",
  ])
  func `the cards after a damaged one are read as before`(damaged: String) {
    let result = readCards(card("FN:One", "UID:1") + damaged + card("FN:Two", "UID:2") + card("FN:Three", "UID:3"))
    #expect(Set(result.people.map(\.name)).isSuperset(of: ["One", "Two", "Three"]))
    #expect(result.report.problemCount > 0 || result.people.count == 4)
  }

  /// An id that damage does not turn into another one.
  private static func id(_ index: Int) -> String { String(repeating: "\(index)", count: 12) }

  @Test(arguments: 0..<10)
  func `damage to a card leaves all others unchanged`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var people = RandomPeople(seed: UInt64(seed))
    for _ in 0..<8 {
      let cards = (0..<4).map { index in
        var person = people.next()
        person.id = Self.id(index)
        return VCardWriter(version: index.isMultiple(of: 2) ? .v3 : .v4).text(of: [person])
      }
      let before = readCards(cards.joined()).people
      for _ in 0..<5 {
        let index = Int.random(in: cards.indices, using: &generator)
        var bytes = Array(cards[index].utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) { Damage.apply(to: &bytes, using: &generator) }
        let all = cards.prefix(index).joined().utf8 + bytes + cards.dropFirst(index + 1).joined().utf8
        let after = Set(readCards(Array(all)).people)
        for person in before where person.id != Self.id(index) {
          #expect(after.contains(person), "\(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  // MARK: Details of real cards

  @Test func `only a line that begins with a number sign is a comment`() {
    let result = readCards(card("FN:Ada", "NOTE:number #", "# X-A:1"))
    #expect(result.people.map(\.note) == ["number #"])
    #expect(result.report.problems.map(\.message) == ["this comment is left out."])
    #expect(result.people.map(\.otherProperties) == [[]])
  }

  @Test func `a soft line end at the end of a value is removed`() {
    let text =
      "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:;Joseph=\nTEL;CELL:1\nFN;ENCODING=QUOTED-PRINTABLE:Joseph=\n\n"
      + "EMAIL:a@x\nNOTE;ENCODING=QUOTED-PRINTABLE:one= \ntwo=\nEND:VCARD\n"
    let person = readCards(text).people.first
    #expect(person?.name == "Joseph")
    #expect(person?.phones.map(\.value) == ["1"])
    #expect(person?.emails.map(\.value) == ["a@x"])
    #expect(person?.note == "onetwo")
  }

  @Test(arguments: [
    ("_$!<HomeFAX>!$_", "home fax"), ("_$!<Home>!$_", "home"), ("* Work", "Work"), ("Boat", "Boat"),
    ("_$!<AssistantPhone>!$_", "assistant phone"), ("_$!<A>!$_", "a"), ("_$!<>!$_", "_$!<>!$_"),
  ])
  func `labels of Apple and Google`(text: String, label: String) {
    #expect(readPerson("FN:A", "ITEM1.TEL:1", "item1.X-ABLabel:\(text)")?.phones.map(\.label) == [label])
  }

  @Test func `an agent on its property's line does not replace the owner`() {
    let text = "BEGIN:VCARD\nN:Boss;;;;\nAGENT:BEGIN:VCARD\nN:Help;;;;\nEND:VCARD\nTEL:2\nEND:VCARD\n"
    let people = readCards(text).people
    #expect(people.map(\.name) == ["Boss"])
    #expect(people.first?.phones.map(\.value) == ["2"])
  }
}

/// A head, very many letters, and a tail.
private struct Endless: ByteSource {
  var head: [UInt8]
  var limit: Int
  var tail: [UInt8]

  mutating func nextChunk() -> [UInt8]? {
    if !head.isEmpty {
      defer { head = [] }
      return head
    }
    if limit > 0 {
      limit -= 1 << 20
      return [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    }
    defer { tail = [] }
    return tail.isEmpty ? nil : tail
  }
}
