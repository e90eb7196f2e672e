/// A place in the program that the command line can lead to.
enum DeepLink: Hashable, Sendable {
  /// The form of the person whom a text names; see ``PeoplebookCore/PersonLookup``.
  case person(String)
  /// The list of the people whom a text finds.
  case search(String)
  /// A form for a new person.
  case add

  static let forms = "person/ID, search/TEXT or add"

  /// The place that a text stands for; `nil` when it is none of ``forms``.
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
