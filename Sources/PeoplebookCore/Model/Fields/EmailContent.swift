/// E-mail addresses.
struct EmailContent: LabeledContent {
  var noun: String { "e-mail address" }
  var shortNoun: String { "e-mail" }
  var usualLabels: [String] { ["mobile", "home", "", "work", "other"] }

  func doubt(about text: String) -> String? {
    text.isEmpty || text.isEmailAddress ? nil : "\(text.excerpt) is not an e-mail address"
  }

  func withoutScheme(_ text: String) -> String { without("mailto:", text) }

  /// An address that would need escaping is not a link.
  func link(to value: String) -> String? {
    let isPlain = value.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "@._+-~".utf8.contains(byte)
    }
    return isPlain && value.contains("@") ? "mailto:\(value)" : nil
  }

  /// `ada@example.org, "Lind, Bob" <bob@example.org>` lists two.
  ///
  /// A part of the list that is not an address is a value of its own, which the form remarks on.
  func values(in text: String) -> [String]? {
    var isQuoted = false
    let parts = text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return !isQuoted && ",;".contains(character) || character.isNewline
    }
    let values = parts.map { String($0).trimmed }.filter { !$0.isEmpty }.flatMap(Self.addresses)
    guard values.count(where: \.isEmailAddress) > 1 else { return nil }
    return values
  }

  /// The address in `Bob <bob@example.org>`, or those in `ada@example.org bob@example.org`.
  private static func addresses(in text: String) -> [String] {
    if let open = text.lastIndex(of: "<"), text.hasSuffix(">") {
      return [String(text[text.index(after: open)...].dropLast())]
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.allSatisfy(\.isEmailAddress) ? words : [text]
  }
}
