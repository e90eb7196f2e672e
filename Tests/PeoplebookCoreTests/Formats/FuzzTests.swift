import PeoplebookCore
import Testing

/// Nothing that bytes can say makes a reader fail, hang or forget what it was.
struct FuzzTests {
  private static let seeds = [
    card("FN:Ada Lovelace", "N:Lovelace;Ada;;;", "item1.EMAIL;TYPE=work:a@x", "item1.X-ABLabel:Boat", "BDAY:--1210"),
    card("N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=88=C0=93=A1;=83=8D=", "=83C;;;", version: "2.1"),
    card(
      "FN:B", "PHOTO;ENCODING=BASE64;TYPE=JPEG:", " /9j/4AAQ", "", "AGENT:", "BEGIN:VCARD", "END:VCARD", version: "2.1"),
    #"{"firstName":"A","emails":["a@x",{"label":"l","value":"v"}],"birthday":"--12-10","tags":["\u00e9"]}"# + "\n",
  ]

  @Test(arguments: 0..<20)
  func `mangled cards`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<30 {
      var bytes = Array(Self.seeds.shuffled(using: &generator).joined().utf8)
      for _ in 0..<Int.random(in: 1...20, using: &generator) { Self.mangle(&bytes, using: &generator) }
      let cards = readCards(bytes, chunkSize: Int.random(in: 1...64, using: &generator))
      #expect(cards.report.people == cards.people.count)
      // Whatever came in goes out in a form that is read again as as many people.
      let again = readCards(VCardWriter().text(of: cards.people))
      #expect(again.people.count == cards.people.count)
      let objects = readAllJSON(bytes, chunkSize: Int.random(in: 1...64, using: &generator))
      #expect(objects.report.people == objects.people.count)
    }
  }

  private func readAllJSON(_ bytes: [UInt8], chunkSize: Int) -> (people: [Person], report: ImportReport) {
    var reader = JSONReader(MemoryByteSource(bytes, chunkSize: chunkSize))
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return (people, reader.report)
  }

  private static func mangle(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
    case 1: bytes.remove(at: index)
    case 2:
      bytes.insert(
        contentsOf: [0x0D, 0x0A, 0x20, 0x3B, 0x3A, 0x22, 0x5C, 0x3D, 0x00].shuffled(using: &generator).prefix(3),
        at: index)
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &generator)))
    default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 30)], at: index)
    }
  }
}
