import Glibc

/// Escapes and unescapes the text of cards.
enum VCardText {
  /// Splits a text at each `separator` that is not escaped; the parts are still escaped.
  static func split(_ text: String, at separator: UInt8) -> [String] {
    guard text.hasByte(separator) else { return [text] }
    var parts: [String] = []
    var part: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == separator {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        continue
      }
      part.append(byte)
    }
    parts.append(String(decoding: part, as: UTF8.self))
    return parts
  }

  /// The text without its escapes.
  ///
  /// A backslash that does not begin an escape is kept.
  static func unescape(_ text: String, newlines: Bool = true) -> String {
    guard text.hasByte(UInt8(ascii: "\\")) else { return text }
    var output: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      guard isEscaped else {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else { output.append(byte) }
        continue
      }
      isEscaped = false
      switch byte {
      case UInt8(ascii: "n") where newlines, UInt8(ascii: "N") where newlines: output.append(0x0A)
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\\"), UInt8(ascii: "\""):
        output.append(byte)
      default: output += [UInt8(ascii: "\\"), byte]
      }
    }
    if isEscaped { output.append(UInt8(ascii: "\\")) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text with escapes for commas, semicolons, backslashes and line ends.
  static func escape(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 8)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x0D: output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0A where previous == 0x0D: break
      case 0x0A: output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      default: output.append(byte)
      }
      previous = byte
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text on one line: line ends become escapes, and nothing else changes.
  static func escapeNewlines(_ text: String) -> String {
    guard text.hasByte(0x0A) else { return text }
    var output: [UInt8] = []
    for byte in text.utf8 {
      if byte == 0x0A { output += [UInt8(ascii: "\\"), UInt8(ascii: "n")] } else { output.append(byte) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text with U+FFFD for each zero byte, and LF for each line end.
  static func clean(_ text: String) -> String {
    guard text.hasByte(0) || text.hasByte(0x0D) else { return text }
    var output = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": output.append("\u{FFFD}")
      case "\r": output.append("\n")
      case "\n" where previous == "\r": break
      default: output.append(scalar)
      }
      previous = scalar
    }
    return String(output)
  }

  /// The text without blanks at its ends.
  static func trim(_ text: String) -> String {
    // Most texts begin and end with an ASCII letter, so that no grapheme has to be formed.
    var text = text
    let isTrimmed = text.withUTF8 { bytes in
      bytes.isEmpty || 0x21...0x7E ~= bytes[0] && 0x21...0x7E ~= bytes[bytes.count - 1]
    }
    if isTrimmed { return text }
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    guard let first = text.first, let last = text.last, isBlank(first) || isBlank(last) else { return text }
    guard let start = text.firstIndex(where: { !isBlank($0) }), let end = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[start...end])
  }
}

extension String {
  /// Whether the UTF-8 of the text contains a byte.
  ///
  /// - Complexity: O(*n*).
  func hasByte(_ byte: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
  }

  /// Whether the text begins with letters, which are given in lower case, in any case.
  func hasPrefix(inAnyCase letters: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      letters.withUTF8Buffer { letters in
        bytes.count >= letters.count
          && letters.indices.allSatisfy { index in
            let byte = bytes[index]
            return (0x41...0x5A ~= byte ? byte | 0x20 : byte) == letters[index]
          }
      }
    }
  }
}
