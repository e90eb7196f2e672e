/// The value of the option `--open`.
extension DeepLink {
  /// The values, for the help.
  static let forms = "person/ID, search/TEXT or add"

  /// The destination for a text; `nil` when it is none of ``forms``.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("person", let who?): self = .person(who)
    case ("search", let text?): self = .search(text)
    case ("add", nil): self = .add
    default: return nil
    }
  }
}
