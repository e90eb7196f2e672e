import Reactive

/// All records of a model as they were before a transaction: a list that can be walked back and forth in time.
///
///     let people = store.earlierObjects(Person.self, sortedBy: .name)
///     try await people.show(before: number)
///
/// The order is found on the store's queue. Records are read on access, by page. The list belongs to the main actor.
public final class EarlierResults<M: Model>: ObservableArray {
  /// The list as it was last shown; empty at first.
  public private(set) var items: ResultsSnapshot<M>
  private let query: Query<M>
  private let lists: LiveLists
  private let changes = Subject<CollectionChange<ResultsSnapshot<M>>, Never>()

  @MainActor
  init(_ query: Query<M>, of lists: LiveLists) {
    self.query = query
    self.lists = lists
    let source = PageSource(query, records: lists.records(of: M.self), database: lists.reader)
    items = ResultsSnapshot(
      SnapshotOrder(rows: RowList()), of: query, source: source, count: 0, isComplete: true)
  }

  deinit {
    let list = ObjectIdentifier(self)
    lists.engine.perform { engine in engine.forgetMoments(of: list) }
  }

  /// Delivers `.initial` to each subscriber, then the difference at each step, or `.initial` again when it is large,
  /// and `.failure` when records cannot be read.
  public var changesetPublisher: AnyPublisher<CollectionChange<ResultsSnapshot<M>>, Never> {
    AnyPublisher { [self] observer, lifetime in
      lifetime.onCancel { withExtendedLifetime(self) {} }
      observer.send(.initial(items))
      changes.attach(observer, to: lifetime)
    }
  }

  /// Shows the records as they were before a transaction.
  ///
  /// - Parameter number: The number of the transaction, one of ``Store/transactionNumbers(before:limit:)``; `nil` shows
  ///   the records as they are now.
  /// - Returns: The first position at which this step inserted or changed a record, else the former one of the first
  ///   deleted record; `nil` when records only moved, nothing changed, or everything may have changed.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*e* + *c* log *n*) for *e* later entries about *c* of *n* records; O(*n*) when the book has
  ///   changed since the last step, or a large part of it.
  @MainActor
  @discardableResult
  public func show(before number: Int64?) async throws(StoreError) -> Int? {
    let moment = try await lists.engine.moment(query.plan, before: number, for: ObjectIdentifier(self))
    let source = PageSource(
      query, records: lists.records(of: M.self), database: lists.reader, before: moment.number)
    source.didFail = { [weak self] in self?.changes.send(.failure($0)) }
    let snapshot = ResultsSnapshot(
      SnapshotOrder(rows: moment.rows), of: query, source: source, count: moment.rows.count, isComplete: true)
    let former = items
    items = snapshot
    guard let changed = moment.changed, let old = former.rowList else {
      changes.send(.initial(snapshot))
      return nil
    }
    let changeset = Changeset(RowList.relocations(from: old, to: moment.rows, touched: changed))
    guard !changeset.isEmpty else { return nil }
    changes.send(.update(snapshot, changeset))
    let arrived = changeset.insertions + changeset.modifications.map(\.new)
    return arrived.min() ?? changeset.deletions.first
  }
}
