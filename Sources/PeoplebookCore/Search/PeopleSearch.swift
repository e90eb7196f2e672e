import Persistence
import RIV
import Reactive
import Time

/// A change of the list, and the letters that it is divided by.
public typealias PeopleChange = SectionedChange<String, ResultsSnapshot<Person>>

/// The search of the list, ready for a view model: a text to bind a field to, and the list that it leads to.
///
///     let search = PeopleSearch(store.people(), scheduler: scheduler) { store.people(matching: $0) }
///     let token = search.people.sink { change in … }
///     search.text.value = "ada"
@MainActor
public final class PeopleSearch {
  /// The text of the field, in both directions.
  public let text = CurrentValue<String, Never>("")
  /// The list to show.
  public var results: Results<Person> { list.value }
  /// The list and each change of it.
  ///
  /// Its sections are those of its order; a search has one section, without a name.
  ///
  /// Another search emits a changeset from the previous list when both lists are complete, and short enough to be
  /// followed on the screen, and `.initial` otherwise. It emits nothing when both show the same
  /// people, unless only one of them is complete.
  public let people: AnyPublisher<PeopleChange, Never>
  /// The reason why the list, or the last search, cannot be read; `nil` while it can.
  public var failurePublisher: AnyPublisher<String?, Never> {
    list.map(\.failurePublisher).switchToLatest().combineLatest(feature.viewStates.map(\.problem))
      .map { $0?.description ?? $1 }.eraseToAnyPublisher()
  }
  /// The states of the search.
  public var states: AnyPublisher<SearchViewState, Never> { feature.viewStates }
  /// The view state of the search.
  public var state: SearchViewState { feature.viewState }

  private let list: CurrentValue<Results<Person>, Never>
  private let feature: Feature<SearchAction, SearchViewState>
  private var tokens: Set<AnyCancellable> = []

  /// Creates a search of people.
  ///
  /// - Parameters:
  ///   - list: The list that is shown at first.
  ///   - recents: The file that keeps searches; without it they are not kept.
  ///   - scheduler: The source of time.
  ///   - middleware: Observes every action.
  ///   - refine: Opens a list with more people for a text; see ``SearchInteractor``.
  ///   - find: Opens the list for a text.
  /// - Complexity: O(recent searches).
  public init(
    _ list: Results<Person>, recents: RecentSearches? = nil, scheduler: any Scheduler,
    middleware: [any Middleware<SearchAction, SearchDomain>] = [],
    refine: SearchInteractor.Refine? = nil, find: @escaping SearchInteractor.Find
  ) {
    let list = CurrentValue<Results<Person>, Never>(list)
    self.list = list
    people = list.map { list in Self.sections(of: list).map { (list: list, change: $0) } }.switchToLatest()
      .scan(ChangeComparison()) { $0.next($1.list, $1.change) }
      .filter(\.isNews)
      .map(\.change)
      .eraseToAnyPublisher()
    let interactor = SearchInteractor(recents: recents?.load() ?? [], scheduler: scheduler, find: find, refine: refine)
    {
      if list.value !== $0 { list.value = $0 }
    }
    feature = Feature(interactor, SearchReducer(), middleware: middleware)
    text.removeDuplicates().dropFirst().sink { [feature] in
      if feature.viewState.text != $0 { feature.send(.type($0)) }
    }
    .store(in: &tokens)
    // A search that cannot be kept is not worth a message.
    feature.viewStates.map(\.recents).removeDuplicates().dropFirst().sink { try? recents?.save($0) }
      .store(in: &tokens)
    feature.viewStates.map(\.text).removeDuplicates().sink { [text] in
      if text.value != $0 { text.value = $0 }
    }
    .store(in: &tokens)
  }

  isolated deinit {}

  private static func sections(of list: Results<Person>) -> AnyPublisher<PeopleChange, Never> {
    if list.isDivided { return list.sectioned().changesetPublisher }
    return list.changesetPublisher.map { change in
      switch change {
      case .initial(let people): .initial(SectionedSnapshot(items: people, runs: [("", people.count)]))
      case .update(let people, let changeset):
        .update(SectionedSnapshot(items: people, runs: [("", people.count)]), changeset)
      case .failure(let error): .failure(error)
      }
    }
    .eraseToAnyPublisher()
  }

  /// Sends an action to the search.
  public func send(_ action: SearchAction) {
    feature.send(action)
  }
}

/// The last change that a subscriber has received, and the next one.
private struct ChangeComparison {
  private var list: Results<Person>?
  private(set) var change = PeopleChange.failure(CancellationError())
  /// False when another list has the same people under the same letters, and is as complete.
  private(set) var isNews = true

  /// The length up to which a list is compared with the previous one.
  private static let mostRows = 2_000

  func next(_ list: Results<Person>, _ change: PeopleChange) -> ChangeComparison {
    var step = self
    step.list = list
    step.change = change
    step.isNews = true
    guard case .initial(let new) = change, let old = self.change.snapshot, self.list !== list,
      max(old.items.count, new.items.count) <= Self.mostRows,
      let oldRows = old.items.rows, let newRows = new.items.rows
    else { return step }
    let changeset = Changeset(from: oldRows, to: newRows)
    // The first pages of long lists say nothing about the people who stay.
    if old.items.isComplete, new.items.isComplete { step.change = .update(new, changeset) }
    step.isNews =
      !changeset.isEmpty || old.sections.map(\.key) != new.sections.map(\.key)
      || old.items.isComplete != new.items.isComplete
    return step
  }
}

extension Results<Person> {
  /// Whether the list has sections: those of its order, unless it is a search.
  var isDivided: Bool { query.words.isEmpty && query.order.isDivided }
}
