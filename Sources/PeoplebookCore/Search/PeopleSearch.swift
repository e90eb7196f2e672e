import Persistence
import RIV
import Reactive
import Time

/// The search of the list, ready for a view model: a text to bind a field to, and the list that it leads to.
///
///     let search = PeopleSearch(store.people(), scheduler: scheduler) { store.people(matching: $0) }
///     people = search.lists.map(\.changesetPublisher).switchToLatest()
@MainActor
public final class PeopleSearch {
  /// What the field holds, in both directions.
  public let text = CurrentValue<String, Never>("")
  /// The list to show.
  public var lists: CurrentValuePublisher<Results<Person>, Never> { list.asCurrentValuePublisher() }
  /// The states of the search.
  public var states: AnyPublisher<SearchViewState, Never> { feature.viewStates }
  public var state: SearchViewState { feature.viewState }

  private let list: CurrentValue<Results<Person>, Never>
  private let feature: Feature<SearchAction, SearchViewState>
  private var tokens: Set<AnyCancellable> = []

  /// - Parameters:
  ///   - list: What is shown at first.
  ///   - recents: Searches from earlier, the last one first.
  ///   - find: Opens the list for a text.
  public init(
    _ list: Results<Person>, recents: [String] = [], scheduler: any Scheduler,
    middleware: [any Middleware<SearchAction, SearchDomain>] = [], find: @escaping SearchInteractor.Find
  ) {
    let list = CurrentValue<Results<Person>, Never>(list)
    self.list = list
    let interactor = SearchInteractor(recents: recents, scheduler: scheduler, find: find) { list.value = $0 }
    feature = Feature(interactor, SearchReducer(), middleware: middleware)
    text.removeDuplicates().dropFirst().sink { [feature] in
      if feature.viewState.text != $0 { feature.send(.type($0)) }
    }
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
