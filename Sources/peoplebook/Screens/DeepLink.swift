/// A place in the program that the command line can lead to.
enum DeepLink: Hashable, Sendable {
  /// Somebody's form, by what ``Who`` understands.
  case person(String)
  /// The list of those whom a text finds.
  case search(String)
  /// A form for somebody new.
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
