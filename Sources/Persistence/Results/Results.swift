import Reactive

/// A live list of the records that match a query: its content, and every change to it.
///
///     let people = store.objects(Person.self).where(\.lastName == "Lovelace").sorted(by: .family)
///     people.changesetPublisher.sink { change in … }.store(in: &tokens)
///
/// Nothing is read until the list is accessed. It then opens with its first page and its count, at a cost that does not
/// depend on the size of the book. Its order (8 bytes a row) is loaded later on the store's queue.
///
/// States: *closed* (not accessed), *open* (the first page is there, the store keeps the order), *waiting* (another
/// program keeps the book locked, or the system reports an error; the last snapshot stays, and the list is opened again
/// once the book can be read), *failed* (the book could not be read; the last snapshot stays, and no more changes are
/// received).
///
/// A list belongs to the main actor, where it was made.
public final class Results<M: Model>: ObservableArray {
  /// The query of the list.
  ///
  /// Its filter, order or search may be changed at any time, also while it is observed.
  ///
  /// The list keeps its content until the store's queue has found the first page of the new one, some milliseconds
  /// later. Then one `.update` leads from the old list to the new, or `.initial` when both together have more than
  /// 200,000 rows. If the new one has more than a page, the rest arrives as insertions. Of several queries set quickly,
  /// only the last is run.
  public var query: Query<M> {
    didSet { if query != oldValue { queryDidChange() } }
  }
  /// The query that the store's queue has been requested to show, until it does.
  private var requested: Query<M>?
  private let lists: LiveLists
  let id: Int
  private var isOpen = false
  private var recovery = Recovery.none
  private var retryPause = RetryPause()
  private var snapshot: ResultsSnapshot<M>
  private var order: SnapshotOrder
  private let source: PageSource<M>
  private let changes = Subject<CollectionChange<ResultsSnapshot<M>>, Never>()
  private let failures = CurrentValue<StoreError?, Never>(nil)
  /// The sections of `snapshot`, counted or, until its order is loaded, estimated; `nil` until they are requested and
  /// known.
  private(set) var sections: [SectionRun]?
  /// Emits when the sections have become known or more exact, and nothing else has changed.
  let sectioning = Subject<Void, Never>()
  private var wantsSections = false
  /// Whether no content has been received since the query was changed.
  ///
  /// Until then, changes of records that only the new query matches were not received.
  private var isNewQuery = false

  /// The progress of a list that failed with a transient error.
  private enum Recovery {
    case none
    /// The list has not been requested again. Deliveries that still arrive are from before the failure.
    case waiting
    case requested
  }

  @MainActor
  init(_ query: Query<M>, of lists: LiveLists) {
    self.query = query
    self.lists = lists
    id = lists.takeNumber()
    source = PageSource(query, records: lists.records(of: M.self), database: lists.reader)
    order = SnapshotOrder(rows: RowList())
    snapshot = ResultsSnapshot(order, of: query, source: source, count: 0, isComplete: true)
    source.didFail = { [weak self] error in self?.failLater(error) }
  }

  deinit {
    guard isOpen else { return }
    lists.detach(id)
    lists.engine.perform { [id] engine in engine.untrack(id) }
  }

  // MARK: Refining

  /// The same list with a further filter.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the filters.
  @MainActor
  public func `where`(_ filter: Filter<M>) -> Results { Results(query.where(filter), of: lists) }

  /// The same list in another order.
  @MainActor
  public func sorted(by order: Order<M>) -> Results { Results(query.sorted(by: order), of: lists) }

  /// The records that contain every word of the text, in any field; see ``Folding``.
  @MainActor
  public func search(_ text: String) -> Results { Results(query.search(text), of: lists) }

  // MARK: Reading

  /// Opens the list on the store's queue, so that a search does not block the main actor.
  ///
  /// ``items`` finds the first page at once, on the main actor. This function finds it on the store's queue and then
  /// returns.
  ///
  /// Until then the list is empty and not complete. A list that is open already, or is being opened, is not changed.
  ///
  /// - Parameter findingSections: Whether to find the sections, too, so that ``sectioned()`` has them at once.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n* log *n*) at most, on the store's queue, where *n* is the number of records; O(log *n*) where
  ///   an index has the order.
  @MainActor
  public func load(findingSections: Bool = false) async throws(StoreError) {
    if !isOpen, failure == nil {
      isOpen = true
      requested = query
      wantsSections = wantsSections || findingSections
      snapshot = ResultsSnapshot(order, of: query, source: source, count: 0, isComplete: false)
      lists.attach(self, as: id)
      await lists.engine.show(id, query.plan, wantsSections: wantsSections)
      lists.deliver()
    }
    if let failure { throw failure }
  }

  /// The current list.
  ///
  /// - Complexity: O(1) when the list is open; the first access reads a page.
  public var items: ResultsSnapshot<M> {
    open()
    return snapshot
  }

  /// Each subscriber receives `.initial` at once, then at most one `.update` for each committed transaction, in order.
  ///
  /// However many subscribe, the order is kept once. `.initial` is sent again when so much has changed that a changeset
  /// would not help; `.failure` when the book can no longer be read, which late subscribers receive, too; and
  /// `.initial` again when the book can be read again. A subscription keeps the list alive.
  public var changesetPublisher: AnyPublisher<CollectionChange<ResultsSnapshot<M>>, Never> {
    AnyPublisher { [self] observer, lifetime in
      open()
      lifetime.onCancel { withExtendedLifetime(self) {} }
      observer.send(.initial(snapshot))
      if let failure, !lifetime.isCancelled { observer.send(.failure(failure)) }
      changes.attach(observer, to: lifetime)
    }
  }

  /// The reason why the book can no longer be read; `nil` while it can, or when the list was not accessed.
  ///
  /// A list that has failed with ``StoreError/locked(path:)``, ``StoreError/inputOutput(path:detail:)`` or
  /// ``StoreError/diskFull(path:)`` recovers when the book can be read again. With any other error it keeps its last
  /// content; a new list tries again.
  public var failure: StoreError? { failures.value }

  /// ``failure``, now and when it changes.
  ///
  /// Subscribing does not open the list.
  public var failurePublisher: AnyPublisher<StoreError?, Never> {
    failures.eraseToAnyPublisher()
  }

  /// The list after each change, the current one first.
  public var collectionPublisher: AnyPublisher<ResultsSnapshot<M>, Never> {
    currentValuePublisher
  }

  private func open() {
    guard !isOpen, failure == nil else { return }
    do {
      let opening = try source.open(withSections: wantsSections)
      isOpen = true
      order = SnapshotOrder(count: opening.count ?? opening.page.count, page: opening.page)
      snapshot = ResultsSnapshot(
        order, of: query, source: source, count: opening.count ?? opening.page.count, isComplete: opening.count != nil)
      sections = opening.sections
      let page = source.plan.condition == nil ? nil : RowList(opening.page)
      lists.attach(self, as: id)
      lists.engine.perform { [id, plan = source.plan, wantsSections] engine in
        engine.track(id, plan, seq: opening.seq, page: page, wantsSections: wantsSections)
      }
    } catch {
      isOpen = true
      lists.attach(self, as: id)
      fail(error)
    }
  }

  /// Fails in the next turn of the main queue or later, because records are read while views draw.
  private func failLater(_ error: StoreError) {
    guard isOpen, failure == nil else { return }
    let delivery = Delivery(listener: id, content: .failure(error))
    // Only the engine can find out whether a file that appears damaged is another one.
    if case .damaged = error { lists.engine.perform { $0.deliver(delivery) } } else { lists.enqueue(delivery) }
  }

  private func publish(_ change: CollectionChange<ResultsSnapshot<M>>) {
    changes.send(change)
  }

  private func fail(_ error: StoreError) {
    guard isOpen else { return }
    // Each row that a view reads fails; the list is requested again once.
    if recovery == .waiting, error.isTemporary { return }
    lists.engine.perform { [id] engine in engine.untrack(id) }
    requested = nil
    if error.isTemporary {
      recovery = .waiting
      let pause = retryPause.next(after: error)
      lists.engine.perform { [id] engine in engine.offerRetry(to: id, after: pause) }
    } else {
      recovery = .none
      isOpen = false
      lists.detach(id)
    }
    guard failure != error else { return }
    failures.value = error
    publish(.failure(error))
  }

  private func retry() {
    guard isOpen, recovery == .waiting, requested == nil else { return }
    request()
  }

  /// Publishes the list, now that the book can be read again.
  private func recover() {
    recovery = .none
    retryPause.noteSuccess()
    failures.value = nil
    publish(.initial(snapshot))
    if query != snapshot.query { queryDidChange() }
  }

  /// Makes the store's queue keep the sections.
  ///
  /// Those of a list that is not open yet are ready when it is.
  func keepSections() {
    guard !wantsSections else { return }
    wantsSections = true
    if isOpen { lists.engine.perform { [id] engine in engine.section(id) } }
  }

  private func queryDidChange() {
    guard isOpen else {
      source.plan = query.plan
      return
    }
    if requested == nil, failure == nil || recovery == .waiting { request() }
  }

  private func request() {
    requested = query
    lists.engine.perform { [id, plan = query.plan, wantsSections] engine in
      engine.show(id, plan, wantsSections: wantsSections)
    }
  }
}

extension Results: DeliveryReceiver {
  func receive(_ delivery: Delivery) {
    switch delivery.content {
    case .order, .update, .reset, .sections:
      if recovery != .waiting { receiveRows(delivery) }
    case .query:
      guard let present = requested else { return }
      requested = nil
      isNewQuery = true
      snapshot = ResultsSnapshot(
        order, of: present, source: source, count: snapshot.count, isComplete: snapshot.isComplete)
      if recovery == .waiting { recovery = .requested } else if query != present { queryDidChange() }
    case .failure(let error):
      fail(error)
    case .retry:
      retry()
    case .commits, .feedFailure:
      break
    }
  }

  private func receiveRows(_ delivery: Delivery) {
    switch delivery.content {
    case .order(let rows) where rows.count != snapshot.count:
      // The counter of a damaged book was wrong.
      sections = delivery.sections
      show(rows, isComplete: true)
      publish(.initial(snapshot))
    case .order(let rows):
      order.rows = rows
      learn(delivery.sections)
    case .sections:
      learn(delivery.sections)
    case .update(let rows, let changeset, let touched, let isComplete):
      if isNewQuery { source.forget() } else { source.refresh(touched) }
      sections = delivery.sections
      show(rows, isComplete: isComplete)
      publish(.update(snapshot, changeset))
    case .reset(let rows, let isComplete):
      source.forget()
      sections = delivery.sections
      show(rows, isComplete: isComplete)
      if recovery == .none { publish(.initial(snapshot)) } else { recover() }
    case .query, .failure, .retry, .commits, .feedFailure:
      break
    }
  }

  private func learn(_ sections: [SectionRun]?) {
    guard let sections else { return }
    self.sections = sections
    sectioning.send(())
  }

  private func show(_ rows: RowList, isComplete: Bool) {
    isNewQuery = false
    order = SnapshotOrder(rows: rows)
    snapshot = ResultsSnapshot(
      order, of: snapshot.query, source: source, count: rows.count, isComplete: isComplete)
  }
}
