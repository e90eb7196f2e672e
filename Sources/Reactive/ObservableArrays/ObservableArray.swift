/// A collection that publishes exactly what changes in it.
///
/// `items` is valid from the start, with or without subscribers. RealmCombineMVVM calls this `ViewModelItemArray`.
public protocol ObservableArray<Element> {
  /// The type of the elements.
  associatedtype Element
  /// The type of the snapshots.
  associatedtype Items: RandomAccessCollection where Items.Element == Element, Items.Index == Int

  /// The current elements.
  var items: Items { get }

  /// Delivers `.initial` with the current elements to each subscriber, then each change with the snapshot it leads to.
  var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> { get }
}

extension ObservableArray {
  /// The number of elements.
  public var count: Int { items.count }
  /// Whether there is no element.
  public var isEmpty: Bool { items.isEmpty }
  /// The element at an index.
  public subscript(index: Int) -> Element { items[index] }

  /// Delivers the current elements, then those after each change. A failure delivers nothing: the last elements remain
  /// valid.
  public var currentValuePublisher: AnyPublisher<Items, Never> {
    changesetPublisher.compactMap { $0.items }.eraseToAnyPublisher()
  }
}
