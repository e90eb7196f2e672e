import Persistence
import Reactive
import Time

/// Repeats a reading after a transient error, with growing pauses.
@MainActor
final class ReadingRetry {
  private let scheduler: any Scheduler
  private let problem: CurrentValue<String?, Never>
  private let report: @MainActor (any Error) -> Void
  private var pause = RetryPause()
  private var next: ScheduledAction?

  /// - Parameters:
  ///   - problem: Receives the sentence of a transient error, and `nil` when a reading succeeds.
  ///   - report: Receives each error once while it lasts.
  init(
    scheduler: any Scheduler, problem: CurrentValue<String?, Never> = CurrentValue(nil),
    report: @escaping @MainActor (any Error) -> Void = { _ in }
  ) {
    self.scheduler = scheduler
    self.problem = problem
    self.report = report
  }

  /// The retry of a page; `people` reports its errors.
  convenience init(_ people: PeopleViewModel, _ problem: CurrentValue<String?, Never>) {
    self.init(scheduler: people.actions.scheduler, problem: problem) { people.report($0) }
  }

  isolated deinit {
    next?.cancel()
  }

  func noteSuccess() {
    pause.noteSuccess()
    next?.cancel()
    if problem.value != nil { problem.value = nil }
  }

  /// Cancels the next reading.
  func cancel() { next?.cancel() }

  /// Reports an error, once while it lasts; after a transient one, calls `readAgain` after a pause.
  func handle(_ error: any Error, readAgain: @escaping @MainActor () -> Void) {
    let sentence = "\(error)"
    if problem.value != sentence { report(error) }
    next?.cancel()
    guard let error = error as? StoreError, error.isTemporary else { return problem.value = nil }
    problem.value = sentence
    next = scheduler.schedule(after: pause.next(after: error)) { readAgain() }
  }
}
