import Persistence
import Reactive
import Time

/// Repeats a page's reading after a transient error, with growing pauses.
@MainActor
final class ReadingRetry {
  private let people: PeopleViewModel
  private let problem: CurrentValue<String?, Never>
  private var pause = RetryPause()
  private var next: ScheduledAction?

  /// - Parameter problem: Receives the sentence of a transient error, and `nil` when a reading succeeds.
  init(_ people: PeopleViewModel, _ problem: CurrentValue<String?, Never>) {
    self.people = people
    self.problem = problem
  }

  isolated deinit {
    next?.cancel()
  }

  func noteSuccess() {
    pause.noteSuccess()
    next?.cancel()
    if problem.value != nil { problem.value = nil }
  }

  /// Reports an error, once while it lasts; after a transient one, calls `readAgain` after a pause.
  func handle(_ error: any Error, readAgain: @escaping @MainActor () -> Void) {
    let sentence = "\(error)"
    if problem.value != sentence { people.report(error) }
    next?.cancel()
    guard let error = error as? StoreError, error.isTemporary else { return problem.value = nil }
    problem.value = sentence
    next = people.actions.scheduler.schedule(after: pause.next(after: error)) { readAgain() }
  }
}
