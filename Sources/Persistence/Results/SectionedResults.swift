import Reactive

/// A live list of records with a section for each initial, or for each group of its order.
///
///     let people = store.objects(Person.self).sectioned()
///     people.changesetPublisher.sink { change in … }.store(in: &tokens)
///
/// It is divided without reading a record, and opens with its sections. Until the order of the list is loaded, 0.2 s at
/// a million, these are estimated: the letters are exact, the first and the last page of rows are in their sections,
/// and the remaining rows are divided evenly among the others. Then an update follows that changes only where each
/// section begins. In a book that an older program wrote to last, and in a grouped one, there is a single section with
/// an empty name until then. It belongs to the main actor.
public final class SectionedResults<M: Model> {
  /// The records of all sections, in order.
  public typealias Items = ResultsSnapshot<M>
  /// The list as it was at one moment, with its sections.
  public typealias Snapshot = SectionedSnapshot<String, Items>

  private let results: Results<M>
  private let changes = Subject<SectionedChange<String, Items>, Never>()
  private var tokens: Set<AnyCancellable> = []
  /// The list as it was last published.
  public private(set) var snapshot: Snapshot
  private var runs: [SectionRun]?
  private var failure: (any Error)?

  init(_ results: Results<M>) {
    self.results = results
    results.keepSections()
    snapshot = Snapshot(items: results.items, runs: [])
    results.changesetPublisher.sink { [weak self] in self?.receive($0) }.store(in: &tokens)
    results.sectioning.sink { [weak self] in self?.regroup() }.store(in: &tokens)
  }

  /// Each subscriber receives `.initial` at once, the failure when there is one, then at most one `.update` for each
  /// committed transaction, in order, and one when the sections have become known; `.initial` again when too much has
  /// changed.
  ///
  /// A subscription keeps the list alive.
  public var changesetPublisher: AnyPublisher<SectionedChange<String, Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      lifetime.onCancel { withExtendedLifetime(self) {} }
      observer.send(.initial(snapshot))
      if let failure, !lifetime.isCancelled { observer.send(.failure(failure)) }
      changes.attach(observer, to: lifetime)
    }
  }

  private func receive(_ change: CollectionChange<Items>) {
    switch change {
    case .initial(let items):
      adopt(items)
      changes.send(.initial(snapshot))
    case .update(let items, let changeset):
      adopt(items)
      changes.send(.update(snapshot, changeset))
    case .failure(let error):
      failure = error
      changes.send(.failure(error))
    }
  }

  private func regroup() {
    guard runs != results.sections else { return }
    adopt(results.items)
    changes.send(.update(snapshot, Changeset()))
  }

  private func adopt(_ items: Items) {
    failure = nil
    runs = results.sections
    let known = runs ?? (items.isEmpty ? [] : [SectionRun(label: "", count: items.count)])
    snapshot = Snapshot(items: items, runs: known.map { ($0.label, $0.count) })
  }
}

extension Results {
  /// This list divided by the letters that its order begins with: A, B, … of any script, `#` for records before the
  /// letters; or by the groups of its order.
  ///
  /// Dividing a long list costs as little as dividing a short one.
  public func sectioned() -> SectionedResults<M> {
    SectionedResults(self)
  }
}
