/// JSON on one line, without characters that could control a terminal.
public enum JSONText {
  /// The text in quotes.
  ///
  /// Control characters, and those that change the direction of text, are written as `\u….`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func string(_ text: String) -> String {
    var output = ""
    write(text, into: &output)
    return output
  }

  /// Appends the text in quotes.
  static func write(_ text: String, into output: inout String) {
    if text.isEmpty {
      output += "\"\""
      return
    }
    output += "\""
    append(text, to: &output)
    output += "\""
  }

  /// Appends an array of texts.
  static func write(_ texts: [String], into output: inout String) {
    output += "["
    for (index, text) in texts.enumerated() {
      if index > 0 { output += "," }
      write(text, into: &output)
    }
    output += "]"
  }

  private static func append(_ text: String, to output: inout String) {
    if text.utf8.allSatisfy(isPlain) {
      output += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where isUnsafe(scalar):
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a byte neither needs an escape nor begins a character that may need one.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: false
    default: true
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
