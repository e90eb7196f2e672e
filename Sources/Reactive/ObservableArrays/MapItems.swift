extension Publisher {
  /// Maps the elements of a changing collection: all elements at first, then those that are inserted or modified.
  ///
  /// Each subscriber has a mapping of its own. An observable array shares one mapping among its subscribers, see
  /// ``ObservableArray/map(_:)``.
  ///
  ///     names.diff().mapItems { PersonItem(name: $0) }
  ///
  /// - Complexity: O(log n) for each changed element; O(n) for `.initial`.
  public func mapItems<Items: RandomAccessCollection, Item>(
    _ transform: @escaping (Items.Element) -> Item
  ) -> AnyPublisher<CollectionChange<ChunkedArray<Item>>, Failure>
  where Output == CollectionChange<Items>, Items.Index == Int {
    mapItems(keepingModified: false, transform)
  }

  /// Maps the elements of a changing collection to items that observe their models: an item stays the same object while
  /// its model is modified.
  ///
  /// - Complexity: O(log n) for each inserted or deleted element; O(n) for `.initial`.
  public func mapItems<Items: RandomAccessCollection, Item: StatefulViewModelItem>(
    _ transform: @escaping (Items.Element) -> Item
  ) -> AnyPublisher<CollectionChange<ChunkedArray<Item>>, Failure>
  where Output == CollectionChange<Items>, Items.Index == Int {
    mapItems(keepingModified: true, transform)
  }

  private func mapItems<Items: RandomAccessCollection, Item>(
    keepingModified: Bool, _ transform: @escaping (Items.Element) -> Item
  ) -> AnyPublisher<CollectionChange<ChunkedArray<Item>>, Failure>
  where Output == CollectionChange<Items>, Items.Index == Int {
    AnyPublisher { observer, lifetime in
      let mapped = Box(ChunkedArray<Item>())
      attach(
        observer.onValue { change in
          switch change {
          case .initial(let items):
            mapped.value = ChunkedArray(items.lazy.map(transform))
            observer.send(.initial(mapped.value))
          case .update(let items, let changeset):
            var applied = changeset
            if keepingModified { applied.modifications = [] }
            var result = mapped.value
            // An update without the snapshot before it is a new beginning.
            guard result.count + changeset.insertions.count - changeset.deletions.count == items.count else {
              mapped.value = ChunkedArray(items.lazy.map(transform))
              return observer.send(.initial(mapped.value))
            }
            result.apply(applied) { transform(items[items.startIndex + $0]) }
            mapped.value = result
            observer.send(.update(result, changeset))
          case .failure(let error): observer.send(.failure(error))
          }
        },
        to: lifetime
      )
    }
  }

  /// The snapshots of a changing collection.
  ///
  /// A failure delivers nothing: the last snapshot stays valid.
  public func currentValuePublisher<Items>() -> AnyPublisher<Items, Failure> where Output == CollectionChange<Items> {
    compactMap { $0.items }.eraseToAnyPublisher()
  }
}
