import Testing

@testable import PeoplebookCore

struct JSONTextTests {
  @Test func `only what may steer a terminal is escaped`() {
    #expect(JSONText.string("") == "\"\"")
    #expect(JSONText.string("Zoë Ö’Brien “¢” 山田 سلام") == "\"Zoë Ö’Brien “¢” 山田 سلام\"")
    #expect(JSONText.string("a\"\\\n\u{7F}") == #""a\"\\\n\u007f""#)
    for scalar: Unicode.Scalar in ["\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{2028}", "\u{202E}", "\u{2066}"] {
      let digits = String(scalar.value, radix: 16)
      let code = String(repeating: "0", count: 4 - digits.count) + digits
      #expect(JSONText.string("é\(String(scalar))") == "\"é\\u\(code)\"")
    }
    func array(_ texts: [String]) -> String {
      var output = ""
      JSONText.write(texts, into: &output)
      return output
    }
    #expect(array([]) == "[]")
    #expect(array(["a", "\u{1B}", ""]) == #"["a","\u001b",""]"#)
  }
}
