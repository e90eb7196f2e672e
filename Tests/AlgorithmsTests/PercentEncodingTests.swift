import Algorithms
import Testing

@Suite struct PercentEncodingTests {
  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }

  @Test(arguments: [
    ("", ""), ("ada", "ada"), ("a b", "a%20b"), ("100%", "%31%30%30%25"), ("é", "%C3%A9"), ("ï", "%C3%AF"),
  ])
  func `encodes what is not plain`(text: String, encoded: String) {
    #expect(text.percentEncoded(isPlain: Self.isLetter) == encoded)
    #expect(encoded.percentDecoded == text)
    #expect("x\(encoded)".dropFirst().percentDecoded == text)
  }

  @Test(arguments: ["%", "%2", "a%", "%zz", "%+5", "%C3", "%FF"])
  func `refuses incomplete digits and other bytes than UTF-8`(text: String) {
    #expect(text.percentDecoded == nil)
  }

  @Test func `decodes digits of both cases`() {
    #expect("%c3%A9+%00".percentDecoded == "é+\0")
  }
}
