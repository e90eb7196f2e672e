import Glibc
import Persistence
import Reactive

/// The last changes of the book, or of one person: who changed what, when, and whether it was undone.
///
/// The newest change is first. The rows follow the book.
@MainActor
public final class ChangesViewModel {
  /// One change: what a program has changed at once.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The number of the transaction.
    public let id: Int64
    /// The day: `Today`, `12 November 2026`.
    public let day: String
    /// The time of the day: `14:02`.
    public let time: String
    /// What was changed: `Added 62 people`, `Changed Ada Lovelace`.
    public let title: String
    /// The changed values, where one person was changed: `phone: +44 1632 → +44 1865`.
    public let detail: String
    /// The author: `you`, `cron@home`.
    public let author: String
    /// Whether the change was undone, and not redone since.
    public let isUndone: Bool
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
  /// What the changes are about: `Changes`, `Changes of Ada Lovelace`.
  public let title: String
  /// Whether the rows were read at least once.
  public let isLoaded = CurrentValue<Bool, Never>(false)

  /// The number of rows.
  private static let mostRows = 500
  /// The number of people of one change that ``details(of:)`` lists.
  private static let mostDetails = 200

  private let people: PeopleViewModel
  private let person: Person?
  private let array = MutableObservableArray<Row>()
  /// The changes of all days.
  private var all: [Row] = []
  private var dayNumber: Int?
  private var subscription: AnyCancellable?
  private var loading: Task<Void, Never>?
  /// What the transactions changed, by their numbers: only new ones are read when the book changes.
  private var summaries: [Int64: TransactionSummary<Person>] = [:]
  /// Whether the book was changed since the last load began.
  private var isOutdated = false

  init(people: PeopleViewModel, person: Person?) {
    self.people = people
    self.person = person
    title = person.map { "Changes of \($0.displayName)" } ?? "Changes"
    rows = array.sectioned(by: \.day)
    let commits = person.map { people.store.changes(ofRecord: $0) } ?? people.store.changes(of: Person.self, limit: 1)
    subscription = commits.sink(
      receiveCompletion: { [people] in if case .failure(let error) = $0 { people.report(error) } },
      receiveValue: { [weak self] _ in self?.load() })
    load()
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Reads the changes; another call during a load makes it run once more.
  private func load() {
    isOutdated = true
    guard loading == nil else { return }
    loading = Task { [weak self, people, person] in
      while self?.isOutdated == true {
        self?.isOutdated = false
        do {
          let edits = try await people.store.edits(ofRow: person?.row, limit: Self.mostRows)
          for edit in edits where self?.summaries[edit.number] == nil {
            let summary = try await people.store.transaction(edit.number, of: Person.self, limit: 1)
            if Task.isCancelled { return }
            self?.summaries[edit.number] = summary
          }
          self?.show(edits)
        } catch {
          people.report(error)
        }
      }
      self?.loading = nil
    }
  }

  private func show(_ edits: [LoggedEdit]) {
    let now = Int64(time(nil)) * 1_000
    let numbers = Set(edits.map(\.number))
    summaries = summaries.filter { numbers.contains($0.key) }
    all = edits.compactMap { edit in
      guard let summary = summaries[edit.number], summary.count > 0 else { return nil }
      return Row(summary, isUndone: edit.isUndone, people: people, now: now)
    }
    showRows()
    isLoaded.value = true
  }

  private func showRows() {
    array.items = ChunkedArray(all.filter { dayNumber == nil || $0.dayNumber == dayNumber })
  }

  /// The days with changes, the newest first.
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
    array.items.indices.contains(position) ? array.items[position] : nil
  }

  /// Undoes a change, whatever was changed after it.
  public func undo(_ row: Row) { people.undo(transaction: row.id, title: row.title) }

  /// Redoes a change that was undone.
  public func redo(_ row: Row) { people.redo(transaction: row.id, title: row.title) }

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
  init(_ summary: TransactionSummary<Person>, isUndone: Bool, people: PeopleViewModel, now: Int64) {
    let moment = LocalTime(milliseconds: summary.time)
    id = summary.number
    day = moment.day(now: now)
    time = moment.time
    title = people.titles[summary.number] ?? summary.title
    detail = summary.count == 1 ? summary.changes.first?.changedValues.map(\.text).joined(separator: "  ") ?? "" : ""
    author = ChangeOrigin(author: summary.author, time: summary.time).authorText(own: people.store.author)
    self.isUndone = isUndone
    dayNumber = moment.dayNumber
  }
}
