import Persistence

/// Adds a person to the book at once, and to a ``PersonService`` as soon as that answers.
///
/// The service's answer is merged field by field; a field that was edited while the service was asked keeps the edit, and
/// a person who was deleted stays deleted. When the service refuses, the person is deleted from the book, which can be
/// undone like any deletion.
public struct AddPersonMutation: Mutation {
  public static let name = "add-person"

  /// As they were typed, with the id that they have in the book.
  public let person: Person

  /// - Parameter person: gets an id if there is none.
  public init(_ person: Person) {
    var person = person
    if person.id.isEmpty { person.id = RecordID.make() }
    self.person = person
  }

  public func start(in transaction: Transaction) throws {
    try transaction.insert(person)
  }

  public func perform(as id: String, with service: any PersonService) async throws -> Person {
    try await service.addPerson(person, request: id)
  }

  public func commit(_ answer: Person, in transaction: Transaction) throws {
    guard try transaction.get(Person.self, id: person.id) != nil else { return }
    var answer = answer
    answer.id = person.id
    try transaction.merge(answer, editedFrom: person)
  }

  public func rollBack(in transaction: Transaction) throws {
    guard let present = try transaction.get(Person.self, id: person.id) else { return }
    try transaction.delete(present)
  }
}
