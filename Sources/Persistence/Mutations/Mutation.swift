/// A change that is made in the book at once, and later by a remote service, such as a server.
///
///     struct AddDog: Mutation {
///       static let name = "add-dog"
///       var dog: Dog  // with an id, by which all of these find it
///
///       func start(in transaction: Transaction) throws { try transaction.insert(dog) }
///       func perform(as id: String, with server: Server) async throws -> Dog {
///         try await server.add(dog, request: id)
///       }
///       func commit(_ answer: Dog, in transaction: Transaction) throws {
///         try transaction.merge(answer, editedFrom: dog)
///       }
///       func rollBack(in transaction: Transaction) throws { try transaction.delete(dog) }
///     }
///
/// A ``MutationManager`` runs it: *start*, then *perform*, then either *commit* or *rollBack*. The transaction of its
/// start also stores the mutation in the book, and the transaction of its end deletes it again, so that a mutation that
/// was pending when a program ended is known to the next one. Its changes are logged and can be undone like any other;
/// the pending mutation itself is not logged.
public protocol Mutation: Codable, Sendable {
  /// The service that performs it: passed to the manager, never stored.
  associatedtype Service: Sendable
  /// The service's answer.
  associatedtype Answer: Sendable

  /// The name that is stored in the book with the mutation. Neither it nor the mutation's encoding may change.
  static var name: String { get }
  /// The treatment of a mutation that was pending when its program ended; ``Resumption/perform`` by default.
  static var resumption: Resumption { get }

  /// Writes the immediate changes.
  ///
  /// - Throws: Any error. The changes are then rolled back, and the mutation is not stored.
  func start(in transaction: Transaction) throws
  /// Sends the request to the service.
  ///
  /// It may be repeated after a restart, because it is unknown whether the first request arrived. The service
  /// recognises it by its id, and returns the same answer.
  ///
  /// - Throws: Any error. The mutation is then rolled back, except after a ``StoreError`` of the book's file: then it
  ///   stays in the book, and is performed again.
  func perform(as id: String, with service: Service) async throws -> Answer
  /// Writes what the answer adds.
  ///
  /// What `start` wrote may have been changed or deleted since.
  ///
  /// - Throws: Any error. The mutation is then rolled back, except when the book cannot be written.
  func commit(_ answer: Answer, in transaction: Transaction) throws
  /// Reverts the changes of `start`, after `perform` or `commit` has failed.
  ///
  /// - Throws: Any error. The mutation then stays in the book.
  func rollBack(in transaction: Transaction) throws
}

extension Mutation {
  /// By default, a mutation is performed again.
  public static var resumption: Resumption { .perform }
}

/// The treatment of a mutation that was pending when its program ended.
public enum Resumption: Sendable {
  /// It is performed again, with the same id.
  case perform
  /// It is rolled back.
  case rollBack
}

/// A kind of mutation with its service.
///
/// A ``MutationManager`` needs it to resume one that it finds in a book.
public struct MutationKind: Sendable {
  let name: String
  /// Decodes a stored mutation.
  let steps: @Sendable (String) throws -> MutationSteps

  /// A kind of mutation, performed with a service.
  public init<M: Mutation>(_ mutation: M.Type, with service: M.Service) {
    name = M.name
    steps = { try MutationSteps(M(storedAs: $0), service) }
  }
}

/// A type-erased mutation.
struct MutationSteps: Sendable {
  /// Writes the service's answer.
  typealias Commit = @Sendable (Transaction) throws -> Void

  let resumption: Resumption
  let start: @Sendable (Transaction) throws -> Void
  let perform: @Sendable (String) async throws -> Commit
  let rollBack: @Sendable (Transaction) throws -> Void

  init<M: Mutation>(_ mutation: M, _ service: M.Service) {
    resumption = M.resumption
    start = { try mutation.start(in: $0) }
    perform = { id in
      let answer = try await mutation.perform(as: id, with: service)
      return { try mutation.commit(answer, in: $0) }
    }
    rollBack = { try mutation.rollBack(in: $0) }
  }
}
