import Testing

@testable import PeoplebookCore

@Suite struct CharsetDecoderTests {
  private let decoder = CharsetDecoder()

  @Test func `each invalid byte becomes a stand-in, and the rest is read`() {
    #expect(
      decoder.decode(Array("ab".utf8) + [0xFF, 0xFE] + Array("cd".utf8), charset: "utf-8") == "ab\u{FFFD}\u{FFFD}cd")
    #expect(decoder.decode([0xC3, 0xA9, 0xC3], charset: "utf-8") == "é\u{FFFD}")
  }

  @Test(arguments: [511, 512, 513, 1_024, 5_000])
  func `a long text is whole`(count: Int) {
    for letter in [UInt8(ascii: "a"), 0xE9] {
      let text = decoder.decode([UInt8](repeating: letter, count: count), charset: "latin1")
      #expect(text == String(repeating: letter == 0xE9 ? "é" : "a", count: count))
    }
    let invalid = decoder.decode([UInt8](repeating: 0xFF, count: count), charset: "utf-8")
    #expect(invalid == String(repeating: "\u{FFFD}", count: count))
  }

  @Test(arguments: ["", "nonsense", "utf-8//TRANSLIT", "latin 1", "ütf"])
  func `an unknown encoding is not read, also the second time`(charset: String) {
    for _ in 0..<2 { #expect(decoder.decode([0x61], charset: charset) == nil) }
  }

  @Test func `a last letter that a mark may follow is read`() {
    #expect(decoder.decode([0xF9, 0xEC, 0xE5, 0xED], charset: "windows-1255") == "שלום")
    #expect(decoder.decode(Array("Nga".utf8), charset: "windows-1258") == "Nga")
    #expect(decoder.decode(Array("Ng".utf8), charset: "windows-1258") == "Ng")
  }
}
