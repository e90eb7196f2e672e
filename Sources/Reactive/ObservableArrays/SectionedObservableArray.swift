/// A run of consecutive elements with the same key.
public struct ObservableSection<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  public let key: Key
  /// The elements, as a view into the list: no element is copied, or looked at.
  public let items: Slice<Items>

  @usableFromInline
  init(key: Key, items: Slice<Items>) {
    self.key = key
    self.items = items
  }

  public var count: Int { items.count }

  /// The element at `row`, counted from 0.
  public subscript(row: Int) -> Items.Element { items[items.startIndex + row] }
}

/// A list with sections, as it is at one time.
public struct SectionedSnapshot<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  public let items: Items
  @usableFromInline let runs: SectionRuns<Key>

  @usableFromInline
  init(items: Items, runs: SectionRuns<Key>) {
    self.items = items
    self.runs = runs
  }

  /// - Parameter runs: the sections in order: how many elements each has, and what tells it from the others. They add up to
  ///   the count of `items`, none of which is looked at.
  @inlinable
  public init(items: Items, runs: [(key: Key, count: Int)]) {
    self.init(items: items, runs: SectionRuns(runs))
  }

  public var sectionCount: Int { runs.count }

  /// The sections in order. O(sections).
  @inlinable
  public var sections: [ObservableSection<Key, Items>] {
    var start = items.startIndex
    return runs.all.map { run in
      defer { start += run.count }
      return ObservableSection(key: run.key, items: Slice(base: items, bounds: start..<start + run.count))
    }
  }
}

/// What happened to a list with sections; see ``CollectionChange``.
///
/// The changeset is that of the list as a whole: its rows are counted through all sections. Which section a row stands in, and
/// stood in, the snapshots say; those with the same key are the same section. So nothing has to be said when a row that stays
/// where it is comes to stand in another section, and an update with an empty changeset has only new sections to tell.
public enum SectionedChange<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  case initial(SectionedSnapshot<Key, Items>)
  case update(SectionedSnapshot<Key, Items>, Changeset)
  case failure(any Error)

  /// The snapshot; `nil` for a failure.
  public var snapshot: SectionedSnapshot<Key, Items>? {
    switch self {
    case .initial(let snapshot), .update(let snapshot, _): snapshot
    case .failure: nil
    }
  }

  /// What has changed; `nil` for `.initial` and failures.
  public var changeset: Changeset? {
    if case .update(_, let changeset) = self { changeset } else { nil }
  }
}

/// An observable array cut into sections: each run of consecutive elements with the same key is one.
///
/// Sort by the key first; two runs with the same key are two sections. A change costs what it touches, times O(log n).
public final class SectionedObservableArray<Key: Hashable, Element> {
  private let hub = Hub<SectionedChange<Key, ChunkedArray<Element>>, Never>(
    label: SourceLabel(name: "SectionedObservableArray", file: #fileID, line: #line))
  private let key: (Element) -> Key
  private let keeps: Any
  private var token: AnyCancellable?
  /// The last event, when it was a failure: repeated to each new subscriber.
  private var failure: (any Error)?
  /// The present list.
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
  /// leads to. A subscription keeps the array alive.
  public var changesetPublisher: AnyPublisher<SectionedChange<Key, ChunkedArray<Element>>, Never> {
    AnyPublisher { [self] observer, lifetime in
      hub.attach(observer, to: lifetime) {
        guard let failure else { return .initial(snapshot) }
        observer.send(.initial(snapshot))
        return .failure(failure)
      }
      lifetime.onCancel { [self] in withExtendedLifetime(self) {} }
    }
  }

  /// How many subscriptions are live.
  public var subscriberCount: Int { hub.count }
}

extension ObservableArray {
  /// This array cut into sections, one for each run of consecutive elements with the same `key`, which is asked for
  /// once per touched element.
  public func sectioned<Key: Hashable>(by key: @escaping (Element) -> Key) -> SectionedObservableArray<Key, Element> {
    SectionedObservableArray(self, key)
  }
}
