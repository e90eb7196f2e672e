import Glibc
import Persistence
import Reactive

/// An import from a file.
///
/// The book keeps it until it has ended, so that the next program resumes it after a crash.
struct ImportMutation: Mutation {
  static let name = "import"

  /// The absolute path of the file.
  let path: String

  /// Writes nothing: people appear when they have been read.
  func start(in transaction: Transaction) {}

  /// Imports the file.
  ///
  /// A repeated import changes nothing: the people that the interrupted one has added are *unchanged*.
  func perform(as id: String, with imports: ResumableImports) async throws -> ImportOutcome {
    try await imports.perform(path)
  }

  /// Writes nothing: the import has committed its people.
  func commit(_ outcome: ImportOutcome, in transaction: Transaction) {}

  /// Writes nothing: an import that fails undoes what it has committed.
  func rollBack(in transaction: Transaction) {}
}

/// The imports of one book, which survive a crash of the program.
///
/// An import is a `Mutation`: the book keeps it from its start to its end. One that a crash has interrupted is
/// performed again by ``resume(report:isCancelled:)``.
@MainActor
final class ResumableImports {
  /// The connection to the running import, for its progress and to stop it.
  private struct Control {
    /// The path as the user named it, which messages repeat; `nil` for a resumed import.
    var path: String?
    let report: @Sendable (ImportProgress) -> Void
    let isCancelled: @Sendable () -> Bool
  }

  private let store: Store
  private var manager: MutationManager?
  private var control: Control?
  private var results: [Result<ImportOutcome, any Error>] = []

  init(store: Store) {
    self.store = store
  }

  isolated deinit {}

  /// Imports people from one regular file.
  ///
  /// - Throws: As ``Persistence/Store/importPeople(from:report:isCancelled:)``, and when the book cannot be written.
  func run(
    from path: String, report: @escaping @Sendable (ImportProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> ImportOutcome {
    let mutation = ImportMutation(path: Self.absolute(path))
    let results = try await results(Control(path: path, report: report, isCancelled: isCancelled)) {
      try await $0.start(mutation)
    }
    guard let result = results.last else { throw CancellationError() }
    return try result.get()
  }

  /// Whether the book keeps an import that has not ended: here, in another program, or in one that has crashed.
  func hasUnfinished() throws(StoreError) -> Bool {
    guard !store.isReadOnly else { return false }
    return try MutationManager.hasUnfinished(ImportMutation.self, in: store)
  }

  /// Finishes the imports that a crash has interrupted.
  ///
  /// - Returns: What they did, together; `nil` when there was none.
  /// - Throws: Why one could not be finished. It is not tried again.
  func resume(
    report: @escaping @Sendable (ImportProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> ImportOutcome? {
    let results = try await results(Control(report: report, isCancelled: isCancelled)) { try await $0.resume() }
    guard var total = try results.first?.get() else { return nil }
    for result in results.dropFirst() { total.add(try result.get()) }
    return total
  }

  /// The path from the root; as it is when there is no such file, which the import reports.
  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Performs one import; called by ``ImportMutation``.
  fileprivate func perform(_ path: String) async throws -> ImportOutcome {
    guard let control else { throw CancellationError() }
    do {
      let outcome = try await store.importPeople(
        from: control.path ?? path, report: control.report, isCancelled: control.isCancelled)
      results.append(.success(outcome))
      return outcome
    } catch {
      results.append(.failure(error))
      throw error
    }
  }

  /// The results of the imports that `begin` starts, when all have ended.
  private func results(
    _ control: Control, of begin: (MutationManager) async throws -> Void
  ) async throws -> [Result<ImportOutcome, any Error>] {
    let manager = try self.manager ?? MutationManager(store, [MutationKind(ImportMutation.self, with: self)])
    self.manager = manager
    self.control = control
    results = []
    defer { self.control = nil }
    try await begin(manager)
    for await count in manager.pendingCount.values where count == 0 { break }
    return results
  }
}
