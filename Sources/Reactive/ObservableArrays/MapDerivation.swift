@usableFromInline
struct MapDerivation<Input, Output>: ArrayDerivation {
  @usableFromInline
  let transform: (Input) -> Output
  @usableFromInline
  var mapped = ChunkedArray<Output>()

  @inlinable
  init(transform: @escaping (Input) -> Output) {
    self.transform = transform
  }

  @inlinable
  mutating func reset(_ items: some RandomAccessCollection<Input>) -> ChunkedArray<Output> {
    mapped = ChunkedArray(items.lazy.map(transform))
    return mapped
  }

  @inlinable
  mutating func update<Items: RandomAccessCollection>(
    _ items: Items, _ changeset: Changeset
  ) -> (items: ChunkedArray<Output>, changeset: Changeset) where Items.Element == Input, Items.Index == Int {
    let start = items.startIndex
    mapped.apply(changeset) { transform(items[start + $0]) }
    return (mapped, changeset)
  }
}

extension ObservableArray {
  /// Returns an observable array of the results of `transform`.
  ///
  /// `transform` is called once for each element at first, then once for each that is inserted or modified; an element
  /// that moves keeps its result.
  ///
  /// - Complexity: O(*n*) at first, then O(*k* log *n*) for a change with *k* operations.
  @inlinable
  public func map<T>(_ transform: @escaping (Element) -> T) -> DerivedObservableArray<T> {
    DerivedObservableArray(self, MapDerivation(transform: transform))
  }
}
