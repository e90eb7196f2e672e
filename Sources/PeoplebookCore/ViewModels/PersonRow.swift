/// The view model of a row: the texts that the list shows of a person.
public struct PersonRow: Hashable, Sendable, Identifiable {
  /// The id of the person.
  public let id: String
  /// The name as it is shown in a list by first name.
  public let name: String
  /// The name as it is shown in a list by last name, such as `Lovelace, Ada`.
  public let nameByLastName: String
  /// Whether ``name`` is a name.
  ///
  /// Otherwise it is a stand-in, or `…` for a person that could not be read.
  public let hasName: Bool
  /// Whether the person is a favourite.
  public let isFavourite: Bool

  private let person: Person

  /// The row of `person`.
  public init(_ person: Person) {
    self.person = person
    id = person.id
    name = person.isRead ? person.displayName : "…"
    nameByLastName = person.isRead ? person.displayName(in: .family) : "…"
    hasName = person.hasName
    isFavourite = person.isFavourite
  }

  /// The text of a field in a list.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the field's values.
  public func text(of field: PersonField) -> String { field.listText(of: person) }

  /// The reason why a search has found the person, unless the shown texts have all of its words.
  ///
  /// - Complexity: O(*w* · *n*), where *w* is the number of words, and *n* is the length of the person's texts.
  public func reason(for found: FoundWords, besides shown: [String]) -> MatchReason? {
    found.reason(person, besides: shown)
  }
}
