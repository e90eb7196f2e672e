import Persistence
import RIV
import Reactive
import Time

/// The search of the list, ready for a view model: a text to bind a field to, and the list that it leads to.
///
///     let search = PeopleSearch(store.people(), scheduler: scheduler) { store.people(matching: $0) }
///     let token = search.people.sink { change in … }
///     search.text.value = "ada"
@MainActor
public final class PeopleSearch {
  /// What the field holds, in both directions.
  public let text = CurrentValue<String, Never>("")
  /// The list to show.
  public var results: Results<Person> { list.value }
  /// What is in the list, and each change of it.
  ///
  /// From one search to the next leads a changeset too, as long as both lists are short enough for somebody to follow; from or to
  /// a longer one leads `.initial`.
  public let people: AnyPublisher<CollectionChange<ResultsSnapshot<Person>>, Never>
  /// The states of the search.
  public var states: AnyPublisher<SearchViewState, Never> { feature.viewStates }
  public var state: SearchViewState { feature.viewState }

  private let list: CurrentValue<Results<Person>, Never>
  private let feature: Feature<SearchAction, SearchViewState>
  private var tokens: Set<AnyCancellable> = []

  /// - Parameters:
  ///   - list: What is shown at first.
  ///   - recents: Where searches are remembered from one time to the next; nowhere without.
  ///   - find: Opens the list for a text.
  public init(
    _ list: Results<Person>, recents: RecentSearches? = nil, scheduler: any Scheduler,
    middleware: [any Middleware<SearchAction, SearchDomain>] = [], find: @escaping SearchInteractor.Find
  ) {
    let list = CurrentValue<Results<Person>, Never>(list)
    self.list = list
    people = list.map { list in list.changesetPublisher.map { (list: list, change: $0) } }.switchToLatest()
      .scan(Step()) { $0.next($1.list, $1.change) }
      .map(\.change)
      // Another list may well be the same people.
      .filter { $0.changeset?.isEmpty != true }
      .eraseToAnyPublisher()
    let interactor = SearchInteractor(recents: recents?.load() ?? [], scheduler: scheduler, find: find) {
      if list.value !== $0 { list.value = $0 }
    }
    feature = Feature(interactor, SearchReducer(), middleware: middleware)
    text.removeDuplicates().dropFirst().sink { [feature] in
      if feature.viewState.text != $0 { feature.send(.type($0)) }
    }
    .store(in: &tokens)
    // Not to remember a search is no failure that anybody needs to hear of.
    feature.viewStates.map(\.recents).removeDuplicates().dropFirst().sink { try? recents?.save($0) }
      .store(in: &tokens)
    feature.viewStates.map(\.text).removeDuplicates().sink { [text] in
      if text.value != $0 { text.value = $0 }
    }
    .store(in: &tokens)
  }

  isolated deinit {}

  public func send(_ action: SearchAction) {
    feature.send(action)
  }
}

/// What a subscriber has got so far, and gets next.
private struct Step {
  private var list: Results<Person>?
  private(set) var change = CollectionChange<ResultsSnapshot<Person>>.failure(CancellationError())

  /// More rows than this move out of sight.
  private static let mostRows = 2_000

  func next(_ list: Results<Person>, _ change: CollectionChange<ResultsSnapshot<Person>>) -> Step {
    var step = self
    step.list = list
    step.change = change
    guard case .initial(let new) = change, let old = self.change.items, self.list !== list,
      max(old.count, new.count) <= Self.mostRows, let oldRows = old.rows, let newRows = new.rows
    else { return step }
    step.change = .update(new, Changeset(from: oldRows, to: newRows))
    return step
  }
}
