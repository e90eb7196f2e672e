import Reactive

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
  /// The first e-mail address; empty when there is none.
  public let email: String
  /// The first phone number; empty when there is none.
  public let phone: String
  /// The tags, separated by blanks.
  public let tags: String

  /// The row of `person`.
  public init(_ person: Person) {
    id = person.id
    name = person.isRead ? person.displayName : "…"
    nameByLastName = person.isRead ? person.displayName(in: .family) : "…"
    hasName = person.hasName
    email = person.emails.first?.value ?? ""
    phone = person.phones.first?.value ?? ""
    tags = person.tags.joined(separator: " ")
  }
}

extension PersonRow: @MainActor ViewModelItem {}
