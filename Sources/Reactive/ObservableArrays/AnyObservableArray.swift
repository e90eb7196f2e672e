/// A random-access collection whose type says nothing but what it holds. An index costs one more call.
public struct AnyItems<Element>: RandomAccessCollection {
  private let element: (Int) -> Element
  public let count: Int

  /// Hides the type of `items`, whose indices need not start at 0.
  public init<Items: RandomAccessCollection>(_ items: Items) where Items.Element == Element, Items.Index == Int {
    if let erased = items as? AnyItems<Element> {
      self = erased
    } else {
      let start = items.startIndex
      count = items.count
      element = { items[start + $0] }
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(index: Int) -> Element { element(index) }
}

/// An observable array whose type says nothing but what it holds: what a view model shows to its view.
public struct AnyObservableArray<Element>: ObservableArray {
  private let present: () -> AnyItems<Element>
  public let changesetPublisher: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>

  /// Hides the type of `array`, and keeps it alive.
  public init<Wrapped: ObservableArray<Element>>(_ array: Wrapped) {
    present = { AnyItems(array.items) }
    changesetPublisher = AnyPublisher { observer, lifetime in
      array.changesetPublisher.map { $0.mapItems { AnyItems($0) } }.attach(observer, to: lifetime)
    }
  }

  public var items: AnyItems<Element> { present() }
}

extension ObservableArray {
  /// Hides the type of this array.
  public func eraseToAnyObservableArray() -> AnyObservableArray<Element> {
    AnyObservableArray(self)
  }
}
