/// An observable array that is changed like an array and publishes each change as a changeset.
///
///     let rows = MutableObservableArray(["Ada", "Grace"])
///     rows.append("Hedy")          // +[2]
///     rows.items = ["Grace"]       // −[0, 2], found by comparing
///
/// Assigning ``items`` compares the new elements with the old, by identity where elements are `Identifiable`, else by
/// equality. A change that leads to the same elements is not published: elements that keep their identities and are not
/// `Equatable` are replaced without an event. Subscribers, and arrays that are derived from this one, keep the former
/// ones; ``replace(at:with:)`` publishes a modification.
///
/// - Complexity: O(log n) for a method that changes one element, O(n) to assign ``items``.
public final class MutableObservableArray<Element>: AssignableObservableArray {
  /// The type of the snapshots.
  public typealias Items = ChunkedArray<Element>

  @usableFromInline
  let source: ChangeSource<Items>
  @usableFromInline
  let diff: ([Element], [Element]) -> Changeset
  @usableFromInline
  var batch: (depth: Int, changes: PendingChanges, items: Items)?

  /// Creates an array that compares assigned elements by `diff`.
  ///
  /// - Parameters:
  ///   - items: The elements at first.
  ///   - diff: Returns the changeset from one array to another; see ``Changeset``.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public init(_ items: some Sequence<Element>, diff: @escaping ([Element], [Element]) -> Changeset) {
    source = ChangeSource(ChunkedArray(items), name: "MutableObservableArray")
    self.diff = diff
  }

  /// Creates an array in which equal elements are the same.
  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Equatable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  /// Creates an array in which equal elements are the same.
  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Hashable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  /// Creates an array in which elements with the same identity are the same; none counts as modified.
  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Identifiable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  /// Creates an array in which elements with the same identity are the same, and modified if they are not equal.
  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Identifiable & Equatable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  /// Creates an array in which elements with the same identity are the same, and modified if they are not equal.
  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Identifiable & Hashable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  /// The current elements.
  ///
  /// Assigning them publishes the difference.
  ///
  /// - Complexity: O(1) to read. Setting it costs the difference of both; see ``Changeset``.
  @inlinable
  public var items: Items {
    get { batch?.items ?? source.items }
    set { change(to: newValue, diff(Array(items), Array(newValue))) }
  }

  /// Delivers `.initial` to each subscriber, then each change; see ``ObservableArray/changesetPublisher``.
  @inlinable
  public var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> { source.publisher }

  /// The number of live subscriptions.
  @inlinable
  public var subscriberCount: Int { source.hub.count }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(log *n*), and O(*s*) for *s* subscribers.
  @inlinable
  public func append(_ element: Element) {
    insert(element, at: items.count)
  }

  /// Adds elements at the end.
  ///
  /// - Complexity: O(*k* log *n*) for *k* elements.
  @inlinable
  public func append(contentsOf elements: some Sequence<Element>) {
    var new = items
    let start = new.count
    for element in elements { new.append(element) }
    change(to: new, Changeset(insertions: Array(start..<new.count)))
  }

  /// Inserts an element before the one at `index`.
  ///
  /// - Precondition: `index` is at most the count.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(_ element: Element, at index: Int) {
    var new = items
    new.insert(element, at: index)
    change(to: new, Changeset(insertions: [index]))
  }

  /// Removes the element at `index`.
  ///
  /// - Precondition: `index` is that of an element.
  /// - Returns: The element.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable
  public func remove(at index: Int) -> Element {
    var new = items
    let removed = new.remove(at: index)
    change(to: new, Changeset(deletions: [index]))
    return removed
  }

  /// Replaces an element; this is a modification, also if both are equal.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func replace(at index: Int, with element: Element) {
    var new = items
    new[index] = element
    change(to: new, Changeset(modifications: [Changeset.Pair(old: index, new: index)]))
  }

  /// Moves the element at `old`, so that it is at `new` afterwards.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(from old: Int, to new: Int) {
    guard old != new else { return }
    var items = items
    items.insert(items.remove(at: old), at: new)
    change(to: items, Changeset(moves: [Changeset.Pair(old: old, new: new)]))
  }

  /// Removes all elements.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func removeAll() {
    change(to: [], Changeset(deletions: Array(0..<items.count)))
  }

  /// Makes several changes and publishes them as one.
  ///
  /// Nested batches belong to the outermost one; when `body` throws, the changes that it made are published.
  @inlinable
  public func performBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
    if batch == nil { batch = (0, PendingChanges(), source.items) }
    batch?.depth += 1
    defer {
      batch?.depth -= 1
      if var done = batch, done.depth == 0 {
        batch = nil
        change(to: done.items, done.changes.take() ?? Changeset())
      }
    }
    return try body()
  }

  @inlinable
  func change(to items: Items, _ changeset: Changeset) {
    if batch != nil {
      batch?.items = items
      if !changeset.isEmpty { batch?.changes.enqueue(changeset) }
    } else if changeset.isEmpty {
      // Elements that are the same for the changeset may still differ.
      source.items = items
    } else {
      source.update(items, changeset)
    }
  }
}
