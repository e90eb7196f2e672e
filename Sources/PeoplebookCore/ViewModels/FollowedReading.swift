import Persistence
import Reactive

/// Reads something of the book at once, and again after each change and at midnight, one reading at a time.
///
/// An error is reported by the status of the book; after a transient one, it reads again after a pause. The reading
/// ends with its owner.
@MainActor
final class FollowedReading {
  private let retry: ReadingRetry
  private let read: @MainActor () async throws -> Void
  private var subscriptions: [AnyCancellable] = []
  private var reading: Task<Void, Never>?
  private var isOutdated = false

  /// - Parameters:
  ///   - problem: Receives the sentence of a transient error, and `nil` when a reading succeeds.
  ///   - read: Reads; it must not keep the owner of this object alive.
  init(
    _ people: PeopleViewModel, problem: CurrentValue<String?, Never> = CurrentValue(nil),
    _ read: @escaping @MainActor () async throws -> Void
  ) {
    retry = ReadingRetry(people, problem)
    self.read = read
    subscriptions = people.observeChanges { [weak self] in self?.again() }
    again()
  }

  isolated deinit {
    reading?.cancel()
  }

  /// Reads again; a call during a reading makes one more follow it.
  func again() {
    isOutdated = true
    guard reading == nil else { return }
    reading = Task { [weak self, read] in
      while self?.isOutdated == true {
        self?.isOutdated = false
        do {
          try await read()
          self?.retry.noteSuccess()
        } catch {
          self?.retry.handle(error) { [weak self] in self?.again() }
        }
      }
      self?.reading = nil
    }
  }
}
