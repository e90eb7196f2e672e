import Algorithms
import Persistence
import Reactive

/// The people who may be in the book twice, the most probable pairs first.
///
/// The pairs are found once. They follow the changes of their people: those of a deleted person disappear, and return
/// with the person. Without its note, a pair is proposed again.
@MainActor
public final class DuplicatesViewModel {
  /// The search for pairs.
  public enum Progress: Hashable, Sendable {
    /// People are read, a number of all of them.
    case reading(Int, of: Int)
    /// The people are compared.
    case comparing
    /// All pairs are known.
    case complete
    /// The book could not be read; after a transient error, which ``problem`` has, the search begins again.
    case failed
  }

  /// The pairs, a line each.
  public let lines: DerivedObservableArray<ListLine>
  /// How far the search has come.
  public let progress = CurrentValue<Progress, Never>(.reading(0, of: 0))
  /// The sentence of a transient error, until the pairs are found; `nil` without one.
  public let problem = CurrentValue<String?, Never>(nil)

  private let people: PeopleViewModel
  /// The pairs as they were found, the most probable first.
  private var found: [DuplicatePair] = []
  /// Those of them that are still pairs, as they are now.
  private let pairs = MutableObservableArray<DuplicatePair>()
  private var subscription: AnyCancellable?
  private var search: Task<Void, Never>?
  private let retry: ReadingRetry
  /// Compares the people.
  private let queue = WorkQueue(label: "duplicates")
  /// The people who were changed since the search for pairs began; `nil` for a deleted one.
  private var changed: [Int64: Person?] = [:]

  /// The people of one request: some 30 ms, in which no change is written.
  private static let readAtOnce = 2_000
  /// The number of changes of one commit that makes the search begin again.
  private static let mostChanges = 1_000

  init(people: PeopleViewModel) {
    self.people = people
    retry = ReadingRetry(people, problem)
    lines = pairs.map(ListLine.init)
    subscription = people.store.changes(of: Person.self, limit: Self.mostChanges).sink(
      receiveCompletion: { [people] in if case .failure(let error) = $0 { people.report(error) } },
      receiveValue: { [weak self] in self?.follow($0) })
    find()
  }

  isolated deinit {
    search?.cancel()
  }

  // MARK: Finding

  private func find() {
    retry.cancel()
    search?.cancel()
    changed = [:]
    search = Task { [weak self, people, queue] in
      do {
        let count = try people.store.count(Person.self)
        var read: [Person] = []
        var page: [Person]
        repeat {
          self?.progress.value = .reading(read.count, of: max(count, read.count))
          page = try await people.store.load(Person.self, after: read.last?.row ?? 0, limit: Self.readAtOnce)
          if Task.isCancelled { return }
          read += page
        } while page.count == Self.readAtOnce
        self?.progress.value = .comparing
        let stop = AtomicFlag()
        let pairs = try await withTaskCancellationHandler {
          try await queue.run { [read] in DuplicateFinder.pairs(among: read) { stop.isSet } }
        } onCancel: {
          stop.set()
        }
        if Task.isCancelled { return }
        self?.finish(pairs)
      } catch {
        // Another search has begun, or the view model is released.
        if Task.isCancelled { return }
        self?.fail(error)
      }
    }
  }

  private func finish(_ found: [DuplicatePair]) {
    self.found = found
    showPairs()
    progress.value = .complete
    retry.noteSuccess()
  }

  private func fail(_ error: any Error) {
    progress.value = .failed
    retry.handle(error) { [weak self] in self?.find() }
  }

  private func follow(_ commit: Commit<Person>) {
    guard commit.changes.count < Self.mostChanges else { return find() }
    for change in commit.changes { changed[change.row] = .some(change.after) }
    let withdrawn = commit.changes.flatMap { change -> [(Person, String)] in
      guard let before = change.before, let after = change.after else { return [] }
      return before.distinctIDs.subtracting(after.distinctIDs).map { (after, $0) }
    }
    guard progress.value == .complete else { return withdrawn.isEmpty ? () : find() }
    for (person, id) in withdrawn { propose(person, id) }
    showPairs()
  }

  /// Adds a pair that was noted as two people before the pairs were found.
  private func propose(_ person: Person, _ id: String) {
    guard let other = people.read({ try $0.get(Person.self, id: id) }) ?? nil else { return }
    let people = [person, other].sorted { $0.row < $1.row }
    guard !found.contains(where: { [$0.first.row, $0.second.row] == people.map(\.row) }),
      let pair = DuplicatePair(people[0], people[1])
    else { return }
    found.insert(pair, at: found.firstIndex { $0.score < pair.score } ?? found.count)
  }

  /// The pair with its people as they are now; `nil` when it is no longer one.
  private func updated(_ pair: DuplicatePair) -> DuplicatePair? {
    guard changed[pair.first.row] != nil || changed[pair.second.row] != nil else { return pair }
    guard let first = changed[pair.first.row] ?? pair.first, let second = changed[pair.second.row] ?? pair.second
    else { return nil }
    return DuplicatePair(first, second)
  }

  private func showPairs() {
    pairs.items = found.compactMap(updated)
  }

  /// The pair at a position of the list.
  public subscript(position: Int) -> DuplicatePair? {
    pairs.items[ifPresent: position]
  }

  // MARK: Actions

  /// Notes that the two are two people, so that they are never proposed again.
  public func markDistinct(_ pair: DuplicatePair) {
    let names = "\(pair.first.displayName.shortened) and \(pair.second.displayName.shortened)"
    people.actions.enqueue("Marking \(names) as different people", canCancel: true) { [weak people] control in
      let isMarked = try await people?.store.write(monitor: control.monitor) {
        guard var first = try $0.get(Person.self, row: pair.first.row),
          let second = try $0.get(Person.self, row: pair.second.row)
        else { return false }
        first.noteDistinct(from: second)
        try $0.update(first)
        return true
      }
      guard isMarked == true else { return PeopleViewModel.StatusMessage.hint("One of them is no longer in the book") }
      await people?.nameLastChange("Marked \(names) as different people")
      return .done("\(names) are different people", keys: "u undoes")
    } completion: { [weak people] in
      people?.notify($0)
    }
  }

  /// The merge of a pair, field by field.
  public func makeMerge(of pair: DuplicatePair) -> MergeViewModel {
    MergeViewModel(pair.first, pair.second, people: people)
  }
}

extension ListLine {
  fileprivate init(_ pair: DuplicatePair) {
    let names = [pair.first, pair.second].map(\.displayName.shortened)
    self.init(
      id: pair.id, section: "", lead: "\(Int((pair.score * 100).rounded())) %",
      title: names[0] == names[1] ? names[0] : names.joined(separator: " · "),
      detail: pair.reasons.map(\.text).joined(separator: ", "), trail: "")
  }
}
