import Algorithms
import Testing

@Suite struct HexadecimalTests {
  private static let allBytes = (0...255).map { UInt8($0) }

  @Test func `each byte has two digits of the requested case`() {
    #expect(Hexadecimal.text(of: [0, 10, 0x9F, 255]) == "000a9fff")
    #expect(Hexadecimal.text(of: [0, 10, 0x9F, 255], uppercase: true) == "000A9FFF")
    #expect(Hexadecimal.text(of: []) == "")
    #expect(Hexadecimal.digit(of: 10) == UInt8(ascii: "a"))
  }

  @Test(arguments: [false, true]) func `digits lead back to their bytes`(uppercase: Bool) {
    let text = Hexadecimal.text(of: Self.allBytes, uppercase: uppercase)
    #expect(Hexadecimal.bytes(of: text) == Self.allBytes)
    #expect(Hexadecimal.bytes(of: text.dropFirst(2)) == Array(Self.allBytes.dropFirst()))
    #expect(Array(text.utf8).withUnsafeBufferPointer(Hexadecimal.bytes(ofUnchecked:)) == Self.allBytes)
  }

  @Test(arguments: ["0", "0x", "+5", "0g", "g0", " 00", "ää", "/0", ":0", "@0", "`0"])
  func `another character or an odd number of digits is no byte`(text: String) {
    #expect(Hexadecimal.bytes(of: text) == nil)
  }

  @Test func `only the digits of both cases have a value`() {
    for byte in Self.allBytes {
      let expected = Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
      #expect(Hexadecimal.value(of: byte) == expected)
    }
    for value in 0..<16 as Range<UInt8> {
      #expect(Hexadecimal.value(of: Hexadecimal.digit(of: value)) == value)
      #expect(Hexadecimal.value(of: Hexadecimal.digit(of: value, uppercase: true)) == value)
    }
  }

  @Test func `unchecked digits ignore the last of an odd number`() {
    #expect(Array("0aF".utf8).withUnsafeBufferPointer(Hexadecimal.bytes(ofUnchecked:)) == [10])
    #expect(Hexadecimal.bytes(ofUnchecked: UnsafeBufferPointer(start: nil, count: 0)) == [])
  }
}
