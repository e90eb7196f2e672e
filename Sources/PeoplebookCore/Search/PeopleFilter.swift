import Persistence

/// The people that a list is narrowed to.
public struct PeopleFilter: Hashable, Sendable, Codable {
  /// The text that is searched for.
  public var text: String
  /// The tags that the people have, all of them.
  public var tags: [String]

  /// A filter; one that lets all people pass by default.
  public init(text: String = "", tags: [String] = []) {
    self.text = text
    self.tags = tags
  }

  /// Whether it lets all people pass.
  public var isEmpty: Bool { text.isEmpty && tags.isEmpty }

  /// A short description: `“ada”, friend, work`.
  ///
  /// - Complexity: O(length of the text and the tags).
  public var title: String { ((text.isEmpty ? [] : ["“\(text)”"]) + tags).joined(separator: ", ") }

  /// A query with this filter.
  ///
  /// - Parameter similar: Words that are found in place of a word of the search.
  func query(_ query: Query<Person>, similar: [String: [String]] = [:]) -> Query<Person> {
    tags.reduce(TypedSearch(text).query(query, similar: similar)) { $0.where(.contains(\.tags, $1)) }
  }

  /// The sentence of a list without people.
  var emptySentence: String {
    let people = text.isEmpty ? "No people" : "No people match “\(text)”"
    let tags = tags.map { "“\($0)”" }.listed(last: "and")
    let noun = self.tags.count == 1 ? "tag" : "tags"
    let tagged = tags.isEmpty ? "" : text.isEmpty ? " have the \(noun) \(tags)" : " with the \(noun) \(tags)"
    return "\(people)\(tagged).\n\nEsc shows all people again."
  }
}

/// A filter that the user keeps under a name.
public struct SavedSearch: Hashable, Sendable, Codable {
  /// The name.
  public var name: String
  /// The filter.
  public var filter: PeopleFilter

  /// Names a filter.
  public init(name: String, filter: PeopleFilter) {
    self.name = name
    self.filter = filter
  }
}

extension [SavedSearch] {
  /// Saves a filter, instead of another one with the same name.
  ///
  /// - Complexity: O(*n*), where *n* is the number of saved searches.
  public mutating func save(_ filter: PeopleFilter, as name: String) {
    removeAll { $0.name == name }
    append(SavedSearch(name: name, filter: filter))
  }
}
