/// What the list shows of a person.
public struct PersonRow: Hashable, Sendable {
  public let id: String
  public let name: String
  public let email: String
  public let phone: String
  public let tags: String

  public init(_ person: Person) {
    id = person.id
    name = person.name.isEmpty ? "(no name)" : person.name
    email = person.emails.first?.value ?? ""
    phone = person.phones.first?.value ?? ""
    tags = person.tags.joined(separator: " ")
  }
}
