/// An observable array that you change like an array; each change is told as a changeset.
///
///     let rows = MutableObservableArray([1, 2, 3])
///     rows.items.append(4)
///
/// What has changed is found by comparing: by identity where elements are `Identifiable`, else by equality.
public final class MutableObservableArray<Element>: ObservableArray {
  public typealias Items = ChunkedArray<Element>

  private let changes: Subject<CollectionChange<Items>, Never>
  private let diff: ([Element], [Element]) -> Changeset
  private var stored: Items

  private init(_ items: some Sequence<Element>, diff: @escaping ([Element], [Element]) -> Changeset) {
    stored = ChunkedArray(items)
    self.diff = diff
    changes = Subject(name: "MutableObservableArray")
  }

  public convenience init(_ items: [Element] = []) where Element: Equatable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  public convenience init(_ items: [Element] = []) where Element: Identifiable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  public convenience init(_ items: [Element] = []) where Element: Identifiable & Equatable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  public var items: Items {
    get { stored }
    set {
      let changeset = diff(Array(stored), Array(newValue))
      guard !changeset.isEmpty else { return }
      stored = newValue
      changes.send(.update(newValue, changeset))
    }
  }

  public var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> {
    AnyPublisher { [self] observer, lifetime in
      changes.attach(observer, to: lifetime)
      observer.send(.initial(stored))
    }
  }
}
