/// What a user does to a search.
public enum SearchAction: Hashable, Sendable, Codable {
  /// The field holds this text now.
  case type(String)
  /// The search is kept while one goes on with the list, and is remembered.
  case keep
  /// Everybody is shown again.
  case clear
  /// What the list shows is looked for again: the book could not be read, or the list is to be narrowed down in another way.
  case refresh
}
