/// A place in the program that the command line can lead to.
enum DeepLink: Hashable, Sendable {
  /// The form of a person, named as ``Who`` understands it.
  case person(String)
  /// The list of the people that a text finds.
  case search(String)
  /// The form of a new person.
  case add

  static let forms = "person/ID, search/TEXT or add"

  init(_ text: String) throws(Failure) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("person", let who?): self = .person(who)
    case ("search", let text?): self = .search(text)
    case ("add", nil): self = .add
    default: throw .usage("--open takes \(Self.forms), not “\(text)”.")
    }
  }
}
