import Persistence
import RIV
import Reactive
import Time

/// Searches as the user types: only the last text is searched for, and results of earlier texts are never shown.
///
/// The list on the screen keeps what it shows until the next one is there.
@MainActor
public final class SearchInteractor: BaseInteractor<SearchAction, SearchDomain>, Interactor {
  /// Makes the list of the people that a text finds; of all people when it is empty.
  public typealias Find = @MainActor (String) async throws -> Results<Person>

  /// Makes a list with more people than another one of the same text; `nil` when there are none.
  public typealias Refine = @MainActor (String, Results<Person>) async throws -> Results<Person>?

  private let find: Find
  private let refine: Refine?
  private let show: (Results<Person>) -> Void
  private let scheduler: any Scheduler

  /// The number of stored searches.
  public static let mostRecents = 10
  /// The time after which the screen shows that a search is running.
  public static let patience = Duration.milliseconds(150)

  /// Creates a search interactor.
  ///
  /// - Parameters:
  ///   - recents: Earlier searches, the last one first.
  ///   - scheduler: The source of time.
  ///   - find: Makes a list; may be slow.
  ///   - refine: Makes a list with more people, which follows the first one; may be slow.
  ///   - show: Puts a list on the screen.
  public init(
    recents: [String] = [], scheduler: any Scheduler, find: @escaping Find,
    refine: Refine? = nil, show: @escaping (Results<Person>) -> Void
  ) {
    self.find = find
    self.refine = refine
    self.show = show
    self.scheduler = scheduler
    super.init(SearchDomain(recents: recents))
  }

  /// Handles an action of the user.
  ///
  /// - Complexity: O(recent searches); a search itself runs on the store's queue.
  public func interact(with action: SearchAction) {
    switch action {
    case .type(let text):
      guard text != domain.text else { return }
      let isSame = text.trimmed == domain.text.trimmed
      update { $0.text = text }
      if !isSame { search() }
    case .keep:
      let text = domain.text.trimmed
      guard !text.isEmpty else { return }
      update { domain in
        domain.recents.removeAll { $0 == text }
        domain.recents = Array(([text] + domain.recents).prefix(Self.mostRecents))
      }
    case .clear:
      interact(with: .type(""))
    case .refresh:
      search()
    }
  }

  private func search() {
    let text = domain.text.trimmed
    update { domain in
      domain.results = .loading
      domain.isRefining = false
    }
    run(
      effect(id: "search") { [weak self, find, refine, show] commit in
        let result: Result<(list: Results<Person>, found: SearchDomain.OpenedResult), any Error>
        do {
          let list = try await find(text)
          try await list.load(findingSections: list.isDivided)
          let found = SearchDomain.OpenedResult(text: text, count: list.items.count, isWhole: list.items.isComplete)
          result = .success((list, found))
        } catch {
          result = .failure(error)
        }
        let isWanted = commit { domain in
          domain.isSlow = false
          switch result {
          case .success(let answer):
            // The list is published first, so that it is on the screen when the state reports the result.
            show(answer.list)
            domain.shown = text
            domain.results = text.isEmpty ? .idle : .loaded(answer.found)
            domain.isRefining = refine != nil && !text.isEmpty
          case .failure(let error):
            domain.results = .failed("\(error)")
          }
        }
        guard isWanted else { return }
        self?.cancelEffects(id: "patience")
        guard let refine, case .success(let answer) = result, !text.isEmpty else { return }
        // The first list reports why a book cannot be read.
        let wider = try? await refine(text, answer.list)
        commit { domain in
          domain.isRefining = false
          guard let wider else { return }
          show(wider)
          domain.results = .loaded(
            SearchDomain.OpenedResult(text: text, count: wider.items.count, isWhole: wider.items.isComplete))
        }
      })
    run(
      effect(id: "patience", policy: .first) { [scheduler] in
        try await scheduler.sleep(for: Self.patience)
      } commit: { domain, result in
        if case .success = result { domain.isSlow = true }
      })
  }
}
