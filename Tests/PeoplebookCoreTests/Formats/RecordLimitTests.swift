import Testing

@testable import PeoplebookCore

struct RecordLimitTests {
  private func report(_ format: PersonFormat, _ text: String) throws -> (people: Int, skipped: Int) {
    var reader = try format.reader(MemoryByteSource(text))
    var people = 0
    while try reader.next() != nil { people += 1 }
    return (people, reader.report.skipped)
  }

  private func records(note: String, phones: [String]) -> [(PersonFormat, String)] {
    let list = phones.map { "\"\($0)\"" }.joined(separator: ",")
    let tel = phones.isEmpty ? "" : ",[\"tel\",{},\"text\",\(list)]"
    return [
      (.json, "{\"firstName\":\"Ada\",\"note\":\"\(note)\",\"phones\":[\(list)]}\n"),
      (.csv, "Name,Phones,Note\nAda,\(phones.joined(separator: " ::: ")),\(note)\n"),
      (.jcard, "[\"vcard\",[[\"fn\",{},\"text\",\"Ada\"],[\"note\",{},\"text\",\"\(note)\"]\(tel)]]\n"),
      (.ldif, "dn: cn=Ada\ncn: Ada\ndescription: \(note)\n" + phones.map { "mobile: \($0)\n" }.joined()),
      (.vcard, "BEGIN:VCARD\nFN:Ada\nNOTE:\(note)\n" + phones.map { "TEL:\($0)\n" }.joined() + "END:VCARD\n"),
    ]
  }

  @Test func `every format has the same limits`() throws {
    let most = (1..<RecordLimits.lines - 100).map(String.init)
    for (format, text) in records(note: "x", phones: most) {
      #expect(try report(format, text) == (1, 0), "\(format.name)")
    }
    for (format, text) in records(note: "x", phones: most + (0..<200).map { "9\($0)" }) {
      #expect(try report(format, text) == (0, 1), "\(format.name)")
    }
    // Its escapes would make a line of a card too long.
    let note = String(repeating: ";", count: RecordLimits.line * 2 / 3)
    #expect(try report(.json, records(note: note, phones: [])[0].1) == (0, 1))
    for (format, text) in records(note: String(repeating: "x", count: RecordLimits.line + 1), phones: []) {
      #expect(try report(format, text) == (0, 1), "\(format.name)")
    }
  }

  @Test func `too many values in one line or in several are refused`() throws {
    let address = String(repeating: ";", count: RecordLimits.lines + 1)
    #expect(try report(.vcard, card("FN:Ada", "ADR:\(address)") + card("FN:Bob")) == (1, 1))
    let tags = "CATEGORIES:" + (0..<RecordLimits.lines / 2).map { "\($0)" }.joined(separator: ",")
    #expect(try report(.vcard, card("FN:Ada", tags) + card("FN:Bob")) == (2, 0))
    #expect(try report(.vcard, card("FN:Ada", tags, tags, tags) + card("FN:Bob")) == (1, 1))
  }

  @Test func `a line of the card counts as one value`() throws {
    let line = "\"X-A:1\""
    for (count, isRead) in [(RecordLimits.lines * 3 / 4, true), (RecordLimits.lines + 1, false)] {
      let lines = Array(repeating: line, count: count).joined(separator: ",")
      let record = "{\"firstName\":\"Ada\",\"otherProperties\":[\(lines)]}\n"
      #expect(try report(.json, record) == (isRead ? (1, 0) : (0, 1)))
    }
  }

  @Test(arguments: [PersonFormat.json, .jcard, .vcard])
  func `a label with a line of its own does not count`(_ format: PersonFormat) throws {
    var person = Person()
    person.firstName = "Ada"
    person.phones = (0..<RecordLimits.lines * 3 / 4).map { LabeledValue(label: "cabin", value: "\($0)") }
    #expect(try report(format, format.writer().text(of: [person])) == (1, 0))
  }

  @Test func `a label of its own has the limit of every value`() throws {
    let label = String(repeating: "x", count: RecordLimits.line + 1)
    let properties = "[\"fn\",{},\"text\",\"Ada\"],[\"x-ablabel\",{\"group\":\"a\"},\"text\",\"\(label)\"]"
    #expect(try report(.jcard, "[\"vcard\",[\(properties)]]\n") == (0, 1))
  }

  @Test(.timeLimit(.minutes(1))) func `a label of many words is read in linear time`() throws {
    let label = String(repeating: "home ", count: 40_000) + "end"
    let result = readCards(
      card("FN:Ada", "item1.IMPP:x", "item1.X-ABLabel:\(label)", "IMPP;X-SERVICE-TYPE=\"\(label)\":y"))
    #expect(result.people.first?.accounts.map(\.value) == ["x", "y"])
    #expect(readCards(VCardWriter().text(of: result.people)).people == result.people)
  }
}
