import RIV
import Reactive
import Synchronization

/// What a user does to an import.
public enum ImportAction: Hashable, Sendable, Codable {
  /// Imports people from a file; ignored while another import runs.
  case begin(path: String)
  /// Stops the import, and leaves the book as it was, unless it is complete already. Before the import has begun, it keeps
  /// it from beginning.
  case cancel
}

/// Imports people from a file, reports how far it is, and can be stopped.
///
/// A cancelled import is not a cancelled effect: the store may have committed already, and the screen must show what is in
/// the book. So the work is asked to stop, and its own answer counts.
public final class ImportInteractor: BaseInteractor<ImportAction, ImportDomain>, Interactor {
  /// Does the work; see ``Persistence/Store/importPeople(from:report:isCancelled:)``.
  public typealias Take =
    @MainActor (
      _ path: String, _ report: @escaping @Sendable (ImportProgress) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) async throws -> ImportOutcome

  private let take: Take
  private var stop = Stop()

  private final class Stop: Sendable {
    let isAsked = Atomic(false)
  }

  public init(take: @escaping Take) {
    self.take = take
    super.init(ImportDomain())
  }

  isolated deinit {
    stop.isAsked.store(true, ordering: .relaxed)
  }

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
      stop.isAsked.store(true, ordering: .relaxed)
      update { $0.isCancelling = true }
    }
  }

  private func begin(_ path: String) {
    if case .idle = domain.status {} else { stop = Stop() }
    let stop = stop
    update {
      $0 = ImportDomain()
      $0.path = path
      $0.status = .loading
      $0.isCancelling = stop.isAsked.load(ordering: .relaxed)
    }
    // Only the newest is worth showing: the reader is woken once for whatever has come.
    let progress = Mailbox(of: ImportProgress.self, buffering: .newest(1))
    run(
      effect(id: "import") { [take] in
        defer { progress.finish() }
        return try await take(path, progress.post) { stop.isAsked.load(ordering: .relaxed) }
      } commit: { domain, result in
        domain.status = Status(result)
        domain.isCancelling = false
      })
    run(
      effect(id: "progress") { commit in
        for await step in progress { commit { $0.progress = step } }
      })
  }
}
