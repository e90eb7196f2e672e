import Reactive

/// Runs mutations on a book, one after the other, and resumes those that an ended program has left pending.
///
///     let manager = try MutationManager(store, [MutationKind(AddDog.self, with: server)])
///     try await manager.resume()
///     let id = try await manager.start(AddDog(rex))  // Rex is in the book
///
/// A mutation that fails is rolled back and reported, and not retried. Several programs may run mutations on one book:
/// each runs its own, and resumes those that have no live owner.
///
/// States: *idle*, *performing* (a request was sent to the service), *ending* (the result is written to the book).
/// Between two mutations no code runs.
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
  /// The mutations of this manager, from before they are stored until they have ended: waiting, current, being started
  /// or ended.
  private var tracked: Set<String> = []
  /// Resumptions under way, and the mutations that have ended during them, which they may have read before.
  private var resumptions = 0
  private var ended: Set<String> = []
  /// Mutations that were cancelled when the book could not be written.
  ///
  /// They stay stored, and must not be performed.
  private var cancelled: Set<String> = []
  private let failed = Subject<MutationFailure, Never>()
  private let count = CurrentValue(0)

  /// Creates a mutation manager.
  ///
  /// - Parameters:
  ///   - store: The book.
  ///   - kinds: All kinds that this program starts, and resumes when it finds them in the book.
  /// - Throws: The reason why this program cannot register as an owner of mutations beside the book.
  /// - Complexity: O(*n*), where *n* is the number of kinds.
  public init(_ store: Store, _ kinds: [MutationKind]) throws(StoreError) {
    self.store = store
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { _, last in last }
    claim = try MutationClaim(beside: store.path)
  }

  /// Pending mutations stay in the book, for the next program that resumes them.
  isolated deinit {
    if case .performing(let task) = state { task.cancel() }
  }

  /// The mutations that have failed, published at once.
  public var failures: AnyPublisher<MutationFailure, Never> { failed.eraseToAnyPublisher() }

  /// The number of pending mutations of this manager, waiting ones included: now, and after each change.
  public var pendingCount: AnyPublisher<Int, Never> { count.removeDuplicates().eraseToAnyPublisher() }

  /// Whether mutations of a kind are pending in the book, of this program, of others or of an interrupted one.
  ///
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of pending mutations.
  public static func hasPending<M: Mutation>(_ mutation: M.Type, in store: Store) throws(StoreError) -> Bool {
    try store.reader.firstInteger("SELECT 1 FROM mutation WHERE name = ? LIMIT 1", .text(M.name)) != nil
  }

  /// The pending mutations of a kind whose programs have ended, which the next ``resume()`` takes over, in order.
  ///
  /// - Throws: When the book cannot be read, or one of them cannot be decoded.
  /// - Complexity: O(pending mutations).
  public static func interrupted<M: Mutation>(_ mutation: M.Type, in store: Store) throws -> [M] {
    let claim = try MutationClaim(beside: store.path)
    let pending = try store.reader.map(
      "SELECT owner, body FROM mutation WHERE name = ? ORDER BY number", [.text(M.name)]
    ) {
      (owner: $0.integer(0), body: $0.text(1))
    }
    return try pending.filter { !claim.isAlive($0.owner) }.map { try M(storedAs: $0.body) }
  }

  // MARK: Starting

  /// Makes a change here, and starts its request to the service.
  ///
  /// - Parameters:
  ///   - mutation: The change, and its request.
  ///   - monitor: May cancel it while it waits for another writer: then `CancellationError` is thrown.
  /// - Returns: The id of the request.
  /// - Throws: The error of its start or of the book. Then nothing was changed.
  @discardableResult
  public func start<M: Mutation>(_ mutation: M, monitor: WriteMonitor = WriteMonitor()) async throws -> String {
    guard let kind = kinds[M.name] else {
      // A programmer error that the first run of the code reveals: no input leads here.
      preconditionFailure("the manager was not given \(M.self)")
    }
    let body = try mutation.stored()
    let steps = try kind.steps(body)
    let id = RecordID.make()
    tracked.insert(id)
    do {
      let number = try await store.write(monitor: monitor) { [owner = claim.owner] transaction in
        let number = try transaction.keep(id: id, name: M.name, body: body, owner: owner)
        try steps.start(transaction)
        return number
      }
      enqueue(Running(number: number, id: id, name: M.name, steps: steps))
    } catch {
      tracked.remove(id)
      throw error
    }
    return id
  }

  /// Resumes the mutations of programs that have ended, and those that could not be ended here because the book could
  /// not be written.
  ///
  /// Mutations of an unknown kind are left to a program that knows it.
  ///
  /// - Throws: The reason why the book cannot be written. No mutation was resumed then.
  /// - Complexity: O(*n*), where *n* is the number of pending mutations.
  public func resume() async throws {
    resumptions += 1
    defer {
      resumptions -= 1
      if resumptions == 0 { ended = [] }
    }
    let pending = try await store.write { [claim, names = Set(kinds.keys)] transaction in
      try transaction.takeOver(by: claim.owner, of: names) { claim.isAlive($0) }
    }
    // `tracked` changes while one of them is being ended.
    for mutation in pending where !tracked.contains(mutation.id) && !ended.contains(mutation.id) {
      do {
        guard let steps = try kinds[mutation.name]?.steps(mutation.body) else { continue }
        let running = Running(number: mutation.number, id: mutation.id, name: mutation.name, steps: steps)
        tracked.insert(mutation.id)
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

  /// Rolls a mutation back, unless it has ended or is just ending.
  ///
  /// A later answer of the service is ignored.
  ///
  /// If the book cannot be written, this is reported as a failure that is not rolled back, and the next ``resume()`` of
  /// this manager rolls it back. If the program ends before, the cancellation is lost, and the next resumption performs
  /// the mutation.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pending mutations.
  public func cancel(_ id: String) async {
    if let current, current.id == id, case .performing(let task) = state {
      task.cancel()
      cancelled.insert(id)
      await endCurrent(current, .failure(CancellationError()))
    } else if let index = waiting.firstIndex(where: { $0.id == id }) {
      let mutation = waiting.remove(at: index)
      cancelled.insert(id)
      await end(mutation, .failure(CancellationError()))
      publishCount()
    }
  }

  // MARK: Performing

  private func enqueue(_ mutation: Running) {
    waiting.insert(mutation, at: waiting.firstIndex { $0.number > mutation.number } ?? waiting.endIndex)
    performNext()
  }

  private func performNext() {
    defer { publishCount() }
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

  private func publishCount() {
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
      // The service may have performed it, so it stays in the book.
      publishFailure(of: mutation, error, isRolledBack: false)
    } catch {
      do {
        if try await finish(mutation, mutation.steps.rollBack) {
          publishFailure(of: mutation, error, isRolledBack: true)
        }
      } catch _ {
        publishFailure(of: mutation, error, isRolledBack: false)
      }
    }
    tracked.remove(mutation.id)
  }

  private func publishFailure(of mutation: Running, _ error: any Error, isRolledBack: Bool) {
    failed.send(MutationFailure(id: mutation.id, name: mutation.name, error: error, isRolledBack: isRolledBack))
  }

  /// - Returns: `false` when another process or the service has ended it, so that there was nothing to write.
  private func finish(
    _ mutation: Running, _ write: @escaping @Sendable (Transaction) throws -> Void
  ) async throws -> Bool {
    let wasPending = try await store.write { transaction in
      guard try transaction.forget(mutation.id) else { return false }
      try write(transaction)
      return true
    }
    cancelled.remove(mutation.id)
    if resumptions > 0 { ended.insert(mutation.id) }
    return wasPending
  }
}

/// A mutation that has failed.
public struct MutationFailure: Sendable {
  /// The id of the request to the service.
  public let id: String
  /// The name of its kind: ``Mutation/name``.
  public let name: String
  /// The error of the service, the mutation or the book; `CancellationError` when it was cancelled, or was not to be
  /// resumed.
  public let error: any Error
  /// Whether what it wrote was taken back.
  ///
  /// Otherwise it is still pending in the book, for ``MutationManager/resume()``: the book could not be written, or the
  /// stored mutation could not be read.
  public let isRolledBack: Bool
}

extension StoreError {
  /// Whether the error is that the book cannot be written now, rather than one about the change.
  fileprivate var isAboutTheFile: Bool {
    switch self {
    case .noSuchRecord, .conflict, .refused, .nothingToUndo, .nothingToRedo, .undoConflict: false
    default: true
    }
  }
}
