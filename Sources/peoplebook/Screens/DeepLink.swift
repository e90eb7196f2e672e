/// A destination in the program that the command line can open.
enum DeepLink: Hashable, Sendable {
  /// The form of the person that a text identifies; see ``PeoplebookCore/PersonLookup``.
  case person(String)
  /// The list of the people that match a text.
  case search(String)
  /// A form for a new person.
  case add

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
