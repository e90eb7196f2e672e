/// An observable array that never changes.
public struct ImmutableObservableArray<Element>: ObservableArray {
  /// The elements.
  public let items: [Element]

  /// Creates an observable array of `items`.
  public init(_ items: [Element]) {
    self.items = items
  }

  /// Delivers `.initial` to each subscriber, then finishes.
  public var changesetPublisher: AnyPublisher<CollectionChange<[Element]>, Never> {
    Just(.initial(items)).eraseToAnyPublisher()
  }
}

extension Array {
  /// Returns this array as an observable array that never changes.
  public func asObservableArray() -> AnyObservableArray<Element> {
    ImmutableObservableArray(self).eraseToAnyObservableArray()
  }
}
