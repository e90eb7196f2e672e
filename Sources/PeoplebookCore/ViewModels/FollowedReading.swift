import Persistence
import Reactive

/// Reads something of the book at once, and again after each change, one reading at a time.
///
/// An error is reported by the status of the book. The reading ends with its owner.
@MainActor
final class FollowedReading {
  private let people: PeopleViewModel
  private let read: @MainActor () async throws -> Void
  private var subscription: AnyCancellable?
  private var reading: Task<Void, Never>?
  private var isOutdated = false

  /// - Parameter read: Reads; it must not keep the owner of this object alive.
  init(_ people: PeopleViewModel, _ read: @escaping @MainActor () async throws -> Void) {
    self.people = people
    self.read = read
    subscription = people.store.changes(of: Person.self, limit: 1).sink(
      receiveCompletion: { [people] in if case .failure(let error) = $0 { people.report(error) } },
      receiveValue: { [weak self] _ in self?.again() })
    again()
  }

  isolated deinit {
    reading?.cancel()
  }

  /// Reads again; a call during a reading makes one more follow it.
  func again() {
    isOutdated = true
    guard reading == nil else { return }
    reading = Task { [weak self, people, read] in
      while self?.isOutdated == true {
        self?.isOutdated = false
        do {
          try await read()
        } catch {
          people.report(error)
        }
      }
      self?.reading = nil
    }
  }
}
