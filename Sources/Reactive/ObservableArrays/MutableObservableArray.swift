/// An observable array that you change like an array; each change is told as a changeset.
///
///     let rows = MutableObservableArray(["Ada", "Grace"])
///     rows.append("Hedy")          // +[2], told at once
///     rows.items = ["Grace"]       // −[0, 2], found by comparing
///
/// The methods that say what they do cost O(log n), however long the array is. Assigning ``items`` compares with what
/// was there, by identity where elements are `Identifiable`, else by equality, in O(n). A change that leads to the same
/// elements is not told.
public final class MutableObservableArray<Element>: ObservableArray {
  public typealias Items = ChunkedArray<Element>

  @usableFromInline
  let source: ChangeSource<Items>
  @usableFromInline
  let diff: ([Element], [Element]) -> Changeset
  @usableFromInline
  var batch: (depth: Int, changeset: Changeset, items: Items)?

  /// - Parameter diff: What leads from one array to another; see ``Changeset``.
  @inlinable
  public init(_ items: some Sequence<Element>, diff: @escaping ([Element], [Element]) -> Changeset) {
    source = ChangeSource(ChunkedArray(items), name: "MutableObservableArray")
    self.diff = diff
  }

  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Equatable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Hashable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Identifiable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Identifiable & Equatable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  @inlinable
  public convenience init(_ items: [Element] = []) where Element: Identifiable & Hashable {
    self.init(items) { Changeset(from: $0, to: $1) }
  }

  /// The present elements. Assigning them tells the difference.
  @inlinable
  public var items: Items {
    get { batch?.items ?? source.items }
    set { change(to: newValue, diff(Array(items), Array(newValue))) }
  }

  @inlinable
  public var changesetPublisher: AnyPublisher<CollectionChange<Items>, Never> { source.publisher }

  /// How many subscriptions are live.
  @inlinable
  public var subscriberCount: Int { source.hub.count }

  @inlinable
  public func append(_ element: Element) {
    insert(element, at: items.count)
  }

  @inlinable
  public func append(contentsOf elements: some Sequence<Element>) {
    var new = items
    let start = new.count
    for element in elements { new.append(element) }
    change(to: new, Changeset(insertions: Array(start..<new.count)))
  }

  /// - Precondition: `index` is at most the count.
  @inlinable
  public func insert(_ element: Element, at index: Int) {
    var new = items
    new.insert(element, at: index)
    change(to: new, Changeset(insertions: [index]))
  }

  /// - Precondition: `index` is that of an element.
  @discardableResult
  @inlinable
  public func remove(at index: Int) -> Element {
    var new = items
    let removed = new.remove(at: index)
    change(to: new, Changeset(deletions: [index]))
    return removed
  }

  /// Puts an element in the place of another; this is told as a modification, whether or not they are equal.
  @inlinable
  public func replace(at index: Int, with element: Element) {
    var new = items
    new[index] = element
    change(to: new, Changeset(modifications: [Changeset.Pair(old: index, new: index)]))
  }

  /// Takes the element at `old` out and puts it in so that it is at `new` afterwards.
  @inlinable
  public func move(from old: Int, to new: Int) {
    guard old != new else { return }
    var items = items
    items.insert(items.remove(at: old), at: new)
    change(to: items, Changeset(moves: [Changeset.Pair(old: old, new: new)]))
  }

  @inlinable
  public func removeAll() {
    change(to: [], Changeset(deletions: Array(0..<items.count)))
  }

  /// Does several changes and tells them as one. Nested batches belong to the outermost; a body that throws tells what
  /// it did before.
  @inlinable
  public func performBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
    if batch == nil { batch = (0, Changeset(), source.items) }
    batch?.depth += 1
    defer {
      batch?.depth -= 1
      if let done = batch, done.depth == 0 {
        batch = nil
        change(to: done.items, done.changeset)
      }
    }
    return try body()
  }

  @inlinable
  func change(to items: Items, _ changeset: Changeset) {
    guard !changeset.isEmpty else { return }
    if let present = batch {
      batch = (present.depth, present.changeset.followed(by: changeset), items)
    } else {
      source.update(items, changeset)
    }
  }
}
