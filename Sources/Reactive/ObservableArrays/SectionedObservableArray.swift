/// An observable array divided into sections: each run of consecutive elements with the same key.
///
/// Sort by the key first; two runs with the same key are two sections.
///
/// - Complexity: O(k log n) for a change with k operations.
public final class SectionedObservableArray<Key: Hashable, Element> {
  private let hub = Hub<SectionedChange<Key, ChunkedArray<Element>>, Never>(
    label: SourceLabel(name: "SectionedObservableArray", file: #fileID, line: #line))
  private let key: (Element) -> Key
  private let keeps: Any
  private var token: AnyCancellable?
  /// The last event, when it was a failure: repeated to each new subscriber.
  private var failure: (any Error)?
  /// The current list.
  public private(set) var snapshot = SectionedSnapshot<Key, ChunkedArray<Element>>(items: [], runs: SectionRuns())

  init<Source: ObservableArray<Element>>(_ source: Source, _ key: @escaping (Element) -> Key) {
    self.key = key
    keeps = source
    let token = AnyCancellable()
    self.token = token
    source.changesetPublisher.attach(
      Observer(wantsMarks: true) { [unowned self] change in
        switch change {
        case .failure(let error):
          failure = error
          hub.relay(.failure(error))
        case .initial(let items): reset(items)
        case .update(let items, let changeset): update(items, changeset)
        }
      } receiveNotice: { [unowned self] notice in
        switch notice {
        case .mark: hub.relayMark()
        case .nothing: hub.relayNothing()
        case .completion(let completion): hub.send(completion: completion)
        }
      },
      to: token
    )
  }

  deinit {
    hub.removeAll()
  }

  private func reset(_ items: some RandomAccessCollection<Element>) {
    let items = ChunkedArray(items)
    var runs: [(key: Key, count: Int)] = []
    for item in items {
      let key = key(item)
      if let last = runs.indices.last, runs[last].key == key {
        runs[last].count += 1
      } else {
        runs.append((key, 1))
      }
    }
    snapshot = SectionedSnapshot(items: items, runs: runs)
    failure = nil
    hub.relay(.initial(snapshot))
  }

  private func update<Items: RandomAccessCollection>(
    _ items: Items, _ flat: Changeset
  ) where Items.Element == Element, Items.Index == Int {
    let start = items.startIndex
    var runs = snapshot.runs
    runs.apply(flat) { key(items[start + $0]) }
    if let same = items as? ChunkedArray<Element> {
      snapshot = SectionedSnapshot(items: same, runs: runs)
    } else {
      var own = snapshot.items
      own.apply(flat) { items[start + $0] }
      snapshot = SectionedSnapshot(items: own, runs: runs)
    }
    if failure != nil {
      failure = nil
      hub.relay(.initial(snapshot))
    } else if flat.isEmpty {
      hub.relayNothing()
    } else {
      hub.relay(.update(snapshot, flat))
    }
  }

  /// Delivers `.initial` to each subscriber, then the failure while it lasts, then each change with the snapshot it
  /// leads to.
  ///
  /// A subscription keeps the array alive.
  public var changesetPublisher: AnyPublisher<SectionedChange<Key, ChunkedArray<Element>>, Never> {
    AnyPublisher { [self] observer, lifetime in
      hub.attach(observer, to: lifetime) {
        guard let failure else { return .initial(snapshot) }
        observer.send(.initial(snapshot))
        return lifetime.isCancelled ? nil : .failure(failure)
      }
      lifetime.onCancel { [self] in withExtendedLifetime(self) {} }
    }
  }

  /// The number of live subscriptions.
  public var subscriberCount: Int { hub.count }
}

extension ObservableArray {
  /// Returns this array divided into sections, one for each run of consecutive elements with the same key.
  ///
  /// `key` is called once for each element at first, then once for each that is inserted or modified.
  ///
  /// - Complexity: O(*n*) at first, then O(*k* log *n*) for a change with *k* operations.
  public func sectioned<Key: Hashable>(by key: @escaping (Element) -> Key) -> SectionedObservableArray<Key, Element> {
    SectionedObservableArray(self, key)
  }
}
