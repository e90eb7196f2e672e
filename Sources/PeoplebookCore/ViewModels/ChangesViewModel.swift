import Algorithms
import Persistence
import Reactive

/// The last changes of the book, or of one person: who changed what, when, and whether it was undone.
///
/// The newest change is first. They are read in pages: ``readMore()`` adds older ones. The rows follow the book.
@MainActor
public final class ChangesViewModel {
  /// One change: everything that a program saved in one step.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The number of the transaction.
    public let id: Int64
    /// The day: `Today`, `12 November 2026`.
    public let day: String
    /// The time of the day: `14:02`.
    public let time: String
    /// What was changed: `Added 62 people`, `Changed Ada Lovelace`.
    public let title: String
    /// The number of people that were changed.
    public let count: Int
    /// The changed values, where one person was changed: `phone: +44 1632 → +44 1865`.
    public let detail: String
    /// The change to the one person that was changed, or that the changes are about; `nil` for several.
    let change: Change<Person>?
    /// The author: `you`, `cron@home`.
    public let author: String
    /// Whether the change was undone, and not redone since.
    public internal(set) var isUndone: Bool
    /// The number of ``day``, which stays the same when `Today` becomes `Yesterday`.
    let dayNumber: Int
  }

  /// A day with changes.
  public struct Day: Hashable, Sendable {
    /// The day: `Today`, `12 November 2026`.
    public let title: String
    /// The number of its changes.
    public let count: Int
    let number: Int
  }

  /// The changes, divided by day.
  public let rows: SectionedObservableArray<String, Row>
  /// What the changes are about: `Changes`, `Changes to Ada Lovelace`.
  public let title: String
  /// Whether the rows were read at least once.
  public let isLoaded = CurrentValue<Bool, Never>(false)
  /// The sentence of a transient error, until the changes are read; `nil` without one.
  public let problem = CurrentValue<String?, Never>(nil)
  /// Whether older changes, of the shown day, may follow that were not read yet.
  public let hasMore = CurrentValue<Bool, Never>(false)

  /// The number of changes of one reading.
  private static let page = 100
  /// The number of people of one change that ``details(of:)`` lists.
  private static let mostDetails = 200

  /// Whether the changes are those of one person.
  public var isOfPerson: Bool { person != nil }

  private let people: PeopleViewModel
  private let person: Person?
  private let array = MutableObservableArray<Row>()
  /// The changes that were read.
  private var edits: [LoggedEdit] = []
  /// Their rows, of all days.
  private var all: [Row] = []
  /// Whether older changes of any day follow that were not read yet.
  public private(set) var hasOlder = false
  private var dayNumber: Int?
  private var subscriptions: [AnyCancellable] = []
  private var loading: Task<Void, Never>?
  private let retry: ReadingRetry
  /// What the transactions changed, by their numbers: only new ones are read when the book changes.
  private var summaries: [Int64: TransactionSummary<Person>] = [:]
  /// Whether the book was changed, or another day has begun, since the last successful load began.
  private var isOutdated = true
  /// The number of changes that were undone and redone here.
  private var reversals = 0
  private var wantsMore = false

  init(people: PeopleViewModel, person: Person?) {
    self.people = people
    self.person = person
    retry = ReadingRetry(people, problem)
    title = person.map { "Changes to \($0.displayName)" } ?? "Changes"
    rows = array.sectioned(by: \.day)
    subscriptions = people.observeChanges(of: person) { [weak self] in self?.reload() }
    load()
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Reads older changes; another call while they are read is ignored.
  ///
  /// - Complexity: O(*k* log *n*) for a page of *k* changes in a log of *n*.
  public func readMore() {
    guard hasMore.value, !wantsMore else { return }
    wantsMore = true
    load()
  }

  /// Reads older changes until there is one more day, or all were read.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes that are read, in a log of *n*.
  public func readOlderDay() async {
    let count = days.count
    while hasOlder, days.count == count, !Task.isCancelled {
      let known = edits.count
      wantsMore = true
      load()
      await loading?.value
      // An error was reported.
      if edits.count == known { return }
    }
  }

  private func reload() {
    isOutdated = true
    load()
  }

  /// Reads the changes that were requested; another call during a load makes it read again.
  private func load() {
    guard loading == nil else { return }
    loading = Task { [weak self] in
      do {
        while let self, isOutdated || wantsMore {
          try await read()
          if Task.isCancelled { return }
        }
        self?.retry.noteSuccess()
      } catch {
        self?.wantsMore = false
        self?.retry.handle(error) { [weak self] in self?.reload() }
      }
      self?.loading = nil
    }
  }

  private func read() async throws {
    let isPage = !isOutdated
    isOutdated = false
    do {
      try await read(isPage: isPage)
    } catch {
      // A page that is read next does not have the newest changes.
      if !isPage { isOutdated = true }
      throw error
    }
  }

  /// - Parameter isPage: Whether older changes are added; otherwise those that were read are read again.
  private func read(isPage: Bool) async throws {
    let known = reversals
    let limit = isPage ? Self.page : max(Self.page, edits.count)
    let read = try await people.store.edits(
      ofRow: person?.row, before: isPage ? edits.last?.number : nil, limit: limit)
    let new = read.map(\.number).filter { summaries[$0] == nil }
    let found = try await people.store.transactions(new, of: Person.self, ofRow: person?.row, limit: 1)
    for summary in found { summaries[summary.number] = summary }
    // What was read before the user reversed a change would show it as it was.
    guard known == reversals else { return isOutdated = true }
    edits = isPage ? edits + read : read
    if isPage { wantsMore = false }
    show(isComplete: read.count < limit)
  }

  private func show(isComplete: Bool) {
    let now = LocalTime.now
    let numbers = Set(edits.map(\.number))
    summaries = summaries.filter { numbers.contains($0.key) }
    all = edits.compactMap { edit in
      guard let summary = summaries[edit.number], summary.count > 0 else { return nil }
      return Row(summary, of: person, isUndone: edit.isUndone, people: people, now: now)
    }
    hasOlder = !isComplete
    showRows()
    isLoaded.value = true
  }

  private func showRows() {
    array.items = ChunkedArray(all.filter { dayNumber == nil || $0.dayNumber == dayNumber })
    // The older changes are not of the shown day when those before it are known.
    let hasMore = hasOlder && (dayNumber.map { day in all.last.map { $0.dayNumber >= day } ?? true } ?? true)
    if hasMore != self.hasMore.value { self.hasMore.value = hasMore }
  }

  /// The days with changes that were read, the newest first; of the last one, more may follow while ``hasOlder`` holds.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var days: [Day] {
    var days: [Day] = []
    for row in all {
      let isSame = days.last?.number == row.dayNumber
      let day = Day(title: row.day, count: isSame ? days.removeLast().count + 1 : 1, number: row.dayNumber)
      days.append(day)
    }
    return days
  }

  /// The day whose changes are shown; `nil` shows those of all days.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var day: Day? {
    get { dayNumber.flatMap { number in days.first { $0.number == number } } }
    set {
      dayNumber = newValue?.number
      showRows()
    }
  }

  /// The row at a position of the list, counted through all days.
  public subscript(position: Int) -> Row? {
    array.items[ifPresent: position]
  }

  /// Undoes a change, whatever was changed after it.
  public func undo(_ row: Row) {
    people.undo(transaction: row.id, title: row.title) { [weak self] in self?.mark(row, isUndone: true) }
  }

  /// Undoes what a change of several people has changed in the person that the changes are about.
  ///
  /// It is a change of its own.
  public func undoForPerson(_ row: Row) {
    guard let change = row.change, let name = person?.displayName else { return }
    people.actions.enqueue("Undoing", canCancel: true) { [people] _ in
      try await people.store.write { try $0.takeBack(change) }
    } completion: { [weak people] result in
      people?.notify(
        result.map {
          $0 ? .done("Undid “\(row.title)” for \(name)") : .hint("\(name) was deleted in the meantime")
        })
    }
  }

  /// The person that a change was about, as they are now; `nil` for several, and for one who was deleted.
  public func person(of row: Row) -> Person? {
    (row.change?.record?.id).flatMap { people.person(withID: $0) }
  }

  /// Redoes a change that was undone.
  public func redo(_ row: Row) {
    people.redo(transaction: row.id, title: row.title) { [weak self] in self?.mark(row, isUndone: false) }
  }

  /// Shows that a change was undone or redone; the reading that follows confirms it.
  private func mark(_ row: Row, isUndone: Bool) {
    guard let index = all.firstIndex(where: { $0.id == row.id }) else { return }
    reversals += 1
    all[index].isUndone = isUndone
    showRows()
  }

  /// Everything that a change has changed, in lines: each person, with the changed values below; `nil` after an error,
  /// which is published.
  ///
  /// - Complexity: O(people of the change), of which at most 200 are read.
  public func details(of row: Row) async -> [String]? {
    let summary: TransactionSummary<Person>?
    do {
      summary = try await people.store.transaction(row.id, of: Person.self, limit: Self.mostDetails)
    } catch {
      people.report(error)
      return nil
    }
    guard let summary else { return ["This change is no longer in the log."] }
    let lines = summary.changes.flatMap { [$0.title] + $0.changedValues.map { "  \($0.text)" } }
    let rest = summary.count - summary.changes.count
    let head = "\(row.day), \(row.time), by \(row.author)\(row.isUndone ? " · undone" : "")"
    return [head, ""] + lines + (rest > 0 ? ["… and \(rest.grouped) more people"] : [])
  }
}

extension ChangesViewModel.Row {
  @MainActor
  init(
    _ summary: TransactionSummary<Person>, of person: Person?, isUndone: Bool, people: PeopleViewModel, now: Int64
  ) {
    let moment = LocalTime(milliseconds: summary.time)
    id = summary.number
    day = moment.day(now: now)
    time = moment.time
    title = people.titles[summary.number] ?? summary.title
    count = summary.count
    change = summary.count == 1 || person != nil ? summary.changes.first : nil
    detail = change?.changedValues.map(\.text).joined(separator: "  ") ?? ""
    author = ChangeOrigin(author: summary.author, time: summary.time).authorText(own: people.store.author)
    self.isUndone = isUndone
    dayNumber = moment.dayNumber
  }
}

extension Transaction {
  /// Takes back a change of one person; later changes of other fields stay.
  ///
  /// - Returns: `false` when the person is no longer there.
  fileprivate func takeBack(_ change: Change<Person>) throws -> Bool {
    guard let before = change.before else {
      guard let added = try get(Person.self, row: change.row) else { return false }
      try delete(added)
      return true
    }
    guard let after = change.after else {
      return try restoreDeleted(Person.self, rows: [change.row], monitor: WriteMonitor()) > 0
    }
    guard try get(Person.self, row: change.row) != nil else { return false }
    try saveFields(of: before, from: after)
    return true
  }
}
