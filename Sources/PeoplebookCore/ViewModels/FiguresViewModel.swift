import Persistence
import Reactive

/// The figures of the book; they follow it.
@MainActor
public final class FiguresViewModel {
  /// The present figures; `nil` until they were read.
  public let figures = CurrentValue<BookFigures?, Never>(nil)

  private let people: PeopleViewModel
  private var subscription: AnyCancellable?
  private var loading: Task<Void, Never>?
  private var isOutdated = false

  init(people: PeopleViewModel) {
    self.people = people
    subscription = people.store.changes(of: Person.self, limit: 1).sink(
      receiveCompletion: { [people] in if case .failure(let error) = $0 { people.report(error) } },
      receiveValue: { [weak self] _ in self?.load() })
    load()
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Reads the figures; another call meanwhile reads them once more.
  private func load() {
    isOutdated = true
    guard loading == nil else { return }
    loading = Task { [weak self, people] in
      while self?.isOutdated == true {
        self?.isOutdated = false
        do {
          let figures = try await people.store.figures()
          self?.figures.value = figures
        } catch {
          people.report(error)
        }
      }
      self?.loading = nil
    }
  }
}
