import Persistence
import Reactive

/// The states of the book after its last transactions: the user walks through them, and restores one.
///
/// Transactions are read in pages, and people when they are on the screen. Nothing in the book is changed until
/// ``restore()``.
@MainActor
public final class TimelineViewModel {
  /// The state that is shown.
  public struct State: Hashable, Sendable {
    /// The number of transactions that were read so far.
    public var count = 0
    /// Whether these are all that are known.
    public var isComplete = false
    /// The number of transactions since the state: 0 shows the book as it is now.
    public var index = 0
    /// The last transaction of the state: `12 November 2026, 14:02   cron@home   Added 62 people`.
    public var title = ""
    /// Some of its changes, a line each.
    public var details: [String] = []
    /// Whether a state was read.
    public var isLoaded = false
    /// Whether another state is being read.
    public var isReading = true
    /// Whether the state that the user wants to see could not be read.
    public var hasFailed = false
  }

  /// All people as they were, in the order of first names.
  public let rows: AnyPublisher<CollectionChange<PersonRows>, Never>
  /// The state that is shown.
  public let state = CurrentValue<State, Never>(State())
  /// The sentence of a transient error, until the state is read; `nil` without one.
  public let problem = CurrentValue<String?, Never>(nil)
  /// The position in the list of the first person that the last step concerns.
  public private(set) var touchedIndex: Int?

  private static let page = 500
  private static let mostDetails = 4

  private let people: PeopleViewModel
  private let earlierPeople: EarlierResults<Person>
  private var numbers: [Int64] = []
  /// Whether `numbers` has the oldest known transaction.
  private var isComplete = false
  /// The state of the list, and the one that the user wants to see.
  private var (present, wanted) = (0, 0)
  private var isOutdated = true
  private var walk: Task<Void, Never>?
  private let retry: ReadingRetry
  private var subscriptions: [AnyCancellable] = []

  /// - Parameter centre: The position of the person who is shown first, in the order of first names.
  init(people: PeopleViewModel, centre: Int) {
    self.people = people
    earlierPeople = people.store.earlierObjects(Person.self, sortedBy: .name)
    rows = earlierPeople.changesetPublisher.map { $0.mapItems(PersonRows.init) }.eraseToAnyPublisher()
    touchedIndex = centre
    retry = ReadingRetry(people, problem)
    subscriptions = people.observeChanges { [weak self] in self?.reload() }
    run()
  }

  isolated deinit {
    walk?.cancel()
  }

  // MARK: Walking

  /// Shows an earlier state, or a later one for a negative step.
  ///
  /// Several steps before the first one is shown are one.
  ///
  /// - Complexity: As `EarlierResults.show(before:)`.
  public func step(by step: Int) {
    wanted = max(0, wanted + step)
    if isComplete { wanted = min(wanted, numbers.count) }
    run()
  }

  private func reload() {
    isOutdated = true
    run()
  }

  private func run() {
    if !state.value.isReading, isOutdated || present != wanted { noteReading(true) }
    guard walk == nil else { return }
    walk = Task { [weak self] in
      do {
        while let self, isOutdated || present != wanted || !state.value.isLoaded {
          try await advance()
          if Task.isCancelled { return }
        }
        self?.retry.noteSuccess()
      } catch {
        if let self {
          retry.handle(error) { [weak self] in self?.reload() }
          if !isOutdated { wanted = present }
          noteReading(false, hasFailed: true)
        }
      }
      self?.walk = nil
    }
  }

  private func noteReading(_ isReading: Bool, hasFailed: Bool = false) {
    var state = state.value
    state.isReading = isReading
    state.hasFailed = hasFailed
    self.state.value = state
  }

  /// Shows the wanted state.
  private func advance() async throws {
    guard isOutdated else { return try await showWanted() }
    isOutdated = false
    do {
      try await readNewest()
      try await showWanted()
    } catch {
      isOutdated = true
      throw error
    }
  }

  private func showWanted() async throws {
    let wasLoaded = state.value.isLoaded
    while numbers.count < wanted + Self.page / 2, !isComplete { try await readPage() }
    wanted = min(wanted, numbers.count)
    let index = wanted
    let touched = try await earlierPeople.show(before: index == 0 ? nil : numbers[index - 1])
    if wasLoaded { touchedIndex = touched }
    present = index
    try await publish()
  }

  /// Reads the transactions that were made since the last reading.
  ///
  /// The same transaction stays the last one of the wanted state.
  private func readNewest() async throws {
    let selected = wanted > 0 && wanted < numbers.count ? numbers[wanted] : nil
    let isAtEnd = isComplete && wanted == numbers.count && wanted > 0
    let newest = try await people.store.transactionNumbers(limit: Self.page)
    let former = (numbers, isComplete)
    if let first = numbers.first, let known = newest.firstIndex(of: first) {
      numbers = newest[..<known] + numbers
    } else {
      numbers = newest
      isComplete = newest.count < Self.page
    }
    if isAtEnd { wanted = max(wanted, numbers.count) }
    guard let selected else { return }
    do {
      while !numbers.contains(selected), !isComplete, numbers.last.map({ $0 > selected }) ?? false {
        try await readPage()
      }
    } catch {
      (numbers, isComplete) = former
      throw error
    }
    if let index = numbers.firstIndex(of: selected) { wanted = index }
  }

  private func readPage() async throws {
    let page = try await people.store.transactionNumbers(before: numbers.last, limit: Self.page)
    numbers += page
    isComplete = page.count < Self.page
  }

  private func publish() async throws {
    var state = State(
      count: numbers.count, isComplete: isComplete, index: present, isLoaded: true,
      isReading: isOutdated || present != wanted)
    if numbers.indices.contains(present) {
      let summary = try await people.store.transaction(numbers[present], of: Person.self, limit: Self.mostDetails)
      if let summary { describe(summary, in: &state) }
    } else {
      state.title = numbers.isEmpty ? "No changes yet" : "Before the first known change"
    }
    state.isReading = isOutdated || present != wanted
    self.state.value = state
  }

  private func describe(_ summary: TransactionSummary<Person>, in state: inout State) {
    let (origin, moment) = (
      ChangeOrigin(author: summary.author, time: summary.time), LocalTime(milliseconds: summary.time)
    )
    let title = people.titles[summary.number] ?? summary.title
    state.title =
      "\(moment.day(now: LocalTime.now)), \(moment.time)   \(origin.authorText(own: people.store.author))   \(title)"
    state.details = summary.changes.map { change in
      ([change.title] + change.changedValues.map(\.text)).joined(separator: "  ").onOneLine
    }
    let rest = summary.count - state.details.count
    if rest > 0 { state.details.append("… and \(rest.grouped) more people") }
  }

  // MARK: Restoring

  /// Gives the book the state that is shown, as one change that can be undone.
  ///
  /// Nothing is changed when another program has changed the book since.
  ///
  /// - Returns: Whether an earlier state is shown; `false` also while another one is being read, or cannot be read.
  /// - Complexity: O(1); the action takes O(*n*), where *n* is the number of changes that it reverts.
  public func restore() -> Bool {
    guard !state.value.isReading, !state.value.hasFailed, present > 0, let newest = numbers.first else { return false }
    let (number, title) = (numbers[present - 1], "Restored the state \(present.counted("change", "changes")) ago")
    people.actions.enqueue("Restoring an earlier state", canCancel: true) { [weak people] control in
      let monitor = control.monitor
      let count = try await people?.store.write(monitor: monitor) { transaction -> Int? in
        guard try transaction.lastTransaction() == newest else { return nil }
        return try transaction.revert(Person.self, toBefore: number, monitor: monitor)
      }
      guard let count = count.flatMap(\.self) else {
        return PeopleViewModel.StatusMessage.problem(
          "The book has changed in the meantime: nothing was restored. Try again")
      }
      guard count > 0 else { return .hint("The book already matches that state") }
      await people?.nameLastChange(title)
      return .done("\(title): \(count.people)", keys: "u undoes")
    } completion: { [weak people] in
      people?.notify($0)
    }
    return true
  }
}
