/// What the list shows of a person.
public struct PersonRow: Hashable, Sendable {
  public let id: String
  public let name: String
  /// The name as a list by last name shows it: `Lovelace, Ada`.
  public let nameByLastName: String
  /// Whether that is a name, and not what stands in for one: `…` for a person who could not be read.
  public let hasName: Bool
  public let email: String
  public let phone: String
  public let tags: String

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
