/// Escapes the text of a parameter (RFC 6868), which has neither quotation marks nor line ends.
enum ParameterText {
  private static let escapes: [(byte: UInt8, letter: UInt8)] = [
    (UInt8(ascii: "^"), UInt8(ascii: "^")), (0x0A, UInt8(ascii: "n")), (UInt8(ascii: "\""), UInt8(ascii: "'")),
  ]

  /// The text without quotation marks and line ends.
  static func escape(_ text: String) -> String {
    let bytes = text.utf8.flatMap { byte in
      escapes.first { $0.byte == byte }.map { [UInt8(ascii: "^"), $0.letter] } ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without its escapes.
  ///
  /// - Parameter newlines: Whether `\n` is a line end as well: RFC 6350 writes it so in LABEL.
  static func unescape(_ text: String, newlines: Bool) -> String {
    let text = newlines ? text.replacing("\\n", with: "\n").replacing("\\N", with: "\n") : text
    guard text.hasByte(UInt8(ascii: "^")) else { return text }
    var output: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      let isStart = byte == UInt8(ascii: "^") && !isEscaped
      let escape = isEscaped ? escapes.first { $0.letter == byte } : nil
      if isEscaped, escape == nil { output.append(UInt8(ascii: "^")) }
      if !isStart { output.append(escape?.byte ?? byte) }
      isEscaped = isStart
    }
    if isEscaped { output.append(UInt8(ascii: "^")) }
    return String(decoding: output, as: UTF8.self)
  }
}
