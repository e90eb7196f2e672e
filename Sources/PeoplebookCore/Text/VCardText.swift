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
  static func escape(_ text: String) -> String { escape(text, keepsSeparators: false) }

  /// A URI with escapes for backslashes and line ends: its commas and semicolons separate nothing.
  static func escapeURI(_ uri: String) -> String { escape(uri, keepsSeparators: true) }

  private static func escape(_ text: String, keepsSeparators: Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 8)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ",") where keepsSeparators, UInt8(ascii: ";") where keepsSeparators: output.append(byte)
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

  /// Whether a card has the text without escapes.
  static func isPlain(_ text: String) -> Bool {
    !text.utf8.contains { $0 == 0x2C || $0 == 0x3B || $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }
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
}
