/// An observable array that never changes: `.initial`, and that is all.
public struct ImmutableObservableArray<Element>: ObservableArray {
  public let items: [Element]

  public init(_ items: [Element]) {
    self.items = items
  }

  public var changesetPublisher: AnyPublisher<CollectionChange<[Element]>, Never> {
    Just(.initial(items)).eraseToAnyPublisher()
  }
}

extension Array {
  /// This array for those who want an observable one.
  public func asObservableArray() -> AnyObservableArray<Element> {
    ImmutableObservableArray(self).eraseToAnyObservableArray()
  }
}
