extension Publisher where Failure == Never {
  /// Turns arrays into changes: the first array is `.initial`, each later one an update.
  ///
  /// An array without changes is dropped.
  ///
  /// - Parameter diff: Returns the changeset from one array to the next.
  public func diff<Element>(
    by diff: @escaping ([Element], [Element]) -> Changeset
  ) -> AnyPublisher<CollectionChange<[Element]>, Never> where Output == [Element] {
    AnyPublisher { observer, lifetime in
      let last = Box<[Element]?>(nil)
      attach(
        observer.onValue { items in
          let before = last.value
          last.value = items
          guard let before else { return observer.send(.initial(items)) }
          let changeset = diff(before, items)
          if changeset.isEmpty { observer.nothing() } else { observer.send(.update(items, changeset)) }
        },
        to: lifetime
      )
    }
  }

  /// Turns arrays into changes, where equal elements are the same.
  public func diff<Element: Equatable>() -> AnyPublisher<CollectionChange<[Element]>, Never> where Output == [Element] {
    diff { Changeset(from: $0, to: $1) }
  }

  /// Turns arrays into changes, where equal elements are the same.
  public func diff<Element: Hashable>() -> AnyPublisher<CollectionChange<[Element]>, Never> where Output == [Element] {
    diff { Changeset(from: $0, to: $1) }
  }

  /// Turns arrays into changes by the identity of the elements; none counts as modified.
  public func diff<Element: Identifiable>() -> AnyPublisher<CollectionChange<[Element]>, Never>
  where Output == [Element] {
    diff { Changeset(from: $0, to: $1) }
  }

  /// Turns arrays into changes by the identity of the elements, which are modified if they are not equal.
  public func diff<Element: Identifiable & Equatable>() -> AnyPublisher<CollectionChange<[Element]>, Never>
  where Output == [Element] {
    diff { Changeset(from: $0, to: $1) }
  }

  /// Turns arrays into changes by the identity of the elements, which are modified if they are not equal.
  public func diff<Element: Identifiable & Hashable>() -> AnyPublisher<CollectionChange<[Element]>, Never>
  where Output == [Element] {
    diff { Changeset(from: $0, to: $1) }
  }
}
