/// A destination in the program that the command line can open.
enum DeepLink: Hashable, Sendable {
  /// The form of the person that a text identifies; see ``PeoplebookCore/PersonLookup``.
  case person(String)
  /// The list of the people that match a text.
  case search(String)
  /// A form for a new person.
  case add
}
