/// Addresses on the web.
struct LinkContent: LabeledContent {
  var noun: String { "link" }
  var shortNoun: String { "link" }

  /// A link to a page, in plain ASCII: no other text gets into a terminal's sequences.
  func link(to value: String) -> String? {
    let isPage = ["http://", "https://"].contains { value.hasPrefix(inAnyCase: $0) }
    return isPage && value.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) ? value : nil
  }
}
