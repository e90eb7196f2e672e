import PeoplebookCore
import Testing

/// Random bytes never make a reader trap, hang or miscount.
struct FuzzTests {
  private static let seeds = [
    card("FN:Ada Lovelace", "N:Lovelace;Ada;;;", "item1.EMAIL;TYPE=work:a@x", "item1.X-ABLabel:Boat", "BDAY:--1210"),
    card("N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=88=C0=93=A1;=83=8D=", "=83C;;;", version: "2.1"),
    card(
      "FN:B", "PHOTO;ENCODING=BASE64;TYPE=JPEG:", " /9j/4AAQ", "", "AGENT:", "BEGIN:VCARD", "END:VCARD",
      version: "2.1"),
    #"{"firstName":"A","emails":["a@x",{"label":"l","value":"v"}],"birthday":"--12-10","tags":["\u00e9"]}"# + "\n",
  ]

  @Test(arguments: 0..<20)
  func `mangled cards are the same after writing and reading`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<30 {
      var bytes = Array(Self.seeds.shuffled(using: &generator).joined().utf8)
      for _ in 0..<Int.random(in: 1...20, using: &generator) { Damage.apply(to: &bytes, using: &generator) }
      let cards = readCards(bytes, chunkSize: Int.random(in: 1...64, using: &generator))
      #expect(cards.report.people == cards.people.count)
      for version in VCardVersion.allCases {
        let text = VCardWriter(version: version).text(of: cards.people)
        let again = readCards(text)
        try #require(again.people.count == cards.people.count, "\(text)")
        #expect(VCardWriter(version: version).text(of: again.people) == text)
      }
      let again = readCards(VCardWriter().text(of: cards.people)).people
      #expect(again.map(Self.fields) == cards.people.map(Self.fields))
      let objects = readAllJSON(bytes, chunkSize: Int.random(in: 1...64, using: &generator))
      #expect(objects.report.people == objects.people.count)
    }
  }

  /// The fields of a person: versions of vCard write other lines differently.
  private static func fields(_ person: Person) -> Person {
    var person = person
    person.otherProperties = []
    person.cardFrame = ""
    return person
  }

  private func readAllJSON(_ bytes: [UInt8], chunkSize: Int) -> (people: [Person], report: ImportReport) {
    var reader = JSONReader(MemoryByteSource(bytes, chunkSize: chunkSize))
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return (people, reader.report)
  }
}
