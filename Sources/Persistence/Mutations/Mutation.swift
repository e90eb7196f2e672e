/// A change that is made in the book at once, and somewhere else as soon as that answers: on a server, say.
///
///     struct AddDog: Mutation {
///       static let name = "add-dog"
///       var dog: Dog  // with an id, by which all of these find it
///
///       func start(in transaction: Transaction) throws { try transaction.insert(dog) }
///       func perform(as id: String, with kennel: Kennel) async throws -> Dog {
///         try await kennel.add(dog, request: id)
///       }
///       func commit(_ answer: Dog, in transaction: Transaction) throws {
///         try transaction.merge(answer, editedFrom: dog)
///       }
///       func rollBack(in transaction: Transaction) throws { try transaction.delete(dog) }
///     }
///
/// A ``MutationManager`` runs it: *start*, then *perform*, then either *commit* or *rollBack*. In the transaction of
/// its start the mutation itself is kept in the book, and it goes in the transaction of its end: so what was under way
/// when a program ended is known to the next one. What it writes is logged and can be undone like any other change;
/// that it is kept is neither.
public protocol Mutation: Codable, Sendable {
  /// Where it is performed: handed to the manager, never kept.
  associatedtype Service: Sendable
  associatedtype Answer: Sendable

  /// Kept in the book with the mutation: it must stay the same, and so must the mutation's encoding.
  static var name: String { get }
  /// What becomes of one that was under way when its program ended; ``Resumption/perform`` by default.
  static var resumption: Resumption { get }

  /// Writes what is to be seen at once. What it throws takes everything back, and nothing is kept.
  func start(in transaction: Transaction) throws
  /// Has it done elsewhere. It may have to ask again after a restart, for it cannot know whether it was heard: the
  /// service recognises it by its id, and answers the same.
  func perform(as id: String, with service: Service) async throws -> Answer
  /// Writes what the answer adds. What `start` wrote may have been changed or deleted since.
  func commit(_ answer: Answer, in transaction: Transaction) throws
  /// Takes back what `start` wrote, after `perform` or `commit` has failed.
  func rollBack(in transaction: Transaction) throws
}

extension Mutation {
  /// A mutation is performed again unless it says otherwise.
  public static var resumption: Resumption { .perform }
}

/// What becomes of a mutation that was under way when its program ended.
public enum Resumption: Sendable {
  /// It is performed again, with the same id.
  case perform
  /// It is rolled back.
  case rollBack
}

/// A kind of mutation, and the service for it: what a ``MutationManager`` has to know to go on with one that it finds
/// in a book.
public struct MutationKind: Sendable {
  let name: String
  /// From what is kept.
  let steps: @Sendable (String) throws -> MutationSteps

  /// A kind of mutation, performed with a service.
  public init<M: Mutation>(_ mutation: M.Type, with service: M.Service) {
    name = M.name
    steps = { try MutationSteps(M(keptAs: $0), service) }
  }
}

/// A mutation without its types.
struct MutationSteps: Sendable {
  /// Writes what an answer adds.
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
