/// A remote place for people: a server, another book.
///
/// The program itself has none: a book is complete without it, and no data leaves the computer. A program that is built
/// on this module may provide one.
public protocol PersonService: Sendable {
  /// Adds a person, and answers them as they are kept there: a name may have been capitalised, an address tidied.
  ///
  /// - Parameters:
  ///   - person: with the id that they have here, which stays.
  ///   - request: A second call with the same request adds no one and returns the first answer. It is made when a
  ///     program has ended before the answer arrived.
  func addPerson(_ person: Person, request: String) async throws -> Person
}
