import Algorithms
import Persistence
import Reactive

/// The deleted people in the change log: they can be searched, restored, and erased for good.
///
/// Those who were deleted last are first. The lines follow the book.
@MainActor
public final class TrashViewModel {
  /// The deleted people that the search finds, divided by the day of their deletion.
  public let lines: SectionedObservableArray<String, ListLine>
  /// The text of the search; each of its words is in one of a person's texts.
  public let search = CurrentValue<String, Never>("")
  /// How much of the trash was read.
  public let progress = CurrentValue<Progress, Never>(Progress())
  /// The sentence of a transient error, until the trash is read; `nil` without one.
  public let problem = CurrentValue<String?, Never>(nil)

  /// How much of the trash was read.
  public struct Progress: Hashable, Sendable {
    /// The number of deleted people who were read.
    public var count = 0
    /// Whether all of them were read.
    public var isComplete = false
  }

  fileprivate struct Entry {
    var row: Int64
    var line: ListLine
    /// The folded words of the person's texts.
    var words: String
  }

  /// The people of one request: some 20 ms.
  private static let page = 200

  private let people: PeopleViewModel
  private let array = MutableObservableArray<ListLine>()
  private var entries: [Entry] = []
  /// The number of restorations and erasures from here.
  private var removals = 0
  private var token: AnyCancellable?
  private var reading: FollowedReading?

  init(people: PeopleViewModel) {
    self.people = people
    lines = array.sectioned(by: \.section)
    token = search.removeDuplicates().dropFirst().sink { [weak self] _ in self?.showLines() }
    reading = FollowedReading(people, problem: problem) { [weak self, people] in
      var read: [Entry] = []
      var position: Int64?
      let removals = self?.removals
      repeat {
        let page = try await people.store.deletedRecords(of: Person.self, from: position, limit: Self.page)
        if Task.isCancelled { return }
        let now = LocalTime.now
        read += page.records.map { Entry($0, own: people.store.author, now: now) }
        position = page.next
        // The first time, the people are shown as they are read: each time twice as many.
        if let self, !progress.value.isComplete, removals == self.removals, read.count >= 2 * entries.count {
          show(read, isComplete: position == nil)
        }
      } while position != nil
      guard let self else { return }
      // What was read before the user removed a person would show them again.
      if removals == self.removals { show(read, isComplete: true) } else { reading?.again() }
    }
  }

  isolated deinit {}

  private func show(_ entries: [Entry], isComplete: Bool) {
    self.entries = entries
    showLines()
    progress.value = Progress(count: entries.count, isComplete: isComplete)
  }

  private func showLines() {
    let words = SearchWords(search.value).words
    array.items = ChunkedArray(
      entries.lazy.filter { entry in words.allSatisfy(entry.words.contains) }.map(\.line))
  }

  /// The line at a position of the list, counted through all days.
  public subscript(position: Int) -> ListLine? {
    array.items[ifPresent: position]
  }

  // MARK: Actions

  /// Puts a deleted person back into the book.
  public func restore(_ line: ListLine) {
    guard let row = Int64(line.id) else { return }
    people.actions.enqueue("Restoring \(line.title)", canCancel: true) { [people] control in
      let monitor = control.monitor
      return try await people.store.write(monitor: monitor) {
        try $0.restoreDeleted(Person.self, rows: [row], monitor: monitor)
      }
    } completion: { [weak self, weak people] result in
      people?.notify(
        result.map { $0 > 0 ? .done("Restored \(line.title)") : .hint("\(line.title) is no longer here") })
      if case .success = result { self?.remove([row]) }
    }
  }

  /// Removes people who are no longer deleted, or who were erased, before the next key is handled.
  ///
  /// The reading that follows has the rest.
  private func remove(_ rows: [Int64]) {
    let rows = Set(rows)
    removals += 1
    show(entries.filter { !rows.contains($0.row) }, isComplete: progress.value.isComplete)
  }

  /// The rows of all deleted people, those that the search hides included.
  ///
  /// - Complexity: O(*n*), where *n* is the number of deleted people.
  public var rows: [Int64] { entries.map(\.row) }

  /// What the user has to know before people are erased.
  public var warning: String {
    people.sharing.value == nil
      ? "This cannot be undone."
      : "This cannot be undone. The book is shared: other machines have a trash of their own, and the texts stay in "
        + "the file for merging."
  }

  /// Erases a deleted person for good: not even an undo brings them back.
  public func erase(_ line: ListLine) {
    erase([Int64(line.id) ?? 0], "Erasing \(line.title)") { result in
      if result.unexported > 0 { return .problem("Not erased: \(line.title). \(Self.reason)") }
      return result.erased > 0 ? .done("Erased \(line.title)") : .hint("\(line.title) is no longer here")
    }
  }

  /// Erases deleted people for good.
  ///
  /// - Parameter rows: What ``rows`` was when the user was asked: people who were deleted since are kept.
  public func erase(rows: [Int64]) {
    erase(rows, "Emptying the trash") { result in
      if result.unexported > 0 {
        let erased = result.erased > 0 ? "Erased \(result.erased.people). " : ""
        return .problem("\(erased)Not erased: \(result.unexported.people). \(Self.reason)")
      }
      return result.erased > 0 ? .done("Erased \(result.erased.people)") : .hint("The trash was empty")
    }
  }

  /// Why people stay in the trash.
  private static let reason = "The relay needs the deletion first, unless you leave the shared book"

  private func erase(
    _ rows: [Int64], _ title: String, _ notice: @escaping @MainActor (ErasureResult) -> PeopleViewModel.StatusMessage
  ) {
    people.actions.enqueue(title, canCancel: true) { [people] control in
      let monitor = control.monitor
      return try await people.store.write(monitor: monitor) {
        try $0.eraseDeleted(Person.self, rows: rows, monitor: monitor)
      }
    } completion: { [weak self, people] result in
      people.notify(result.map(notice))
      if case .success(let erasure) = result, erasure.unexported == 0 { self?.remove(rows) }
      self?.reading?.again()
    }
  }
}

extension TrashViewModel.Entry {
  @MainActor
  fileprivate init(_ deleted: DeletedRecord<Person>, own: String, now: Int64) {
    let (person, moment) = (deleted.record, LocalTime(milliseconds: deleted.time))
    let detail = FieldCatalogue.current.listed.lazy.map { $0.listText(of: person) }.first { !$0.isEmpty }
    row = person.row
    line = ListLine(
      id: "\(person.row)", section: moment.day(now: now), lead: moment.time, title: person.displayName.shortened,
      detail: detail ?? "", trail: ChangeOrigin(author: deleted.author, time: deleted.time).authorText(own: own))
    words = person.searchText.flatMap { SearchWords($0).words }.joined(separator: " ")
  }
}
