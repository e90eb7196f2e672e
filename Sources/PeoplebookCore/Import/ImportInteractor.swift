import RIV
import Reactive
public import Time

/// The user's actions on an import.
public enum ImportAction: Hashable, Sendable, Codable {
  /// Imports people from a file; ignored while another import runs.
  case begin(path: String)
  /// Stops the import, and leaves the book as it was, unless it is complete already. Before the import has begun, it
  /// keeps it from beginning.
  case cancel
}

/// Imports people from a file, reports the progress, and can be stopped.
///
/// Stopping an import does not cancel its effect: the store may have committed already, and the screen must show the
/// state of the book. The work is requested to stop, and its result counts.
public final class ImportInteractor: BaseInteractor<ImportAction, ImportDomain>, Interactor {
  /// Does the work; see ``ResumableImports``.
  public typealias PeopleImport =
    @MainActor (
      _ path: String, _ report: @escaping @Sendable (ImportProgress) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) async throws -> ImportOutcome

  private let importPeople: PeopleImport
  private let scheduler: any Scheduler
  private var stop = AtomicFlag()

  /// Creates an interactor that imports with `importPeople`, and estimates the rest of the time by `scheduler`.
  public init(scheduler: any Scheduler, importPeople: @escaping PeopleImport) {
    self.scheduler = scheduler
    self.importPeople = importPeople
    super.init(ImportDomain())
  }

  isolated deinit {
    stop.set()
  }

  /// Handles an action of the user.
  public func interact(with action: ImportAction) {
    switch action {
    case .begin(let path):
      guard !domain.status.isLoading else { return }
      begin(path)
    case .cancel:
      switch domain.status {
      case .idle, .loading: break
      default: return
      }
      stop.set()
      update { $0.isCancelling = true }
    }
  }

  private func begin(_ path: String) {
    if case .idle = domain.status {} else { stop = AtomicFlag() }
    let stop = stop
    update {
      $0 = ImportDomain()
      $0.path = path
      $0.status = .loading
      $0.isCancelling = stop.isSet
    }
    // Only the newest progress is shown: the reader is woken once for all pending values.
    let progress = Mailbox(of: ImportProgress.self, buffering: .newest(1))
    run(
      effect(id: "import") { [importPeople] in
        defer { progress.finish() }
        return try await importPeople(path, { progress.post($0) }) { stop.isSet }
      } commit: { domain, result in
        domain.status = Status(result)
        domain.isCancelling = false
      })
    run(
      effect(id: "progress") { [scheduler] commit in
        let start = scheduler.now
        for await step in progress {
          commit {
            $0.progress = step
            $0.secondsLeft = TimeLeft.seconds(share: step.share, after: scheduler.now - start)
          }
        }
      })
  }
}
