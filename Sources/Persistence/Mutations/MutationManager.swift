import Reactive

/// Runs mutations on a book, one after the other, and goes on with those that a program has left behind.
///
///     let manager = try MutationManager(store, [MutationKind(AddDog.self, with: kennel)])
///     try await manager.resume()
///     let id = try await manager.start(AddDog(rex))  // Rex is in the book
///
/// A mutation that fails is rolled back and reported, and not tried again. Several programs may do this on one book: each goes on with
/// its own, and with those that have no live owner.
///
/// States: *idle*, *performing* (the service has been asked), *ending* (the result is being written to the book). Between
/// two mutations nothing runs.
@MainActor
public final class MutationManager {
  private struct Running {
    var number: Int64
    var id: String
    var name: String
    var steps: MutationSteps
  }

  private enum State {
    case idle
    case performing(Task<Void, Never>)
    case ending
  }

  private let store: Store
  private let kinds: [String: MutationKind]
  private let claim: MutationClaim
  private var state = State.idle
  private var current: Running?
  private var waiting: [Running] = []
  /// What is looked after here, from before the book keeps it until it has ended: waiting, current, being started or
  /// ended.
  private var held: Set<String> = []
  /// Resumptions under way, and the mutations that have ended during them, which they may have read before.
  private var resumptions = 0
  private var ended: Set<String> = []
  /// What was cancelled when the book could not be written. It stays kept, and is not to be performed again.
  private var cancelled: Set<String> = []
  private let failed = Subject<MutationFailure, Never>()
  private let count = CurrentValue(0)

  /// - Parameter kinds: all that this program starts, and goes on with when it finds them in the book.
  public init(_ store: Store, _ kinds: [MutationKind]) throws(StoreError) {
    self.store = store
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { _, last in last }
    claim = try MutationClaim(beside: store.path)
  }

  /// Mutations under way stay in the book, for the next program that resumes them.
  isolated deinit {
    if case .performing(let task) = state { task.cancel() }
  }

  /// Mutations that have failed, as it happens.
  public var failures: AnyPublisher<MutationFailure, Never> { failed.eraseToAnyPublisher() }

  /// How many are under way here, waiting ones included: now, and whenever that changes.
  public var pendingCount: AnyPublisher<Int, Never> { count.removeDuplicates().eraseToAnyPublisher() }

  /// Whether the book keeps mutations of a kind that have not ended, of this program, of others or of an interrupted one.
  public static func hasUnfinished<M: Mutation>(_ mutation: M.Type, in store: Store) throws(StoreError) -> Bool {
    try store.reader.firstInteger("SELECT 1 FROM mutation WHERE name = ? LIMIT 1", .text(M.name)) != nil
  }

  // MARK: Beginning

  /// Makes a change here, has it made elsewhere later, and returns the id that the service will know it by.
  ///
  /// - Throws: what its start or the book throws. Then nothing was changed.
  @discardableResult
  public func start<M: Mutation>(_ mutation: M) async throws -> String {
    guard let kind = kinds[M.name] else {
      // A mistake of the programmer, which the first run of the code shows: no input leads here.
      preconditionFailure("the manager was not given \(M.self)")
    }
    let body = try mutation.kept()
    let steps = try kind.steps(body)
    let id = RecordID.make()
    held.insert(id)
    do {
      let number = try await store.write { [owner = claim.owner] transaction in
        let number = try transaction.keep(id: id, name: M.name, body: body, owner: owner)
        try steps.start(transaction)
        return number
      }
      enqueue(Running(number: number, id: id, name: M.name, steps: steps))
    } catch {
      held.remove(id)
      throw error
    }
    return id
  }

  /// Goes on with what programs have left behind that are no more, and with what could not be ended here for want of a
  /// book to write to.
  ///
  /// Mutations of a kind that this program does not know are left to one that does.
  public func resume() async throws {
    resumptions += 1
    defer {
      resumptions -= 1
      if resumptions == 0 { ended = [] }
    }
    let kept = try await store.write { [claim, names = Set(kinds.keys)] transaction in
      try transaction.takeOver(by: claim.owner, of: names) { claim.isAlive($0) }
    }
    // What is held changes while one of them is being ended.
    for mutation in kept where !held.contains(mutation.id) && !ended.contains(mutation.id) {
      do {
        guard let steps = try kinds[mutation.name]?.steps(mutation.body) else { continue }
        let running = Running(number: mutation.number, id: mutation.id, name: mutation.name, steps: steps)
        held.insert(mutation.id)
        if steps.resumption == .perform, !cancelled.contains(mutation.id) {
          enqueue(running)
        } else {
          await end(running, .failure(CancellationError()))
        }
      } catch {
        failed.send(MutationFailure(id: mutation.id, name: mutation.name, error: error, isRolledBack: false))
      }
    }
  }

  /// Rolls a mutation back, unless it has ended, or is just ending. What the service answers later counts no more.
  ///
  /// When the book cannot be written, it is reported as a failure that is not rolled back, and the next ``resume()`` of this
  /// manager rolls it back. Should the program end before, the book knows nothing of the wish, and who resumes performs
  /// it.
  public func cancel(_ id: String) async {
    if let current, current.id == id, case .performing(let task) = state {
      task.cancel()
      cancelled.insert(id)
      await endCurrent(current, .failure(CancellationError()))
    } else if let index = waiting.firstIndex(where: { $0.id == id }) {
      let mutation = waiting.remove(at: index)
      cancelled.insert(id)
      await end(mutation, .failure(CancellationError()))
      tellCount()
    }
  }

  // MARK: Performing

  private func enqueue(_ mutation: Running) {
    waiting.insert(mutation, at: waiting.firstIndex { $0.number > mutation.number } ?? waiting.endIndex)
    performNext()
  }

  private func performNext() {
    defer { tellCount() }
    guard case .idle = state, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    current = next
    state = .performing(
      Task { [weak self] in
        let result: Result<MutationSteps.Commit, any Error>
        do { result = .success(try await next.steps.perform(next.id)) } catch { result = .failure(error) }
        guard let self, current?.id == next.id, case .performing = state else { return }
        await endCurrent(next, result)
      })
  }

  private func tellCount() {
    count.value = waiting.count + (current == nil ? 0 : 1)
  }

  // MARK: Ending

  private func endCurrent(_ mutation: Running, _ result: Result<MutationSteps.Commit, any Error>) async {
    state = .ending
    await end(mutation, result)
    state = .idle
    current = nil
    performNext()
  }

  private func end(_ mutation: Running, _ result: Result<MutationSteps.Commit, any Error>) async {
    do {
      let commit = try result.get()
      _ = try await finish(mutation, commit)
    } catch let error as StoreError where error.isAboutTheFile {
      // It may have been done elsewhere: it stays in the book.
      tellFailure(of: mutation, error, isRolledBack: false)
    } catch {
      do {
        if try await finish(mutation, mutation.steps.rollBack) {
          tellFailure(of: mutation, error, isRolledBack: true)
        }
      } catch _ {
        tellFailure(of: mutation, error, isRolledBack: false)
      }
    }
    held.remove(mutation.id)
  }

  private func tellFailure(of mutation: Running, _ error: any Error, isRolledBack: Bool) {
    failed.send(MutationFailure(id: mutation.id, name: mutation.name, error: error, isRolledBack: isRolledBack))
  }

  /// - Returns: `false` when another process has ended it and reported the result: there was nothing to write.
  private func finish(
    _ mutation: Running, _ write: @escaping @Sendable (Transaction) throws -> Void
  ) async throws -> Bool {
    let wasKept = try await store.write { transaction in
      guard try transaction.forget(mutation.id) else { return false }
      try write(transaction)
      return true
    }
    cancelled.remove(mutation.id)
    if resumptions > 0 { ended.insert(mutation.id) }
    return wasKept
  }
}

/// A mutation that has failed.
public struct MutationFailure: Sendable {
  /// The id that the service knows the mutation by.
  public let id: String
  /// Of its kind: ``Mutation/name``.
  public let name: String
  /// What the service, the mutation or the book threw; `CancellationError` when it was cancelled, or was not to be
  /// resumed.
  public let error: any Error
  /// Whether what it wrote was taken back. Otherwise it is still kept in the book, for ``MutationManager/resume()``, since the book could not be written or what
  /// is kept not be read.
  public let isRolledBack: Bool
}

extension StoreError {
  /// Whether it says that the book cannot be written now, rather than something about what was to be written.
  fileprivate var isAboutTheFile: Bool {
    switch self {
    case .noSuchRecord, .conflict, .refused, .nothingToUndo, .nothingToRedo, .undoConflict: false
    default: true
    }
  }
}
