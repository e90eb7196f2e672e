import Persistence
import Reactive

/// The states of the book after its last transactions: the user walks through them, and takes one back.
///
/// The list shows a window of the people in the order of their first names. A step reads the changes of one transaction
/// and moves the people of the window that it touched. Nothing in the book is changed until ``takeBack()``.
@MainActor
public final class TimelineViewModel {
  /// The state that is shown.
  public struct State: Hashable, Sendable {
    /// The number of transactions that can be walked through.
    public var count = 0
    /// The number of transactions that are taken back: 0 shows the book as it is now.
    public var index = 0
    /// The last transaction of the state: `12 November 2026, 14:02   cron@home   Added 62 people`.
    public var title = ""
    /// Some of its changes, a line each.
    public var details: [String] = []
    /// Whether the transactions were read.
    public var isLoaded = false
  }

  /// The people of the window, as they were.
  public let rows = MutableObservableArray<PersonRow>()
  /// The state that is shown.
  public let state = CurrentValue<State, Never>(State())
  /// The row of the list in which the first person of the last step is, or was.
  public private(set) var touchedIndex: Int?

  /// The transactions that can be walked through.
  private static let mostTransactions = 1_000
  /// The changes of one transaction that are shown in the list.
  private static let mostChanges = 2_000
  private static let mostDetails = 4
  /// The people of the window.
  private static let windowSize = 2_000
  private static let readAtOnce = 250

  /// A place in the order.
  private struct Place: Comparable {
    var key: [UInt8]
    var row: Int64

    static func < (left: Self, right: Self) -> Bool {
      left.key == right.key ? left.row < right.row : left.key.lexicographicallyPrecedes(right.key)
    }
  }

  private let people: PeopleViewModel
  private let centre: Int
  /// The people of the window in their order.
  private var window: [(place: Place, person: Person)] = []
  /// The places before and after the window; `nil` at the ends of the book.
  private var bounds: (lower: Place?, upper: Place?)
  private var numbers: [Int64] = []
  private var summaries: [Int64: TransactionSummary<Person>] = [:]
  /// The state of the window, and the one that the user wants to see.
  private var (present, wanted) = (0, 0)
  private var isOutdated = true
  private var walk: Task<Void, Never>?
  private var subscription: AnyCancellable?

  /// - Parameter centre: The index of the person around which the list is shown, in the order of first names.
  init(people: PeopleViewModel, centre: Int) {
    self.people = people
    self.centre = centre
    subscription = people.store.changes(of: Person.self, limit: 1).sink(
      receiveCompletion: { [people] in if case .failure(let error) = $0 { people.report(error) } },
      receiveValue: { [weak self] _ in
        self?.isOutdated = true
        self?.run()
      })
    run()
  }

  isolated deinit {
    walk?.cancel()
  }

  // MARK: Walking

  /// Shows an earlier state, or a later one for a negative step.
  ///
  /// - Complexity: O(*c* + *w* log *w*) for *c* changes and a window of *w* people, however large the book is.
  public func step(by step: Int) {
    wanted = min(max(wanted + step, 0), numbers.count)
    run()
  }

  private func run() {
    guard walk == nil else { return }
    walk = Task { [weak self, people] in
      do {
        while let self, try await advance() { if Task.isCancelled { return } }
      } catch {
        people.report(error)
      }
      self?.walk = nil
    }
  }

  /// Reads the book, or goes one step to the wanted state; `false` when it is shown.
  private func advance() async throws -> Bool {
    if isOutdated {
      isOutdated = false
      try await load()
    } else if present < wanted {
      let changes = try await summary(of: numbers[present])?.changes ?? []
      present += 1
      try await show(changes.map { ($0.row, $0.before) })
    } else if present > wanted {
      present -= 1
      let changes = try await summary(of: numbers[present])?.changes ?? []
      try await show(changes.map { ($0.row, $0.after) })
    } else {
      try await publish()
      return present != wanted || isOutdated
    }
    return true
  }

  private func summary(of number: Int64) async throws -> TransactionSummary<Person>? {
    if let known = summaries[number] { return known }
    let summary = try await people.store.transaction(number, of: Person.self, limit: Self.mostChanges)
    summaries[number] = summary
    return summary
  }

  /// Reads the transactions, and the window as it is now.
  ///
  /// The same transaction stays the last one of the wanted state.
  private func load() async throws {
    let selected = numbers.indices.contains(wanted) && wanted > 0 ? numbers[wanted] : nil
    numbers = try await people.store.transactions(limit: Self.mostTransactions)
    let list = people.store.objects(Query<Person>().sorted(by: .name)).items
    let start = min(max(0, centre - Self.windowSize / 2), max(0, list.count - Self.windowSize))
    var read: [Person] = []
    for index in start..<min(list.count, start + Self.windowSize) {
      if read.count.isMultiple(of: Self.readAtOnce) { await Task.yield() }
      read.append(list[index])
    }
    window = try await placed(read)
    let end = start + read.count
    bounds = (start > 0 ? window.first?.place : nil, end < list.count ? window.last?.place : nil)
    present = 0
    wanted = selected.flatMap { numbers.firstIndex(of: $0) } ?? min(wanted, numbers.count)
  }

  private func placed(_ people: [Person]) async throws -> [(place: Place, person: Person)] {
    let keys = try await self.people.store.sortKeys(of: people, in: .name)
    return zip(keys, people).map { (Place(key: $0, row: $1.row), $1) }
  }

  /// Puts some people into another state; `nil` takes a person away.
  private func show(_ states: [(row: Int64, person: Person?)]) async throws {
    let rows = Set(states.map(\.row))
    let placed = try await placed(states.compactMap(\.person)).filter { place, _ in
      bounds.lower.map { $0 <= place } ?? true && bounds.upper.map { place <= $0 } ?? true
    }
    let former = window.firstIndex { rows.contains($0.place.row) }
    window.removeAll { rows.contains($0.place.row) }
    window = (window + placed).sorted { $0.place < $1.place }
    let first = placed.map(\.place).min()
    touchedIndex = first.flatMap { first in window.firstIndex { $0.place == first } } ?? former
  }

  private func publish() async throws {
    rows.items = ChunkedArray(window.map { PersonRow($0.person) })
    var state = State(count: numbers.count, index: present, isLoaded: true)
    if numbers.indices.contains(present), let summary = try await summary(of: numbers[present]) {
      let (origin, moment) = (
        ChangeOrigin(author: summary.author, time: summary.time), LocalTime(milliseconds: summary.time)
      )
      let title = people.titles[summary.number] ?? summary.title
      state.title =
        "\(moment.day(now: LocalTime.now)), \(moment.time)   \(origin.authorText(own: people.store.author))   \(title)"
      state.details = summary.changes.prefix(Self.mostDetails).map { change in
        ([change.title] + change.changedValues.map(\.text)).joined(separator: "  ").onOneLine
      }
      let rest = summary.count - state.details.count
      if rest > 0 { state.details.append("… and \(rest.grouped) more people") }
    } else {
      state.title = numbers.isEmpty ? "Nothing was changed yet" : "Before the first change that is known"
    }
    self.state.value = state
  }

  // MARK: Taking back

  /// Gives the book the state that the user has walked to, as one change that can be undone.
  ///
  /// Nothing is changed when another program has changed the book since.
  ///
  /// - Returns: Whether there is something to take back.
  public func takeBack() -> Bool {
    guard wanted > 0, let newest = numbers.first else { return false }
    let (number, title) = (numbers[wanted - 1], "Went back by \(wanted.counted("change", "changes"))")
    people.actions.run("Going back", canCancel: true) { [weak people] control in
      let monitor = WriteMonitor(progress: { control.report($0.share) }, isCancelled: control.isCancelled)
      let count = try await people?.store.write(monitor: monitor) { transaction -> Int? in
        guard try transaction.lastTransaction() == newest else { return nil }
        return try transaction.revert(Person.self, toBefore: number, monitor: monitor)
      }
      guard let count = count.flatMap(\.self) else {
        return PeopleViewModel.Notice.problem("The book was changed meanwhile: nothing was taken back. Look again")
      }
      guard count > 0 else { return .hint("The book is as it was then already") }
      await people?.nameLastChange(title)
      return .done("\(title): \(count.people) · u undoes")
    } completion: { [weak people] in
      people?.notify($0)
    }
    return true
  }
}
