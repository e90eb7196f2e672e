import Persistence
import Reactive

/// The imports of one book, which survive a crash of the program.
///
/// An import is a `Mutation`: the book keeps it from its start to its end. One that a crash has interrupted is
/// performed again by ``resume(report:isCancelled:)``. What it had committed before the crash is a change of its own,
/// which a second undo reverts.
@MainActor
public final class ResumableImports {
  /// The connection to the running import, for its progress and to stop it.
  private struct Control {
    /// The files; `nil` for a resumed import.
    var files: [ImportFile]?
    let report: @Sendable (ImportProgress) -> Void
    let isCancelled: @Sendable () -> Bool
  }

  /// What becomes of the people that an interrupted import has added, when it is not finished.
  private static let rest = "What it had added stays in the book, and is listed among the changes."

  /// The sentence for the user when an interrupted import was stopped by ``resume(report:isCancelled:)``.
  public static let stopped = "The interrupted import was stopped. \(rest)"

  /// The sentence for the user when an interrupted import cannot be finished.
  public static func problem(_ error: any Error) -> String {
    "An interrupted import could not be finished: \((error as? StoreError)?.reason ?? "\(error)") \(rest)"
  }

  /// The error of an import that is kept in a form that this version does not know.
  private static let unknownForm = ImportError(
    description: "It was begun by another version of the program, which can finish it.")

  private let store: Store
  private var control: Control?
  private var ended: [Result<ImportOutcome, any Error>] = []

  /// Creates the imports of a book.
  public init(store: Store) {
    self.store = store
  }

  isolated deinit {}

  /// Imports people from files, as one change.
  ///
  /// - Parameters:
  ///   - files: One file or more, all opened with the same options.
  ///   - report: Called on the store's queue after each person; must be quick.
  ///   - isCancelled: Asked there before each person, at the end, and while another program is writing, and on another
  ///     thread before each chunk of a file; `true` leaves the book as it was.
  /// - Throws: As `Store.importPeople(from:report:isCancelled:)`, and when the book cannot be written.
  /// - Complexity: O(*n* log *m*), where *n* is the number of people in the files, and *m* that in the book.
  public func run(
    from files: [ImportFile], report: @escaping @Sendable (ImportProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> ImportOutcome {
    let control = Control(files: files, report: report, isCancelled: isCancelled)
    do {
      let monitor = WriteMonitor(isCancelled: isCancelled)
      let results = try await runToEnd(control) { try await $0.start(ImportMutation(files), monitor: monitor) }
      guard let result = results.last else { throw CancellationError() }
      return try result.get()
    } catch is CancellationError where isCancelled() {
      return .cancelled
    }
  }

  /// Imports people from one regular file.
  ///
  /// - Throws: As ``run(from:report:isCancelled:)-(Array<_>,_,_)``, and ``ImportError`` when the file contains no
  ///   people.
  func run(
    from path: String, mappings: [ColumnMapping] = [], report: @escaping @Sendable (ImportProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> ImportOutcome {
    let file = try ImportFile(path: path, ImportFile.Options(mappings: mappings, allowsPipes: false))
    return try await run(from: [file], report: report, isCancelled: isCancelled).orFailure()
  }

  /// Whether the book keeps an import that has not ended: here, in another program, or in one that has crashed.
  ///
  /// - Throws: The reason why the book cannot be read.
  public func hasPending() throws(StoreError) -> Bool {
    guard !store.isReadOnly else { return false }
    return try MutationManager.hasPending(ImportMutation.self, in: store)
  }

  /// The files of the imports that a crash has interrupted, as ``resume(report:isCancelled:)`` will read them.
  ///
  /// - Throws: ``ImportError`` for one that another version of the program has kept; when the book cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of files.
  public func interruptedFiles() throws -> [String] {
    guard try hasPending() else { return [] }
    do {
      return try MutationManager.interrupted(ImportMutation.self, in: store).flatMap(\.paths)
    } catch is DecodingError {
      throw Self.unknownForm
    }
  }

  /// Finishes the imports that a crash has interrupted.
  ///
  /// - Returns: What they did, together; `nil` when there was none.
  /// - Throws: Why one could not be finished. It is not tried again, unless the book could not even note that, or
  ///   another version of the program has kept it.
  /// - Complexity: O(size of the files).
  public func resume(
    report: @escaping @Sendable (ImportProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> ImportOutcome? {
    let results = try await runToEnd(Control(report: report, isCancelled: isCancelled)) { try await $0.resume() }
    guard var total = try results.first?.get() else { return nil }
    for result in results.dropFirst() { total.add(try result.get()) }
    return total
  }

  /// Performs one import; called by ``ImportMutation``.
  ///
  /// - Throws: ``ImportError`` for every failure, so that the book does not keep the import: the user knows of it.
  func perform(_ mutation: ImportMutation, as id: String) async throws -> ImportOutcome {
    guard let control else { throw CancellationError() }
    do {
      let outcome = try await store.importPeople(
        from: control.files ?? mutation.files(), report: control.report, isCancelled: control.isCancelled, ending: id)
      ended.append(.success(control.files == nil ? try outcome.orFailure() : outcome))
      return outcome
    } catch {
      ended.append(.failure(error))
      throw ImportError(description: "\(error)", isPartial: (error as? ImportError)?.isPartial ?? false)
    }
  }

  /// Starts imports with `begin`, and waits until all have ended.
  ///
  /// - Returns: Their results.
  private func runToEnd(
    _ control: Control, _ begin: (MutationManager) async throws -> Void
  ) async throws -> [Result<ImportOutcome, any Error>] {
    if store.isReadOnly, let reason = store.readOnlyReason { throw reason }
    // It is released at the end, and shows other programs until then that its imports are performed.
    let manager = try MutationManager(store, [MutationKind(ImportMutation.self, with: self)])
    self.control = control
    ended = []
    defer { self.control = nil }
    let token = manager.failures.sink { [weak self] failure in
      // Every other failure is one of ``perform(_:as:)``, which has kept it.
      if failure.error is DecodingError { self?.ended.append(.failure(Self.unknownForm)) }
    }
    defer { token.cancel() }
    try await begin(manager)
    for await count in manager.pendingCount.values where count == 0 { break }
    return ended
  }
}
