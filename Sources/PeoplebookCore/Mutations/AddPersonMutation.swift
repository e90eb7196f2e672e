import Persistence

/// Adds a person to the book at once, and to a ``PersonService`` as soon as that answers.
///
/// The service's answer is merged field by field; a field that was edited during the request keeps the edit,
/// and a deleted person stays deleted. When the service refuses, the person is deleted from the book, which can
/// be undone like any deletion.
public struct AddPersonMutation: Mutation {
  /// The name under which the mutation is stored.
  public static let name = "add-person"

  /// The person as the user has typed it, with the id that it has in the book.
  public let person: Person

  /// Creates the mutation, with a new id for a person without one.
  public init(_ person: Person) {
    var person = person
    if person.id.isEmpty { person.id = RecordID.make() }
    self.person = person
  }

  /// Adds the person to the book.
  public func start(in transaction: Transaction) throws {
    try transaction.insert(person)
  }

  /// Sends the person to the service, and returns its answer.
  public func perform(as id: String, with service: any PersonService) async throws -> Person {
    try await service.addPerson(person, request: id)
  }

  /// Merges the service's answer into the person, unless the person has been deleted.
  public func commit(_ answer: Person, in transaction: Transaction) throws {
    guard try transaction.get(Person.self, id: person.id) != nil else { return }
    var answer = answer
    answer.id = person.id
    try transaction.merge(answer, editedFrom: person)
  }

  /// Deletes the person.
  public func rollBack(in transaction: Transaction) throws {
    guard let present = try transaction.get(Person.self, id: person.id) else { return }
    try transaction.delete(present)
  }
}
