import Reactive

/// The items that a list shows for its records, made on access.
///
/// An item is kept while its record is in the list and does not change, as long as it was made recently, or is a
/// ``StatefulViewModelItem`` that is referenced elsewhere. It belongs to the main actor.
public final class MappedResults<M: Model, Item>: ObservableArray {
  private let results: Results<M>
  private let cache: ItemCache<M, Item>
  private let changes = Subject<CollectionChange<Items>, Never>()
  private var token: AnyCancellable?
  private var failure: (any Error)?
  /// The list as it was last published.
  public private(set) var items: Items

  /// The items of one snapshot of the list.
  public struct Items: RandomAccessCollection {
    let records: ResultsSnapshot<M>
    let cache: ItemCache<M, Item>

    /// The position of the first item.
    public var startIndex: Int { 0 }
    /// The position after the last item.
    public var endIndex: Int { records.count }
    /// The item at a position, made if it is not kept.
    public subscript(index: Int) -> Item { cache.item(for: records, at: index) }
  }

  init(_ results: Results<M>, _ cache: ItemCache<M, Item>) {
    self.results = results
    self.cache = cache
    items = Items(records: results.items, cache: cache)
    token = results.changesetPublisher.sink { [weak self] in self?.receive($0) }
  }

  /// As ``Results/changesetPublisher``; each item is made once, however many subscribe.
  public var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      lifetime.onCancel { withExtendedLifetime(self) {} }
      observer.send(.initial(items))
      if let failure, !lifetime.isCancelled { observer.send(.failure(failure)) }
      changes.attach(observer, to: lifetime)
    }
  }

  private func receive(_ change: CollectionChange<ResultsSnapshot<M>>) {
    switch change {
    case .initial(let records):
      cache.reset(to: records)
      show(records)
    case .update(let records, let changeset):
      let old = items.records
      // A row number that leaves or enters the list may belong to another record when it appears again.
      for index in changeset.deletions { cache.remove(row: old.row(at: index)) }
      for index in changeset.insertions { cache.remove(row: records.row(at: index)) }
      for pair in changeset.modifications { cache.invalidate(row: records.row(at: pair.new)) }
      show(records)
    case .failure(let error): failure = error
    }
    changes.send(change.mapItems { Items(records: $0, cache: cache) })
  }

  private func show(_ records: ResultsSnapshot<M>) {
    failure = nil
    items = Items(records: records, cache: cache)
  }
}

/// Items by the rows of their records.
final class ItemCache<M: Model, Item> {
  private let make: (M) -> Item
  /// Whether an item stays the same while its record changes.
  private let isStateful: Bool
  private var kept: [Int64: Item] = [:]
  /// The items in the order in which they were made; the first half is dropped when there are too many.
  private var rows: [Int64] = []
  /// The stateful items that are still referenced, and the ids of their records.
  private var alive: [Int64: (id: String, item: Weak)] = [:]
  /// The rows with stateful items that may belong to a replaced record.
  private var doubtful: Set<Int64> = []

  private struct Weak {
    weak var item: AnyObject?
  }

  private static var capacity: Int { 1024 }

  init(isStateful: Bool, _ make: @escaping (M) -> Item) {
    self.isStateful = isStateful
    self.make = make
  }

  func item(for records: ResultsSnapshot<M>, at index: Int) -> Item {
    let row = records.row(at: index)
    if doubtful.remove(row) != nil, let known = alive[row], known.id != records[index].id { remove(row: row) }
    if let item = kept[row] { return item }
    if let item = alive[row]?.item.item as? Item {
      keep(item, row)
      return item
    }
    let record = records[index]
    let item = make(record)
    if isStateful { alive[row] = (record.id, Weak(item: item as AnyObject)) }
    keep(item, row)
    return item
  }

  /// The record in a row has changed: its item is made again, unless it observes its record itself.
  func invalidate(row: Int64) {
    if isStateful {
      if alive[row] != nil { doubtful.insert(row) }
    } else {
      kept[row] = nil
    }
  }

  /// The item of a row is no longer valid.
  func remove(row: Int64) {
    kept[row] = nil
    alive[row] = nil
    doubtful.remove(row)
  }

  /// The changes that led to `records` are unknown.
  ///
  /// - Complexity: O(records) while there are stateful items.
  func reset(to records: ResultsSnapshot<M>) {
    guard isStateful else { return kept = [:] }
    guard !alive.isEmpty else { return }
    let present = Set((records.rows ?? []).filter { alive[$0] != nil })
    // A record that is not in the list may be deleted: when it returns, its item no longer observes it.
    for row in alive.keys where !present.contains(row) { remove(row: row) }
    doubtful = present
  }

  private func keep(_ item: Item, _ row: Int64) {
    kept[row] = item
    rows.append(row)
    guard rows.count > Self.capacity else { return }
    for row in rows.prefix(Self.capacity / 2) { kept[row] = nil }
    rows.removeFirst(Self.capacity / 2)
    alive = alive.filter { $0.value.item.item != nil }
    doubtful.formIntersection(alive.keys)
  }
}

extension Results {
  /// This list as the results of `make` for each record, called again when the record changes.
  ///
  /// RealmCombineMVVM's README calls this `asItemArray`.
  public func asObservableArray<Item>(_ make: @escaping (M) -> Item) -> MappedResults<M, Item> {
    MappedResults(self, ItemCache(isStateful: false, make))
  }

  /// This list as items that are made from their records, and made again when a record changes.
  @MainActor
  public func asObservableArray<Item: ViewModelItem>(of type: Item.Type) -> MappedResults<M, Item>
  where Item.Model == M {
    MappedResults(self, ItemCache(isStateful: false) { Item.made(from: $0) })
  }

  /// This list as items that observe their records themselves: each stays the same object while its record changes.
  @MainActor
  public func asObservableArray<Item: StatefulViewModelItem>(of type: Item.Type) -> MappedResults<M, Item>
  where Item.Model == M {
    MappedResults(self, ItemCache(isStateful: true) { Item.made(from: $0) })
  }
}

extension ViewModelItem where Model: Sendable {
  /// Lists belong to the main actor, and are only accessed there.
  fileprivate static func made(from model: Model) -> Self {
    // The closure has returned, on this thread, before the item is read, so it is not shared.
    nonisolated(unsafe) var item: Self?
    MainActor.assumeIsolated { item = Self(model) }
    // `assumeIsolated` returns after its closure, which always assigns the item, or ends the process.
    guard let item else { preconditionFailure("the closure above has run") }
    return item
  }
}
