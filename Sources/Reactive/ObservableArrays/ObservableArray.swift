/// A collection that publishes each of its changes.
///
/// `items` is valid from the start, with or without subscribers. RealmCombineMVVM's README called such an array
/// `ViewModelItemArray`.
public protocol ObservableArray<Element>: Sequence {
  /// The type of ``items``.
  associatedtype Items: RandomAccessCollection where Items.Element == Element, Items.Index == Int

  /// The present elements.
  var items: Items { get }

  /// Delivers `.initial` with the current elements to each subscriber, then each change with the snapshot it leads to.
  var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> { get }
}

extension ObservableArray {
  /// The number of present elements.
  public var count: Int { items.count }
  /// Whether there is no element now.
  public var isEmpty: Bool { items.isEmpty }
  /// The present element at an index.
  public subscript(index: Int) -> Element { items[index] }

  /// Iterates over the elements that are present now; changes during the iteration have no effect on it.
  public func makeIterator() -> Items.Iterator { items.makeIterator() }

  /// The present elements, then those after each change.
  ///
  /// A failure delivers nothing: the last elements stay valid.
  public var currentValuePublisher: AnyPublisher<Items, Never> {
    changesetPublisher.currentValuePublisher()
  }

  /// Refuses the publisher of a sequence's elements, which would not follow the changes.
  @available(*, unavailable, message: "Use changesetPublisher or currentValuePublisher.")
  public var publisher: Publishers.Sequence<Self> { Publishers.Sequence(sequence: self) }
}

/// An observable array with ``items`` that can be assigned, also from a plain array.
public protocol AssignableObservableArray<Element>: ObservableArray, AnyObject where Items: RangeReplaceableCollection {
  /// The present elements. Assigning them publishes the difference.
  var items: Items { get set }
}

extension AssignableObservableArray {
  /// The present elements as a plain array.
  ///
  /// Assigning it publishes the difference.
  ///
  /// - Complexity: O(n).
  public var items: [Element] {
    get {
      let items: Items = items
      return Array(items)
    }
    set { items = Items(newValue) }
  }
}
