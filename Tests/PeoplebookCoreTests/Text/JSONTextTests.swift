import FoundationEssentials
import Persistence
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

  private static func written(_ bytes: [UInt8]) -> String {
    var output = ByteBuffer()
    bytes.withUnsafeBufferPointer { JSONText.write($0, into: &output) }
    return String(decoding: output.bytes(0..<output.count), as: UTF8.self)
  }

  @Test func `Foundation reads each character as it was written`() throws {
    for value in Array(0..<0x2100) + [0xFEFF, 0xFFFD, 0x1F98A, 0x10FFFF] as [UInt32] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))é"
      let json = JSONText.string(text)
      #expect(
        try JSONDecoder().decode(String.self, from: Data(json.utf8)).unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(Self.written(Array(text.utf8)) == json)
    }
  }

  @Test func `bytes that are not UTF-8 are repaired`() {
    for bytes: [UInt8] in [[0x61, 0xFF, 0x62], [0xC2], [0xE2, 0x80], [0xD8, 0x22], [0xE2, 0x80, 0x5C]] {
      #expect(Self.written(bytes) == JSONText.string(String(decoding: bytes, as: UTF8.self)))
    }
  }
}
