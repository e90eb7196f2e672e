/// The elements of a ``CountedTree`` from left to right, a leaf at a time.
@usableFromInline
struct TreeIterator<Weight: TreeWeight>: IteratorProtocol {
  @usableFromInline
  let tree: CountedTree<Weight>
  @usableFromInline
  var leaf: [Weight.Element] = []
  @usableFromInline
  var offset = 0
  @usableFromInline
  var position = 0

  @inlinable
  init(_ tree: CountedTree<Weight>) {
    self.tree = tree
  }

  @inlinable
  mutating func next() -> Weight.Element? {
    if offset == leaf.count {
      guard position < tree.count else { return nil }
      (leaf, offset) = tree.leaf(at: position)
    }
    defer {
      offset += 1
      position += 1
    }
    return leaf[offset]
  }
}
