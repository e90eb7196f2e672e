/// Decodes one character at a time from arbitrary bytes.
enum UTF8Step {
  /// The first character and its number of bytes; `nil` when it is valid so far, but incomplete.
  ///
  /// Invalid bytes become U+FFFD, one for each longest prefix of a character, as Unicode recommends, so that the next
  /// character is decoded.
  static func decode(_ bytes: ArraySlice<UInt8>) -> (character: Character, length: Int)? {
    let start = bytes.startIndex
    let first = bytes[start]
    let length: Int
    var secondRange: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0..<0x80: return (Character(Unicode.Scalar(first)), 1)
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, secondRange) = (3, 0xA0...0xBF)
    case 0xED: (length, secondRange) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, secondRange) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, secondRange) = (4, 0x80...0x8F)
    default: return ("\u{FFFD}", 1)
    }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      guard start + offset < bytes.endIndex else { return nil }
      let byte = bytes[start + offset]
      guard (offset == 1 ? secondRange : 0x80...0xBF).contains(byte) else { return ("\u{FFFD}", offset) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}", length)
  }
}
