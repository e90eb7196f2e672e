/// Addresses on the web.
struct LinkContent: LabeledContent {
  var noun: String { "link" }
  var shortNoun: String { "link" }

  /// A link to a page, in plain ASCII: no other text gets into a terminal's sequences.
  ///
  /// A text that begins with the name of a host is a page too: `example.org/ada`.
  func link(to value: String) -> String? {
    Self.page(value) ?? Self.page("https://" + value).flatMap { Self.beginsWithHost(value) ? $0 : nil }
  }

  /// The text where it is the address of a page, scheme included.
  static func page(_ text: String) -> String? {
    let isPage = ["http://", "https://"].contains { text.hasPrefix(inAnyCase: $0) }
    return isPage && text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) ? text : nil
  }

  private static func beginsWithHost(_ text: String) -> Bool {
    let labels = text.prefix { !"/?#:".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
    guard let domain = labels.last, labels.count > 1, domain.count > 1, domain.allSatisfy(\.isLetter) else {
      return false
    }
    return labels.allSatisfy { label in
      !label.isEmpty && label.first != "-" && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }
}
