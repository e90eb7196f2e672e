import Persistence
import RIV
import Reactive
import Time

/// The list: who is in the book, whom a search finds, and what can be done to the one that is selected.
@MainActor
public final class PeopleViewModel {
  /// Something to say once in the status line.
  public enum Notice: Hashable, Sendable {
    case done(String)
    case problem(String)
  }

  /// What the list shows, under its letters, and each change of it. Wherever this view model speaks of an index, it counts
  /// people through all letters.
  public let people: AnyPublisher<PeopleChange, Never>
  /// What narrows the list down to those whom a text finds.
  public let search: PeopleSearch
  /// The tag that everybody shown has; nil shows people whatever their tags.
  public let tag = CurrentValue<String?, Never>(nil)
  public let order = CurrentValue<PeopleOrder, Never>(.name)
  /// Where the book is: absolute, symbolic links resolved.
  public var path: String { store.path }
  /// Whether the book may only be read.
  public var isReadOnly: Bool { store.isReadOnly }
  /// What the book's file is called.
  public var fileName: String { store.path.split(separator: "/").last.map(String.init) ?? store.path }
  /// Whether the book can be read. While it cannot, the list keeps its last rows, and nothing offers to write.
  public let status = CurrentValue<BookStatus, Never>(.live)
  /// Who made a change that this program did not make: for each person, and of a large commit only the first few.
  public let doneByOthers: AnyPublisher<[Doing], Never>

  /// A change of one person, and who made it.
  public struct Doing: Hashable, Sendable {
    public let personID: String
    public let author: String
  }

  /// What an empty list says.
  public let emptyText: AnyPublisher<String, Never>
  public let notices = Subject<Notice, Never>()

  private let store: Store
  private var tokens: [AnyCancellable] = []

  /// - Parameters:
  ///   - recents: Where searches are remembered from one time to the next; nowhere without.
  ///   - middleware: Hears of every search.
  public init(
    store: Store, scheduler: any Scheduler, recents: RecentSearches? = nil,
    middleware: [any Middleware<SearchAction, SearchDomain>] = []
  ) {
    self.store = store
    let search = PeopleSearch(
      store.people(), recents: recents, scheduler: scheduler, middleware: middleware
    ) { [tag, order] in store.objects(Self.query(search: $0, tag: tag.value, order: order.value)) }
    self.search = search
    people = search.people
    emptyText = search.states.map(\.shown).removeDuplicates().combineLatest(tag, status).map(Self.emptyText)
      .eraseToAnyPublisher()
    doneByOthers = store.changes(of: Person.self, limit: Self.mostDoings)
      .filter { $0.author != store.author }
      .map(Self.doings)
      .catch { [status] error in
        status.value = .unreadable(error.description)
        return Empty<[Doing], Never>()
      }
      .eraseToAnyPublisher()
    search.failurePublisher.removeDuplicates()
      .sink { [status] in status.value = $0.map(BookStatus.unreadable) ?? .live }.store(in: &tokens)
    tag.removeDuplicates().combineLatest(order.removeDuplicates()).dropFirst()
      .sink { _ in search.send(.refresh) }.store(in: &tokens)
  }

  /// More names than a screen has lines would be read by nobody.
  private static let mostDoings = 100

  private static func doings(of commit: Commit<Person>) -> [Doing] {
    commit.changes.prefix(mostDoings).compactMap { change in
      change.after.map { Doing(personID: $0.id, author: commit.authorName) }
    }
  }

  private static func query(search: String, tag: String?, order: PeopleOrder) -> Query<Person> {
    let query = Query<Person>().search(search).sorted(by: order.order)
    return tag.map { query.where(.contains(\.tags, $0)) } ?? query
  }

  private static func emptyText(search: String, tag: String?, status: BookStatus) -> String {
    if let sentence = status.sentence { return sentence }
    if search.isEmpty, tag == nil { return welcome }
    let whom = search.isEmpty ? "Nobody" : "Nobody matches “\(search)”"
    let tagged = tag.map { search.isEmpty ? " has the tag “\($0)”" : " with the tag “\($0)”" } ?? ""
    return "\(whom)\(tagged).\n\nEsc shows everybody again."
  }

  private static let welcome = """
    This is your people book, and nobody is in it yet.

    a  adds the first person
    peoplebook import contacts.vcf  brings them
    peoplebook demo  shows what it is like
    """

  isolated deinit {}

  /// The person in a row of the list as it is now; `nil` when the record cannot be read.
  public func person(at index: Int) -> Person? {
    let people = search.results.items
    guard people.indices.contains(index) else { return nil }
    let person = people[index]
    return person.isRead ? person : nil
  }

  /// Where in the list a person stands; `nil` when they are not in it.
  public func index(ofPerson id: String) -> Int? {
    guard let row = read({ try $0.get(Person.self, id: id)?.row }) ?? nil else { return nil }
    return search.results.items.index(ofRow: row)
  }

  /// What somebody in the book is called, whether they are in the list or not.
  public func name(ofPerson id: String) -> String? {
    read { try $0.get(Person.self, id: id)?.name } ?? nil
  }

  /// A form for somebody new.
  public func makeAddForm() -> PersonFormViewModel {
    PersonFormViewModel(store: store)
  }

  /// A form for `person`.
  public func makeEditForm(for person: Person) -> PersonFormViewModel {
    PersonFormViewModel(store: store, person: person)
  }

  /// An import from a file.
  public func makeImport() -> Feature<ImportAction, ImportViewState> {
    Feature(
      ImportInteractor { [store] in try await store.importPeople(from: $0, report: $1, isCancelled: $2) },
      ImportReducer())
  }

  /// The tags that there are, the most frequent first.
  public func tags() -> [ValueCount] {
    read { try $0.values(of: \Person.tags) } ?? []
  }

  /// What `body` reads; `nil` after an error, which is published.
  private func read<T>(_ body: (Store) throws -> T) -> T? {
    do {
      return try body(store)
    } catch {
      report(error)
      return nil
    }
  }

  /// Publishes an error: as the state of the book when that is at fault.
  private func report(_ error: any Error) {
    if let error = error as? StoreError, error.isOfBook { status.value = .unreadable(error.description) }
    notices.send(.problem("\(error)"))
  }

  // MARK: Doing something with people

  /// Takes the people in some rows of the list out of the book, and says how they come back.
  public func remove(at indices: [Int]) async {
    let rows = rows(at: indices)
    let name = indices.first.flatMap(person(at:))?.name ?? ""
    await perform {
      try await $0.removePeople(in: rows)
      return "Removed \(Self.whom(name, rows.count)) · u undoes"
    }
  }

  /// Gives the people in some rows tags, and takes those away that stand behind a minus: `friend, -work`.
  public func changeTags(of indices: [Int], typed text: String) async {
    let words = PersonFormViewModel.tags(in: text)
    let removed = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()).trimmed }
    let added = words.filter { !$0.hasPrefix("-") }
    guard !words.isEmpty else { return }
    let rows = rows(at: indices)
    let name = indices.first.flatMap(person(at:))?.name ?? ""
    await perform {
      try await $0.changeTags(ofPeopleIn: rows, adding: added, removing: removed)
      return "Changed the tags of \(Self.whom(name, rows.count)) · u undoes"
    }
  }

  /// Makes one person of several: the first keeps what they have and gets what only the others know.
  public func merge(at indices: [Int]) async {
    let rows = rows(at: indices)
    let name = indices.first.flatMap(person(at:))?.name ?? ""
    await perform {
      try await $0.mergePeople(in: rows)
      return "Merged \(rows.count) people into \(name) · u undoes"
    }
  }

  private static func whom(_ name: String, _ count: Int) -> String {
    count == 1 ? name : "\(count) people"
  }

  private func rows(at indices: [Int]) -> [Int64] {
    let people = search.results.items
    return indices.filter(people.indices.contains).map { people.row(at: $0) }
  }

  /// Takes the last change back, whoever made it.
  public func undo() async {
    await perform { store in
      Self.sentence(for: try await store.undo(), in: store, one: "Taken back", many: "Took back")
    }
  }

  /// Does again what was undone last.
  public func redo() async {
    await perform { store in
      Self.sentence(for: try await store.redo(), in: store, one: "Done again", many: "Did again")
    }
  }

  /// What an undo or a redo has done, in words for the status line. The log is read for one change only: of many it would say
  /// more than fits, and take long.
  private static func sentence(for reversal: Reversal, in store: Store, one: String, many: String) -> String {
    if reversal.count > 1 { return "\(many) \(reversal.count) changes" }
    guard let change = try? store.log(of: Person.self, limit: 1).first?.changes.first,
      let name = change.record?.displayName
    else { return one }
    return switch change.kind {
    case .insertion: "\(one): \(name) is back"
    case .deletion: "\(one): \(name) is gone"
    case .update: "\(one): the change of \(name)"
    }
  }

  private func perform(_ action: (Store) async throws -> String) async {
    do {
      notices.send(.done(try await action(store)))
    } catch {
      report(error)
    }
  }
}
