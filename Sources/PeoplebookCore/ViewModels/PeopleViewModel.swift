import Persistence
import RIV
import Reactive
import Time

/// The list of people: its rows, its filters and order, and the actions on people.
@MainActor
public final class PeopleViewModel {
  /// A sentence for the status line, and what keys of the screen do next, such as `u undoes`.
  public enum StatusMessage: Hashable, Sendable {
    /// An action has changed the book.
    case done(String, keys: String = "")
    /// An action had nothing to do, or was stopped.
    case hint(String)
    /// An action has failed.
    case problem(String, keys: String = "")
  }

  /// The rows of the list in their sections, and each change of them.
  ///
  /// An index of this view model counts rows through all sections.
  public let rows: AnyPublisher<PersonRowsChange, Never>
  /// The text that the list is searched for.
  public let search: PeopleSearch
  /// The tags that all people of the list have; without one, the list shows people with any tags or none.
  public let tags: CurrentValue<[String], Never>
  /// The order of the list.
  public let order: CurrentValue<PeopleOrder, Never>
  /// What the list is divided by.
  public let grouping: CurrentValue<PeopleGrouping, Never>
  /// The card beside the list.
  public let card: PersonCardViewModel
  /// The actions of the list and its forms, one at a time.
  public let actions: ActionQueue
  /// The other programs that have the book open.
  public let presence: Presence
  /// How the shared book is kept in step; `nil` for a book that is not shared.
  public let sharing: CurrentValue<SharingStatus?, Never>
  /// The absolute path of the book, with symbolic links resolved.
  public var path: String { store.path }
  /// Whether the book may only be read.
  public var isReadOnly: Bool { store.isReadOnly }
  /// The name of the book's file.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public var fileName: String { store.path.split(separator: "/").last.map(String.init) ?? store.path }
  /// Whether the book can be read.
  ///
  /// While it cannot, the list keeps its last rows, and nothing offers to write.
  public let status = CurrentValue<BookStatus, Never>(.live)
  /// The reason why nothing can be changed now, in a sentence; `nil` when the book can be written.
  public var writeRefusal: String? {
    status.value.isLive ? store.readOnlySentence : "The book cannot be read, so it cannot be changed"
  }
  /// The changes that other programs make; of a large commit only the first few.
  public let changesByOthers: AnyPublisher<AuthoredChanges, Never>

  /// The text of an empty list.
  public let emptyText: AnyPublisher<String, Never>
  /// The result of each action.
  public let notices = Subject<StatusMessage, Never>()
  /// Asks whether a change is to be undone that was not made here; ``undo(_:)`` answers yes.
  public let undoQuestions = Subject<UndoQuestion, Never>()
  /// Requests that the list remove all marks: an action on the marked people is done.
  public let unmark = Subject<Void, Never>()
  /// Emits when another day of the user's calendar has begun.
  let newDays = Subject<Void, Never>()

  let store: Store
  let imports: ResumableImports
  /// The changes that ``undo()`` passes over: a later change depends on each of them.
  var conflictingChanges: Set<Int64> = []
  /// What changes made here were, by their numbers, where the changes themselves do not show it.
  var titles: [Int64: String] = [:]
  private var tokens: [AnyCancellable] = []

  /// A view model of the people in `store`.
  ///
  /// - Parameters:
  ///   - store: The book.
  ///   - scheduler: The clock of searches and actions.
  ///   - order: The order of the list at first.
  ///   - grouping: What the list is divided by at first.
  ///   - filter: What the list is narrowed to at first.
  ///   - recents: Keeps the searches of the user; `nil` keeps none.
  ///   - middleware: Observes every search.
  public init(
    store: Store, scheduler: any Scheduler, order: PeopleOrder = .name, grouping: PeopleGrouping = .initial,
    filter: PeopleFilter = PeopleFilter(), recents: RecentSearches? = nil,
    middleware: [any Middleware<SearchAction, SearchDomain>] = []
  ) {
    self.store = store
    imports = ResumableImports(store: store)
    actions = ActionQueue(scheduler: scheduler)
    sharing = CurrentValue(SharingStatus(of: store).map { $0 == .notRunning ? .syncing(0) : $0 })
    presence = Presence(author: store.author)
    card = PersonCardViewModel(store: store, scheduler: scheduler, newDays: newDays)
    let (tags, currentOrder) = (CurrentValue<[String], Never>(filter.tags), CurrentValue<PeopleOrder, Never>(order))
    let currentGrouping = CurrentValue<PeopleGrouping, Never>(grouping)
    (self.tags, self.order, self.grouping) = (tags, currentOrder, currentGrouping)
    let matches = BestMatches(store: store) { text, similar in
      let order = currentGrouping.value.divide(currentOrder.value)
      return PeopleFilter(text: text, tags: tags.value).query(Query<Person>().sorted(by: order), similar: similar)
    }
    let search = PeopleSearch(
      store.objects(matches.query("", [:])), recents: recents, scheduler: scheduler, middleware: middleware,
      refine: matches.refine, find: matches.find)
    self.search = search
    rows = search.people.map { $0.mapItems(PersonRows.init) }.eraseToAnyPublisher()
    emptyText = search.states.map(\.shown).removeDuplicates().combineLatest(tags, status).map(Self.emptyText)
      .eraseToAnyPublisher()
    changesByOthers = store.changes(of: Person.self, limit: Self.mostShownChanges)
      .filter { $0.author != store.author }
      .map { AuthoredChanges($0, own: store.author, limit: Self.mostShownChanges) }
      .catch { [status] error in
        status.value = .unreadable(error.description)
        return Empty<AuthoredChanges, Never>()
      }
      .eraseToAnyPublisher()
    search.failurePublisher.removeDuplicates()
      .sink { [status] in status.value = $0.map(BookStatus.unreadable) ?? .live }.store(in: &tokens)
    tags.removeDuplicates().combineLatest(currentOrder.removeDuplicates(), currentGrouping.removeDuplicates())
      .dropFirst().sink { _ in search.send(.refresh) }.store(in: &tokens)
    if !filter.text.isEmpty { search.send(.type(filter.text)) }
  }

  /// More than a screen has lines.
  private static let mostShownChanges = 100

  private static func emptyText(search: String, tags: [String], status: BookStatus) -> String {
    if let sentence = status.sentence { return sentence }
    let filter = PeopleFilter(text: search, tags: tags)
    return filter.isEmpty ? welcome : filter.emptySentence
  }

  private static let welcome = "Your people book is empty."

  isolated deinit {}

  /// What the list is narrowed to.
  public var filter: PeopleFilter {
    get { PeopleFilter(text: search.state.text, tags: tags.value) }
    set {
      tags.value = newValue.tags
      search.send(.type(newValue.text))
    }
  }

  /// The rows of the list now.
  public var currentRows: PersonRows { PersonRows(search.results.items) }

  /// Updates what depends on the present day: another day of the user's calendar has begun.
  ///
  /// - Complexity: That of reading what is shown again.
  public func dayDidChange() {
    newDays.send()
    sharingDidChange(sharing.value)
    if order.value == .birthday { search.send(.refresh) }
  }

  /// The person at an index of the list; `nil` when there is none, or when the record cannot be read.
  public func person(at index: Int) -> Person? {
    let people = search.results.items
    guard people.indices.contains(index) else { return nil }
    let person = people[index]
    return person.isRead ? person : nil
  }

  /// Whether the person in a row is in the book.
  ///
  /// A book that cannot be read is taken to have them.
  ///
  /// - Complexity: O(log *n*) in the number of people.
  public func hasPerson(inRow row: Int64) -> Bool {
    do { return try store.get(Person.self, row: row) != nil } catch { return true }
  }

  /// The person in a row of the book, as they are now; `nil` when they were deleted or cannot be read.
  ///
  /// - Complexity: O(log *n*) in the number of people.
  public func person(inRow row: Int64) -> Person? {
    read { try $0.get(Person.self, row: row) } ?? nil
  }

  /// A person by id, as they are now; `nil` when they were deleted or cannot be read.
  ///
  /// - Complexity: O(log *n*) in the number of people.
  public func person(withID id: String) -> Person? {
    read { try $0.get(Person.self, id: id) } ?? nil
  }

  /// The index of a person in the list; `nil` when the list does not show them.
  ///
  /// - Complexity: O(*n*) in the number of people in the list.
  public func index(ofPerson id: String) -> Int? {
    person(withID: id).flatMap { index(ofRow: $0.row) }
  }

  /// The index in the list of the person in a row of the book; `nil` when the list does not show them.
  ///
  /// - Complexity: O(*n*) in the number of people in the list.
  public func index(ofRow row: Int64) -> Int? { search.results.items.index(ofRow: row) }

  /// Whether ``index(ofPerson:)`` finds every person of the list.
  ///
  /// The order of a long list is read after its first page.
  public var isOrderKnown: Bool { search.results.items.isComplete && search.results.items.rows != nil }

  /// The words that the list has found, for highlighting.
  public var found: FoundWords { FoundWords(search.state.shown, similar: search.results.query.similar) }

  /// The first people that a search finds, whether the list shows them or not.
  ///
  /// - Complexity: As a search for the text, and O(*n*) for *n* people found.
  public func people(matching text: String, limit: Int) -> [PersonRow] {
    let people = read { try $0.fetch(TypedSearch(text).query(Query<Person>().sorted(by: .name)), limit: limit) }
    return (people ?? []).map(PersonRow.init)
  }

  /// The first people that pass a filter, in the order of the list, and where those are few also the ones with similar
  /// words.
  ///
  /// - Throws: The reason why the book cannot be read, which is also published.
  /// - Complexity: As ``TypedSearch/peopleAndSimilar(of:in:limit:)``.
  public func peopleAndSimilar(in filter: PeopleFilter, limit: Int) async throws -> [Person] {
    do {
      let query = PeopleFilter(tags: filter.tags).query(Query<Person>().sorted(by: order.value.order()))
      return try await TypedSearch(filter.text).peopleAndSimilar(of: query, in: store, limit: limit)
    } catch {
      report(error)
      throw error
    }
  }

  /// The person with a name or an id.
  ///
  /// - Throws: The reason why it is not exactly one.
  /// - Complexity: As ``PersonLookup/person(_:by:)``.
  public func person(named text: String) throws(PersonLookupError) -> Person {
    try PersonLookup(store).person(text, by: .exactName)
  }

  /// The name of a person in the book, whether the list shows them or not.
  ///
  /// - Complexity: O(log *n*) in the number of people.
  public func name(ofPerson id: String) -> String? {
    person(withID: id)?.name
  }

  /// The people that a person names by id, and those that name the person.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of them among *n* people.
  public func relatives(of person: Person) -> [Person] {
    store.relatives(of: person)
  }

  /// The card of a person, for a screen of its own.
  public func makeCard() -> PersonCardViewModel {
    PersonCardViewModel(store: store, scheduler: actions.scheduler, newDays: newDays)
  }

  /// A form for a new person.
  public func makeAddForm() -> PersonFormViewModel {
    PersonFormViewModel(store: store, actions: actions, presence: presence)
  }

  /// A form for `person`.
  public func makeEditForm(for person: Person) -> PersonFormViewModel {
    PersonFormViewModel(store: store, actions: actions, presence: presence, person: person)
  }

  /// An import from a file.
  ///
  /// - Parameter mappings: The fields of a table’s columns.
  public func makeImport(mappings: [ColumnMapping] = []) -> Feature<ImportAction, ImportViewState> {
    Feature(
      ImportInteractor(scheduler: actions.scheduler) { [imports] in
        try await imports.run(from: $0, mappings: mappings, report: $1, isCancelled: $2)
      },
      ImportReducer())
  }

  /// The plan of an import from a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - mappings: The fields of a table’s columns.
  ///   - control: Receives the progress, and may cancel.
  /// - Throws: The reason why there is no person to import; `CancellationError`.
  /// - Complexity: As of `Store.planImport(from:into:report:isCancelled:)`.
  public func planImport(
    from path: String, mappings: [ColumnMapping], control: ActionControl
  ) async throws -> ImportPlan {
    let stamp = FileStamp(of: path)
    let (files, _) = try ImportFile.open([path], ImportFile.Options(mappings: mappings, allowsPipes: false))
    var plan = try await Store.planImport(
      from: files, into: store, report: { $0.share.map(control.report) }, isCancelled: control.isCancelled)
    _ = try plan.outcome.orFailure()
    plan.stamp = stamp
    return plan
  }

  /// The tags of all people, the most frequent first; `nil` after an error, which is published.
  ///
  /// - Complexity: O(tags of all people).
  public func tagCounts() -> [ValueCount]? {
    read { try $0.values(of: \Person.tags) }
  }

  /// Calls `action` after each change of people and when another day has begun, until the tokens are released.
  ///
  /// The reason why the changes have ended is published.
  ///
  /// - Parameter person: The changed person; `nil` for all people.
  func observeChanges(of person: Person? = nil, _ action: @escaping @MainActor () -> Void) -> [AnyCancellable] {
    let commits = person.map { store.changes(ofRecord: $0) } ?? store.changes(of: Person.self, limit: 1)
    return [
      commits.sink(
        receiveCompletion: { [self] in if case .failure(let error) = $0 { report(error) } },
        receiveValue: { _ in action() }),
      newDays.sink { action() },
    ]
  }

  /// Returns what `body` reads; `nil` after an error, which is published.
  func read<T>(_ body: (Store) throws -> T) -> T? {
    do {
      return try body(store)
    } catch {
      report(error)
      return nil
    }
  }

  /// Publishes an error: as the state of the book when that is at fault and stays so, else as a notice.
  ///
  /// A transient error is a notice: what could not be read is read again.
  func report(_ error: any Error) {
    if let error = error as? StoreError, error.isOfBook, !error.isTemporary {
      status.value = .unreadable(error.description)
    } else {
      notices.send(.problem("\(error)"))
    }
  }
}
