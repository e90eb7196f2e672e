import Reactive

/// What a list can be divided by without looking at all of it.
public enum SectionKey: Sendable {
  /// The letter that its order begins with: A, B, … of whatever script, `#` for what comes before letters.
  case initial
}

/// A list of records with sections, live; no record is read for it.
///
///     let people = store.objects(Person.self).sectioned(by: .initial)
///     people.changesetPublisher.sink { change in … }.store(in: &tokens)
///
/// As long as the order of a list is not known, 0.2 s at a million, all of it is one section without a name; so it is
/// while only the first page of a search is there. Belongs to the main actor.
public final class SectionedResults<M: Model> {
  public typealias Items = ResultsSnapshot<M>
  public typealias Snapshot = SectionedSnapshot<String, Items>

  private let results: Results<M>
  private let changes = Subject<SectionedChange<String, Items>, Never>()
  private var tokens: Set<AnyCancellable> = []
  /// The list as it stands.
  public private(set) var snapshot: Snapshot
  private var runs: [SectionRun]?

  /// Above so many rows a section that comes or goes makes the list new: who changes hands would have to be found out
  /// by looking at all of them.
  private static var limit: Int { 100_000 }

  init(_ results: Results<M>) {
    self.results = results
    snapshot = Snapshot(items: results.items, runs: [])
    results.askForSections()
    results.changesetPublisher.sink { [weak self] in self?.receive($0) }.store(in: &tokens)
    results.sectioning.sink { [weak self] in self?.reset() }.store(in: &tokens)
  }

  /// Each subscriber gets `.initial` at once, then at most one `.update` for each committed transaction, in order;
  /// `.initial` again when the sections have become known, or too much has changed to say what. A subscription keeps
  /// the list alive.
  public var changesetPublisher: AnyPublisher<SectionedChange<String, Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      lifetime.onCancel { withExtendedLifetime(self) {} }
      observer.send(.initial(snapshot))
      changes.attach(observer, to: lifetime)
    }
  }

  private func receive(_ change: CollectionChange<Items>) {
    switch change {
    case .initial: reset()
    case .failure(let error): changes.send(.failure(error))
    case .update(let items, let flat):
      guard let old = runs, let new = results.sections, isTellable(from: old, to: new, items.count) else {
        return reset()
      }
      adopt(items)
      let changeset = SectionedChangeset(flat, old: Self.keyed(old), new: Self.keyed(new))
      if !changeset.isEmpty { changes.send(.update(snapshot, changeset)) }
    }
  }

  private func isTellable(from old: [SectionRun], to new: [SectionRun], _ count: Int) -> Bool {
    count <= Self.limit || old.map(\.label) == new.map(\.label)
  }

  private func reset() {
    adopt(results.items)
    changes.send(.initial(snapshot))
  }

  private func adopt(_ items: Items) {
    runs = results.sections
    let known = runs ?? (items.isEmpty ? [] : [SectionRun(label: "", count: items.count)])
    snapshot = Snapshot(items: items, runs: Self.keyed(known))
  }

  private static func keyed(_ runs: [SectionRun]) -> [(key: String, count: Int)] { runs.map { ($0.label, $0.count) } }
}

extension Results {
  /// This list divided into sections, however long it is.
  public func sectioned(by key: SectionKey) -> SectionedResults<M> {
    SectionedResults(self)
  }
}
