extension String {
  /// The text without white space and newlines at its ends.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }

  /// Whether the text is empty, or white space only.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Whether the text has the form of an e-mail address: something before one `@` and a domain after it.
  var isEmailAddress: Bool {
    guard let at = lastIndex(of: "@"), at != startIndex else { return false }
    let domain = self[index(after: at)...]
    return !contains { $0.isWhitespace || ",;<>".contains($0) } && !self[..<at].contains("@")
      && domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// The text in quotation marks, short enough for a message: its first line, at most 40 characters.
  public var excerpt: String {
    let line = prefix { !$0.isNewline }
    let isWhole = line.endIndex == endIndex && line.count <= 40
    return isWhole ? "“\(line)”" : "“\(line.prefix(40))…”"
  }
}
