/// Somewhere else where people are kept: a server, another book.
///
/// The program itself has none: a book is whole without it, and nothing leaves the computer. Whoever builds on this
/// module may bring one.
public protocol PersonService: Sendable {
  /// Adds a person, and answers them as they are kept there: a name may have been capitalised, an address tidied.
  ///
  /// - Parameters:
  ///   - person: with the id that they have here, which stays.
  ///   - request: asked again with the same one, it adds nobody and answers as before. So it is asked when a program
  ///     has ended before the answer came.
  func addPerson(_ person: Person, request: String) async throws -> Person
}
