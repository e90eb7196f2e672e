import Algorithms
import Testing

struct JSONEscapeTests {
  /// The text of an escape sequence without its backslash, and what follows it.
  private func decoded(_ sequence: String) throws(JSONEscapeError) -> [String] {
    let bytes = Array(sequence.utf8)
    var index = 0
    var text = Array("<".utf8)
    try decodeJSONEscape(in: bytes, at: &index, into: &text)
    return [String(decoding: text, as: UTF8.self), String(decoding: bytes[index...], as: UTF8.self)]
  }

  @Test(arguments: [
    ("n", "\n"), ("t", "\t"), ("r", "\r"), ("b", "\u{8}"), ("f", "\u{C}"), ("/", "/"), ("\"", "\""), ("\\", "\\"),
    ("u00e9", "é"), ("u00E9", "é"), (#"ud83d\ude00"#, "😀"),
  ]) func `a sequence becomes its character`(sequence: String, character: String) throws {
    #expect(try decoded(sequence + "rest") == ["<" + character, "rest"])
  }

  @Test func `half of a surrogate pair becomes a replacement character`() throws {
    #expect(try decoded("ud83d.") == ["<\u{FFFD}", "."])
    #expect(try decoded("ude00.") == ["<\u{FFFD}", "."])
    #expect(try decoded(#"ud83d\u0041."#) == ["<\u{FFFD}", #"\u0041."#])
    #expect(try decoded(#"ud83d\n."#) == ["<\u{FFFD}", #"\n."#])
  }

  @Test func `a pair follows half of another one`() throws {
    #expect(try decoded(#"ud83d\ud83d\ude00."#) == ["<\u{FFFD}", #"\ud83d\ude00."#])
  }

  @Test func `a sequence ends before another one`() throws {
    #expect(try decoded(#"u0041\u0042"#) == ["<A", #"\u0042"#])
    #expect(try decoded(#"n\u0042"#) == ["<\n", #"\u0042"#])
  }

  @Test func `a wrong sequence is refused`() {
    #expect(throws: JSONEscapeError.incomplete) { try decoded("") }
    #expect(throws: JSONEscapeError.incomplete) { try decoded("u00e") }
    #expect(throws: JSONEscapeError.unknown) { try decoded("x") }
    #expect(throws: JSONEscapeError.notHexadecimal) { try decoded("u+0e9") }
    #expect(throws: JSONEscapeError.notHexadecimal) { try decoded(#"ud83d\u00g0"#) }
  }
}
