/// A collection that says exactly what changes in it.
///
/// `items` is valid from the start, with or without subscribers. What the array was called in RealmCombineMVVM's
/// README,
/// `ViewModelItemArray`, is this too.
public protocol ObservableArray<Element> {
  associatedtype Element
  associatedtype Items: RandomAccessCollection where Items.Element == Element, Items.Index == Int

  /// The present elements.
  var items: Items { get }

  /// Delivers `.initial` with the present elements to each subscriber, then each change with the snapshot it leads to.
  var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> { get }
}

extension ObservableArray {
  public var count: Int { items.count }
  public var isEmpty: Bool { items.isEmpty }
  public subscript(index: Int) -> Element { items[index] }

  /// Delivers the present elements, then those after each change. A failure delivers nothing: the last elements stay
  /// valid.
  public var currentValuePublisher: AnyPublisher<Items, Never> {
    changesetPublisher.compactMap { $0.items }.eraseToAnyPublisher()
  }
}
