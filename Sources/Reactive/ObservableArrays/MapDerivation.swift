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
  /// An observable array of what `transform` makes of each element. It is called once for each element at first, and
  /// then once for each that is inserted or modified; what moves keeps its result.
  @inlinable
  public func map<T>(_ transform: @escaping (Element) -> T) -> DerivedObservableArray<T> {
    DerivedObservableArray(self, MapDerivation(transform: transform))
  }
}
