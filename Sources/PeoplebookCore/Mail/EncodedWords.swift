import FoundationEssentials

/// Text in the header of a mail, in which other letters than ASCII are encoded (RFC 2047): `=?UTF-8?Q?Zo=C3=AB?=`.
enum EncodedWords {
  /// The text with its encoded words decoded; a word in an unknown encoding is kept.
  ///
  /// A blank between two encoded words is not part of the text. A character may be divided between two words.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func decode(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    let decoder = CharsetDecoder()
    var decoded = ""
    // The bytes of the encoded words so far with one charset.
    var run: (charset: String, bytes: [UInt8], words: String) = ("", [], "")
    func endRun() {
      if !run.words.isEmpty { decoded += decoder.decode(run.bytes, charset: run.charset) ?? run.words }
      run = ("", [], "")
    }
    var rest = text[...]
    while let start = rest.firstRange(of: "=?") {
      let before = rest[..<start.lowerBound]
      guard let word = Word(rest[start.lowerBound...]) else {
        endRun()
        decoded += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      let isAdjacent = !run.words.isEmpty && before.allSatisfy(\.isWhitespace)
      if !isAdjacent || run.charset != word.charset { endRun() }
      if !isAdjacent { decoded += before }
      run.charset = word.charset
      run.bytes += word.bytes
      run.words += rest[start.lowerBound..<word.end]
      rest = rest[word.end...]
    }
    endRun()
    return decoded + rest
  }

  /// An encoded word at the beginning of a text.
  private struct Word {
    var charset: String
    var bytes: [UInt8]
    /// The place behind it.
    var end: String.Index

    init?(_ text: Substring) {
      // `=`, the charset, the encoding, the bytes, `=…`
      let parts = text.split(separator: "?", maxSplits: 4, omittingEmptySubsequences: false)
      guard parts.count == 5, parts[4].first == "=", !parts[1].isEmpty, !parts[3].contains(where: \.isNewline) else {
        return nil
      }
      // A language may follow the charset: `utf-8*en`.
      charset = parts[1].prefix { $0 != "*" }.uppercased()
      switch parts[2] {
      case "Q", "q":
        bytes = QuotedPrintable.decode(Array(parts[3].utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 })[...])
      case "B", "b":
        guard let data = Data(base64Encoded: String(parts[3]), options: .ignoreUnknownCharacters) else { return nil }
        bytes = Array(data)
      default: return nil
      }
      end = parts[4].index(after: parts[4].startIndex)
    }
  }
}
