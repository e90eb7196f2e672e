/// A user's action on a search.
public enum SearchAction: Hashable, Sendable, Codable {
  /// The field holds this text now.
  case type(String)
  /// The search is kept while the user returns to the list, and is remembered.
  case keep
  /// All people are shown again.
  case clear
  /// The search is repeated: the book could not be read, or the tag or the order has changed.
  case refresh
}
