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
  @usableFromInline let runs: [(key: Key, count: Int)]

  /// - Parameter runs: the sections in order: how many elements each has, and what tells it from the others. They add up to
  ///   the count of `items`, none of which is looked at.
  @inlinable
  public init(items: Items, runs: [(key: Key, count: Int)]) {
    self.items = items
    self.runs = runs
  }

  /// The sections in order. O(sections).
  @inlinable
  public var sections: [ObservableSection<Key, Items>] {
    var start = items.startIndex
    return runs.map { run in
      defer { start += run.count }
      return ObservableSection(key: run.key, items: Slice(base: items, bounds: start..<start + run.count))
    }
  }
}

/// What happened to a list with sections; see ``CollectionChange``.
public enum SectionedChange<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  case initial(SectionedSnapshot<Key, Items>)
  case update(SectionedSnapshot<Key, Items>, SectionedChangeset)
  case failure(any Error)

  /// The snapshot; `nil` for a failure.
  public var snapshot: SectionedSnapshot<Key, Items>? {
    switch self {
    case .initial(let snapshot), .update(let snapshot, _): snapshot
    case .failure: nil
    }
  }
}

/// An observable array cut into sections: each run of consecutive elements with the same key is one.
///
/// Sort by the key first; two runs with the same key are two sections.
public final class SectionedObservableArray<Key: Hashable, Element> {
  private var keys: DerivedObservableArray<(key: Key, element: Element)>
  private let hub = Hub<SectionedChange<Key, ChunkedArray<Element>>, Never>(
    label: SourceLabel(name: "SectionedObservableArray", file: #fileID, line: #line))
  private var token: AnyCancellable?
  /// The present list.
  public private(set) var snapshot = SectionedSnapshot<Key, ChunkedArray<Element>>(items: [], runs: [])

  init<Source: ObservableArray<Element>>(_ source: Source, _ key: @escaping (Element) -> Key) {
    keys = source.map { (key($0), $0) }
    token = keys.changesetPublisher.sink { [unowned self] change in
      switch change {
      case .failure(let error): hub.send(.failure(error))
      case .initial(let items):
        snapshot = Self.snapshot(of: items)
        hub.send(.initial(snapshot))
      case .update(let items, let flat):
        let old = snapshot
        snapshot = Self.snapshot(of: items)
        let changeset = SectionedChangeset(flat, old: old.runs, new: snapshot.runs)
        if !changeset.isEmpty { hub.send(.update(snapshot, changeset)) }
      }
    }
  }

  deinit {
    hub.removeAll()
  }

  private static func snapshot(
    of items: ChunkedArray<(key: Key, element: Element)>
  ) -> SectionedSnapshot<Key, ChunkedArray<Element>> {
    var runs: [(key: Key, count: Int)] = []
    for item in items {
      if let last = runs.indices.last, runs[last].key == item.key {
        runs[last].count += 1
      } else {
        runs.append((item.key, 1))
      }
    }
    return SectionedSnapshot(items: ChunkedArray(items.lazy.map { $0.element }), runs: runs)
  }

  /// Delivers `.initial` to each subscriber, then each change with the snapshot it leads to. A subscription keeps the
  /// array alive.
  public var changesetPublisher: AnyPublisher<SectionedChange<Key, ChunkedArray<Element>>, Never> {
    AnyPublisher { [self] observer, lifetime in
      guard hub.attach(observer, to: lifetime) else { return }
      hub.delivering { observer.send(.initial(snapshot)) }
      lifetime.onCancel { [self] in withExtendedLifetime(self) {} }
    }
  }
}

extension ObservableArray {
  /// This array cut into sections, one for each run of consecutive elements with the same `key`, which is asked for
  /// once per touched element.
  public func sectioned<Key: Hashable>(by key: @escaping (Element) -> Key) -> SectionedObservableArray<Key, Element> {
    SectionedObservableArray(self, key)
  }
}
