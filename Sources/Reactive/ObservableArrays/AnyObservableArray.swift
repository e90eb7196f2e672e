/// A random-access collection that hides the type of another.
///
/// Reading an element costs one additional call.
public struct AnyItems<Element>: RandomAccessCollection {
  private let element: (Int) -> Element
  /// The number of elements.
  public let count: Int

  /// Creates a collection of the elements of `items`, with indices that start at 0.
  public init<Items: RandomAccessCollection>(_ items: Items) where Items.Element == Element, Items.Index == Int {
    if let erased = items as? AnyItems<Element> {
      self = erased
    } else {
      let start = items.startIndex
      count = items.count
      element = { items[start + $0] }
    }
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { count }
  /// The element at an index.
  public subscript(index: Int) -> Element { element(index) }
}

/// An observable array that hides the type of another: the face of a view model to its view.
public struct AnyObservableArray<Element>: ObservableArray {
  private let present: () -> AnyItems<Element>
  /// Delivers `.initial` to each subscriber, then each change; see ``ObservableArray/changesetPublisher``.
  public let changesetPublisher: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>

  /// Creates an array that follows `array` and keeps it alive.
  public init<Wrapped: ObservableArray<Element>>(_ array: Wrapped) {
    present = { AnyItems(array.items) }
    changesetPublisher = AnyPublisher { observer, lifetime in
      array.changesetPublisher.map { $0.mapItems { AnyItems($0) } }.attach(observer, to: lifetime)
    }
  }

  /// The current elements.
  public var items: AnyItems<Element> { present() }
}

extension ObservableArray {
  /// Returns this array with its type hidden.
  public func eraseToAnyObservableArray() -> AnyObservableArray<Element> {
    AnyObservableArray(self)
  }
}
