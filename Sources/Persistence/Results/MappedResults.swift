import Reactive

/// The items that a list shows for its records, made when they are looked at.
///
/// An item is kept as long as its record does not change and it was looked at not long ago, or somebody else has it.
/// Belongs to the main actor.
public final class MappedResults<M: Model, Item>: ObservableArray {
  private let results: Results<M>
  private let cache: ItemCache<M, Item>
  private let changes = Subject<CollectionChange<Items>, Never>()
  private var token: AnyCancellable?

  public struct Items: RandomAccessCollection {
    let records: ResultsSnapshot<M>
    let cache: ItemCache<M, Item>

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }
    public subscript(index: Int) -> Item { cache.item(for: records, at: index) }
  }

  init(_ results: Results<M>, _ cache: ItemCache<M, Item>) {
    self.results = results
    self.cache = cache
    token = results.changesetPublisher.sink { [weak self] in self?.receive($0) }
  }

  public var items: Items { Items(records: results.items, cache: cache) }

  /// As ``Results/changesetPublisher``; however many subscribe, an item is made once.
  public var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      lifetime.onCancel { withExtendedLifetime(self) {} }
      observer.send(.initial(items))
      changes.attach(observer, to: lifetime)
    }
  }

  private func receive(_ change: CollectionChange<ResultsSnapshot<M>>) {
    switch change {
    case .initial: cache.forgetRecords()
    case .update(let records, let changeset):
      for pair in changeset.modifications { cache.forget(row: records.row(at: pair.new)) }
    case .failure: break
    }
    changes.send(change.mapItems { Items(records: $0, cache: cache) })
  }
}

/// Items by the rows of their records.
final class ItemCache<M: Model, Item> {
  private let make: (M) -> Item
  /// Whether an item stays the same while its record changes.
  private let isStateful: Bool
  private var kept: [Int64: Item] = [:]
  /// In the order in which they were made; the first half is let go when there are too many.
  private var rows: [Int64] = []
  /// Stateful items, as long as anybody has them.
  private var alive: [Int64: Weak] = [:]

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
    if let item = kept[row] { return item }
    let item = alive[row]?.item as? Item ?? make(records[index])
    keep(item, row)
    return item
  }

  func forget(row: Int64) {
    if !isStateful { kept[row] = nil }
  }

  func forgetRecords() {
    if !isStateful { kept = [:] }
  }

  private func keep(_ item: Item, _ row: Int64) {
    kept[row] = item
    rows.append(row)
    if isStateful { alive[row] = Weak(item: item as AnyObject) }
    guard rows.count > Self.capacity else { return }
    for row in rows.prefix(Self.capacity / 2) { kept[row] = nil }
    rows.removeFirst(Self.capacity / 2)
    alive = alive.filter { $0.value.item != nil }
  }
}

extension Results {
  /// This list as what `make` makes of each record: anew whenever the record changes. RealmCombineMVVM's README calls
  /// this `asItemArray`.
  public func asObservableArray<Item>(_ make: @escaping (M) -> Item) -> MappedResults<M, Item> {
    MappedResults(self, ItemCache(isStateful: false, make))
  }

  /// This list as items that are made from their records, anew whenever a record changes.
  @MainActor
  public func asObservableArray<Item: ViewModelItem>(of type: Item.Type) -> MappedResults<M, Item>
  where Item.Model == M {
    MappedResults(self, ItemCache(isStateful: false) { Item.made(from: $0) })
  }

  /// This list as items that follow their records themselves: each stays the same object while its record changes.
  @MainActor
  public func asObservableArray<Item: StatefulViewModelItem>(of type: Item.Type) -> MappedResults<M, Item>
  where Item.Model == M {
    MappedResults(self, ItemCache(isStateful: true) { Item.made(from: $0) })
  }
}

extension ViewModelItem where Model: Sendable {
  /// Lists belong to the main actor, and are only looked at there.
  fileprivate static func made(from model: Model) -> Self {
    // The closure has ended, on this very thread, before the item is read: nobody shares it.
    nonisolated(unsafe) var item: Self?
    MainActor.assumeIsolated { item = Self(model) }
    guard let item else { preconditionFailure("the closure above has run") }
    return item
  }
}
