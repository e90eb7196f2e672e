extension String {
  /// The text without white space and newlines at its ends.
  ///
  /// A mark that is combined with a blank is not a blank.
  package var trimmed: String {
    var text = self
    if text.withUTF8({ !$0.mayHaveBlanksAtEnds }) { return text }
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return text }
    guard first.properties.isWhitespace || last.properties.isWhitespace else { return text }
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let end = scalars.lastIndex { !$0.properties.isWhitespace }.map { scalars.index(after: $0) } ?? start
    return String(scalars[start..<end])
  }

  /// The text with a blank for each line end and control character.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var onOneLine: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    var line = String.UnicodeScalarView()
    for scalar in unicodeScalars { line.append(Self.isControl(scalar) ? " " : scalar) }
    return String(line)
  }

  /// The categories Cc, Zl and Zp, which no version of Unicode changes.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// A sentence without its full stop, for one that other words follow.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

  /// Whether the text is empty, or white space only.
  var isBlank: Bool {
    // Most texts begin with a letter, so that no properties are needed.
    guard let first = utf8.first else { return true }
    return !(0x21...0x7E ~= first) && unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  /// Whether nothing of the text can be seen: it is blank, or has only white space and invisible characters.
  ///
  /// Such a tag is left out; another value is kept as it is, and shown like a missing one.
  package var isInvisible: Bool {
    guard let first = utf8.first else { return true }
    return !(0x21...0x7E ~= first)
      && unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }

  /// Whether the text has the form of an e-mail address: something before one `@` and a domain after it.
  ///
  /// What is before it may be any text in quotation marks: `"Ada L."@example.org`.
  var isEmailAddress: Bool {
    guard let at = lastIndex(of: "@"), at != startIndex else { return false }
    let (user, domain) = (self[..<at], self[index(after: at)...])
    let isQuoted = user.count > 2 && user.hasPrefix("\"") && user.hasSuffix("\"")
    let isPlain = { (text: Substring) in !text.contains { $0.isWhitespace || ",;<>@".contains($0) } }
    return (isQuoted ? !user.contains(where: \.isNewline) : isPlain(user)) && isPlain(domain)
      && domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The beginning of the first line, short enough for a name in a message: at most 40 characters.
  public var shortened: String {
    let line = prefix { !$0.isNewline }
    return line.endIndex == endIndex && line.count <= 40 ? self : "\(line.prefix(39))…"
  }

  /// The text in quotation marks, short enough for a message: its first line, at most 40 characters.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the first line.
  public var excerpt: String {
    let line = prefix { !$0.isNewline }
    let isWhole = line.endIndex == endIndex && line.count <= 40
    return isWhole ? "“\(line)”" : "“\(line.prefix(40))…”"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether UTF-8 may begin or end with white space or a control character; the few bytes of such characters are also
  /// in others.
  var mayHaveBlanksAtEnds: Bool {
    guard let first, let last else { return false }
    return mayBeginBlank(first) || mayEndBlank(last)
  }

  /// White space beyond ASCII is in U+0085…00A0, U+1680, U+2000…205F, and U+3000.
  private func mayBeginBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x7E, 0xC3...0xE0, 0xE4...: false
    case 0xC2, 0xE2: true
    case 0xE1: count < 2 || self[1] == 0x9A
    case 0xE3: count < 2 || self[1] == 0x80
    default: true
    }
  }

  private func mayEndBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x7E: false
    case 0x80...0x8A, 0x9F, 0xA0, 0xA8, 0xA9, 0xAF: true
    case 0x80...0xBF: false
    default: true
    }
  }
}
