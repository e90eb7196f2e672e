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
    for (format, text) in records(note: String(repeating: "x", count: RecordLimits.line + 1), phones: []) {
      #expect(try report(format, text) == (0, 1), "\(format.name)")
    }
  }
}
