import FoundationEssentials

/// Makes text of the bytes of a card's values.
struct VCardDecoder {
  private let charsets = CharsetDecoder()

  /// Sets the values of a card's lines.
  ///
  /// A value that is not UTF-8 and names no encoding is read in the encoding that another line of the card names, or
  /// else in that of Western Windows.
  func decode(_ properties: [VCardProperty], report: inout ImportReport) {
    let named =
      properties.allSatisfy(\.isBare)
      ? nil
      : properties.lazy.compactMap(\.charset).first { charset in
        !Self.isUTF8(charset) && charsets.decode([0x41], charset: charset) != nil
      }
    let fallback = named ?? "WINDOWS-1252"
    var isNoted = false
    for property in properties {
      if property.head.isText, let text = Self.plainText(property.rawValue) {
        property.value = text
        continue
      }
      let text: String
      if property.isBase64, property.field == nil {
        text = String(decoding: property.rawValue.filter { $0 > 0x20 }, as: UTF8.self)
      } else {
        text = decode(property, fallback: fallback, isNoted: &isNoted, report: &report)
      }
      property.value = VCardText.escapeNewlines(text.cleaned)
    }
  }

  /// The bytes as text where they are UTF-8 without control characters; else `nil`.
  private static func plainText(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.allSatisfy { $0 >= 0x20 } ? String(validating: bytes, as: UTF8.self) : nil
  }

  private func decode(
    _ property: VCardProperty, fallback: String, isNoted: inout Bool, report: inout ImportReport
  ) -> String {
    var bytes = property.isQuotedPrintable ? QuotedPrintable.decode(property.rawValue)[...] : property.rawValue
    if property.isBase64 {
      let text = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
      bytes = Data(base64Encoded: text).map { Array($0)[...] } ?? bytes
    }
    if let charset = property.charset, !Self.isUTF8(charset) {
      if let text = charsets.decode(Array(bytes), charset: charset) { return text }
      report.note("the encoding “\(Self.printable(charset))” is unknown; the text is guessed.", line: property.line)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if !isNoted {
      report.note("this text is not UTF-8; it is read as \(Self.printable(fallback)).", line: property.line)
    }
    isNoted = true
    return charsets.decode(Array(bytes), charset: fallback) ?? String(decoding: bytes, as: UTF8.self)
  }

  private static func isUTF8(_ charset: String) -> Bool {
    ["UTF-8", "UTF8", "US-ASCII"].contains(charset.uppercased())
  }

  /// The start of a word of the file, safe to print.
  static func printable(_ text: String) -> String {
    String(text.prefix(20).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }
}
