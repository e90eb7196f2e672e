/// An array that shares its elements with its copies, so that changing a copy is cheap.
///
/// The snapshots of observable arrays are chunked arrays: keeping one does not make the next change copy a million
/// elements. A change copies one path of the tree.
///
///     var rows: ChunkedArray = [1, 2, 3]
///     let before = rows
///     rows.append(4)  // `before` still has three
///
/// - Complexity: O(log n) to read or change an element, O(1) for each element of an iteration.
public struct ChunkedArray<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  @usableFromInline
  var tree: CountedTree<NoWeight<Element>>

  /// Creates an empty array.
  @inlinable
  public init() {
    tree = CountedTree()
  }

  /// Creates an array of the elements of a sequence.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the sequence.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    if let same = elements as? ChunkedArray<Element> {
      self = same
    } else {
      tree = CountedTree(elements)
    }
  }

  /// Creates an array of the elements of a literal.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }

  /// The first index: 0.
  @inlinable
  public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable
  public var endIndex: Int { tree.count }

  /// The element at an index.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      precondition(indices.contains(index), "index out of range")
      return tree[index]
    }
    set {
      precondition(indices.contains(index), "index out of range")
      tree[index] = newValue
    }
  }

  /// Inserts an element before the one at `index`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "index out of range")
    tree.insert(element, at: index)
  }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func append(_ element: Element) {
    tree.insert(element, at: count)
  }

  /// Removes the element at `index`.
  ///
  /// - Returns: The element.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable
  public mutating func remove(at index: Int) -> Element {
    precondition(indices.contains(index), "index out of range")
    return tree.remove(at: index)
  }

  /// Replaces the elements in `range`.
  ///
  /// - Complexity: O(*k* log *n*) for *k* removed and inserted elements; O(*n*) when they are many.
  @inlinable
  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of bounds")
    if range.count + newElements.count > Swift.max(count / 20, 16) {
      var all = tree.all
      all.replaceSubrange(range, with: newElements)
      tree = CountedTree(all)
    } else {
      for index in range.reversed() { tree.remove(at: index) }
      var index = range.lowerBound
      for element in newElements {
        tree.insert(element, at: index)
        index += 1
      }
    }
  }

  /// Visits the elements in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline
    var base: TreeIterator<NoWeight<Element>>

    @inlinable
    init(tree: CountedTree<NoWeight<Element>>) {
      base = TreeIterator(tree)
    }

    /// Returns the next element; `nil` at the end.
    @inlinable
    public mutating func next() -> Element? { base.next() }
  }

  /// Returns an iterator over the elements.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(tree: tree) }
}

extension ChunkedArray: Equatable where Element: Equatable {
  @inlinable
  public static func == (left: ChunkedArray, right: ChunkedArray) -> Bool {
    left.tree.isIdentical(to: right.tree) || left.elementsEqual(right)
  }
}

extension ChunkedArray: Hashable where Element: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension ChunkedArray: CustomStringConvertible {
  @inlinable
  public var description: String { Array(self).description }
}

extension ChunkedArray: Sendable where Element: Sendable {}
