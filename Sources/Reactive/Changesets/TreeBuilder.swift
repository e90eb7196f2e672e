/// Builds a ``CountedTree`` from left to right.
///
/// Its nodes are three quarters full, so that the first insertions split nothing.
///
/// - Complexity: O(n) for n elements.
@usableFromInline
struct TreeBuilder<Weight: TreeWeight> {
  @usableFromInline
  typealias Node = TreeNode<Weight>

  @usableFromInline
  var leaves: [Node.Child] = []
  @usableFromInline
  var leaf: [Weight.Element] = []

  @inlinable
  static var leafWidth: Int { Node.leafLimit * 3 / 4 }
  @inlinable
  static var branchWidth: Int { Node.branchLimit * 3 / 4 }

  /// - Parameter count: About how many elements there will be.
  @inlinable
  init(expecting count: Int) {
    leaves.reserveCapacity(count / Self.leafWidth + 1)
  }

  @inlinable
  mutating func append(_ element: Weight.Element) {
    if leaf.isEmpty { leaf.reserveCapacity(Self.leafWidth) }
    leaf.append(element)
    if leaf.count == Self.leafWidth { close() }
  }

  @inlinable
  mutating func append(_ elements: [Weight.Element], _ range: Range<Int>) {
    var next = range.lowerBound
    while next < range.upperBound {
      let end = Swift.min(range.upperBound, next + Self.leafWidth - leaf.count)
      // A few elements are faster one by one than as a slice.
      if end - next < 32 {
        if leaf.isEmpty { leaf.reserveCapacity(Self.leafWidth) }
        while next < end {
          leaf.append(elements[next])
          next += 1
        }
      } else if leaf.isEmpty, next == 0, end == elements.count {
        leaf = elements
      } else {
        leaf.append(contentsOf: elements[next..<end])
      }
      next = end
      if leaf.count == Self.leafWidth { close() }
    }
  }

  @inlinable
  mutating func close() {
    leaves.append(Node.Child(leaf: leaf))
    leaf = []
  }

  @inlinable
  mutating func finish() -> CountedTree<Weight> {
    if !leaf.isEmpty { close() }
    var level = leaves
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: Self.branchWidth).map {
        Node.Child(branch: Array(level[$0..<Swift.min($0 + Self.branchWidth, level.count)]))
      }
    }
    return CountedTree(root: level.first ?? Node.Child(leaf: []))
  }
}
