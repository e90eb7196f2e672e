/// A run of consecutive elements with the same key.
public struct ObservableSection<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  /// The key that the elements of the section have in common.
  public let key: Key
  /// The elements, as a slice of the list: none is copied or read.
  public let items: Slice<Items>

  @usableFromInline
  init(key: Key, items: Slice<Items>) {
    self.key = key
    self.items = items
  }

  /// The number of elements.
  public var count: Int { items.count }

  /// The element at `row`, counted from 0.
  public subscript(row: Int) -> Items.Element { items[items.startIndex + row] }
}

/// A snapshot of a list with sections.
public struct SectionedSnapshot<Key: Hashable, Items: RandomAccessCollection> where Items.Index == Int {
  /// The elements of all sections.
  public let items: Items
  @usableFromInline let runs: SectionRuns<Key>

  @usableFromInline
  init(items: Items, runs: SectionRuns<Key>) {
    self.items = items
    self.runs = runs
  }

  /// Creates a snapshot from its sections.
  ///
  /// - Parameters:
  ///   - items: The elements of all sections, none of which is read.
  ///   - runs: The key and the number of elements of each section, in order. The numbers add up to the count of
  ///     `items`.
  @inlinable
  public init(items: Items, runs: [(key: Key, count: Int)]) {
    self.init(items: items, runs: SectionRuns(runs))
  }

  /// Returns a snapshot of a transformed list with the same sections.
  ///
  /// - Parameter transform: Returns a collection with as many elements, in the same order.
  @inlinable
  public func mapItems<NewItems>(_ transform: (Items) throws -> NewItems) rethrows -> SectionedSnapshot<Key, NewItems> {
    SectionedSnapshot<Key, NewItems>(items: try transform(items), runs: runs)
  }

  /// The number of sections.
  public var sectionCount: Int { runs.count }

  /// The sections in order.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public var sections: [ObservableSection<Key, Items>] {
    var start = items.startIndex
    return runs.all.map { run in
      defer { start += run.count }
      return ObservableSection(key: run.key, items: Slice(base: items, bounds: start..<start + run.count))
    }
  }
}
