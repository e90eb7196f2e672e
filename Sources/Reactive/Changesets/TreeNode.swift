/// A node of a ``CountedTree``: a leaf with elements, or a branch with children. Whoever changes one has made it its
/// own before.
@usableFromInline
final class TreeNode<Weight: Weighing> {
  @usableFromInline
  typealias Element = Weight.Element

  @inlinable
  static var leafLimit: Int { 256 }
  @inlinable
  static var branchLimit: Int { 64 }

  @usableFromInline
  let isLeaf: Bool
  @usableFromInline
  var elements: [Element]
  @usableFromInline
  var children: [TreeNode]
  @usableFromInline
  var count: Int
  @usableFromInline
  var weight: Int

  @inlinable
  init(leaf elements: [Element]) {
    isLeaf = true
    self.elements = elements
    children = []
    count = elements.count
    weight = elements.reduce(0) { $0 + Weight.weight(of: $1) }
  }

  @inlinable
  init(branch children: [TreeNode]) {
    isLeaf = false
    elements = []
    self.children = children
    count = children.reduce(0) { $0 + $1.count }
    weight = children.reduce(0) { $0 + $1.weight }
  }

  @inlinable
  init(_ other: TreeNode) {
    isLeaf = other.isLeaf
    elements = other.elements
    children = other.children
    count = other.count
    weight = other.weight
  }

  @inlinable
  func copy() -> TreeNode { TreeNode(self) }

  /// A tree of `elements`, its nodes three quarters full, so that the first insertions split nothing. O(n).
  @inlinable
  static func build(_ elements: some Sequence<Element>) -> TreeNode {
    var level: [TreeNode] = []
    var leaf: [Element] = []
    for element in elements {
      leaf.append(element)
      if leaf.count == leafLimit * 3 / 4 {
        level.append(TreeNode(leaf: leaf))
        leaf = []
        leaf.reserveCapacity(leafLimit)
      }
    }
    if !leaf.isEmpty || level.isEmpty { level.append(TreeNode(leaf: leaf)) }
    while level.count > 1 {
      let width = branchLimit * 3 / 4
      level = stride(from: 0, to: level.count, by: width).map {
        TreeNode(branch: Array(level[$0..<Swift.min($0 + width, level.count)]))
      }
    }
    return level[0]
  }

  /// The child that holds the element at `index`, which becomes the place in that child; the end belongs to the last
  /// child.
  @inlinable
  func child(of index: inout Int) -> Int {
    for position in 0..<children.count - 1 {
      let count = children[position].count
      if index < count { return position }
      index -= count
    }
    return children.count - 1
  }

  @inlinable
  func set(_ element: Element, at index: Int) {
    if isLeaf {
      weight += Weight.weight(of: element) - Weight.weight(of: elements[index])
      elements[index] = element
    } else {
      var rest = index
      let position = child(of: &rest)
      makeUnique(&children[position])
      let before = children[position].weight
      children[position].set(element, at: rest)
      weight += children[position].weight - before
    }
  }

  /// Returns the new right neighbour when the node had to be split.
  @inlinable
  func insert(_ element: Element, at index: Int) -> TreeNode? {
    count += 1
    weight += Weight.weight(of: element)
    if isLeaf {
      elements.insert(element, at: index)
      guard elements.count > Self.leafLimit else { return nil }
      let right = TreeNode(leaf: Array(elements[(elements.count / 2)...]))
      elements.removeSubrange((elements.count / 2)...)
      count -= right.count
      weight -= right.weight
      return right
    }
    var rest = index
    let position = child(of: &rest)
    makeUnique(&children[position])
    guard let sibling = children[position].insert(element, at: rest) else { return nil }
    children.insert(sibling, at: position + 1)
    guard children.count > Self.branchLimit else { return nil }
    let right = TreeNode(branch: Array(children[(children.count / 2)...]))
    children.removeSubrange((children.count / 2)...)
    count -= right.count
    weight -= right.weight
    return right
  }

  @inlinable
  func remove(at index: Int) -> Element {
    let removed: Element
    if isLeaf {
      removed = elements.remove(at: index)
    } else {
      var rest = index
      let position = child(of: &rest)
      makeUnique(&children[position])
      removed = children[position].remove(at: rest)
      tidy(around: position)
    }
    count -= 1
    weight -= Weight.weight(of: removed)
    return removed
  }

  /// Merges a child that has become small with a neighbour, where there is room.
  @inlinable
  func tidy(around position: Int) {
    let child = children[position]
    guard child.width < child.limit / 4, children.count > 1 else { return }
    let left = position > 0 ? position - 1 : position
    let both = (children[left], children[left + 1])
    guard both.0.width + both.1.width <= child.limit else { return }
    children[left] =
      child.isLeaf
      ? TreeNode(leaf: both.0.elements + both.1.elements) : TreeNode(branch: both.0.children + both.1.children)
    children.remove(at: left + 1)
  }

  @inlinable
  var width: Int { isLeaf ? elements.count : children.count }
  @inlinable
  var limit: Int { isLeaf ? Self.leafLimit : Self.branchLimit }
}
