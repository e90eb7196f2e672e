import Algorithms

/// A node of a ``CountedTree``: a leaf with elements, or a branch with nodes.
@usableFromInline
enum TreeNode<Weight: TreeWeight> {
  @usableFromInline
  typealias Element = Weight.Element

  case leaf([Element])
  case branch([Child])

  /// A node with its totals, stored beside its neighbours, so that a search does not visit them.
  @usableFromInline
  struct Child {
    @usableFromInline
    var node: TreeNode
    @usableFromInline
    var count: Int
    @usableFromInline
    var weight: Int

    @inlinable
    init(leaf elements: [Element]) {
      node = .leaf(elements)
      count = elements.count
      weight = Weight.isWeightless ? 0 : elements.reduce(0) { $0 + Weight.weight(of: $1) }
    }

    @inlinable
    init(branch children: [Child]) {
      node = .branch(children)
      count = children.reduce(0) { $0 + $1.count }
      weight = children.reduce(0) { $0 + $1.weight }
    }
  }

  // Small nodes: a change copies those on its path while the previous snapshot is in use.
  @inlinable
  static var leafLimit: Int { 96 }
  @inlinable
  static var branchLimit: Int { 12 }

  // Recursive functions instead of loops with a variable: a node is read without a change of its reference count.

  @inlinable
  func element(at index: Int) -> Element {
    switch self {
    case .leaf(let elements): return elements[index]
    case .branch(let children):
      var rest = index
      let position = children.child(of: &rest)
      return children[position].node.element(at: rest)
    }
  }

  @inlinable
  var width: Int {
    switch self {
    case .leaf(let elements): elements.count
    case .branch(let children): children.count
    }
  }

  /// Calls `body` with the elements of each leaf, from left to right.
  @inlinable
  func forEachLeaf(_ body: ([Element]) -> Void) {
    switch self {
    case .leaf(let elements): body(elements)
    case .branch(let children): for child in children { child.node.forEachLeaf(body) }
    }
  }
}

extension TreeNode: Sendable where Weight.Element: Sendable {}
extension TreeNode.Child: Sendable where Weight.Element: Sendable {}

extension Array {
  /// The child that holds the element at `index`, which becomes the place in that child; the end belongs to the last
  /// child.
  @inlinable
  func child<Weight>(of index: inout Int) -> Int where Element == TreeNode<Weight>.Child {
    let last = count - 1
    for position in 0..<last {
      let count = self[position].count
      if index < count { return position }
      index -= count
    }
    return last
  }

  /// Removes and returns the second half.
  @inlinable
  mutating func split() -> [Element] {
    let half = Array(self[(count / 2)...])
    removeSubrange((count / 2)...)
    return half
  }
}

// The functions below take an array out of its node, change it and put it back: it is then uniquely referenced, and is
// copied only if another tree shares it.

extension TreeNode.Child {
  @inlinable
  mutating func set(_ element: TreeNode.Element, at index: Int) {
    switch node {
    case .leaf(var elements):
      node = .leaf([])
      weight += Weight.weight(of: element) - Weight.weight(of: elements[index])
      elements[index] = element
      node = .leaf(elements)
    case .branch(var children):
      node = .leaf([])
      var rest = index
      let position = children.child(of: &rest)
      weight -= children[position].weight
      children[position].set(element, at: rest)
      weight += children[position].weight
      node = .branch(children)
    }
  }

  /// Returns the new right neighbour when the node had to be split.
  @inlinable
  mutating func insert(_ element: TreeNode.Element, at index: Int) -> TreeNode.Child? {
    count += 1
    weight += Weight.weight(of: element)
    var right: TreeNode.Child?
    switch node {
    case .leaf(var elements):
      node = .leaf([])
      elements.insert(element, at: index)
      if elements.count > TreeNode.leafLimit { right = TreeNode.Child(leaf: elements.split()) }
      node = .leaf(elements)
    case .branch(var children):
      node = .leaf([])
      var rest = index
      let position = children.child(of: &rest)
      if let sibling = children[position].insert(element, at: rest) {
        children.insert(sibling, at: position + 1)
        if children.count > TreeNode.branchLimit { right = TreeNode.Child(branch: children.split()) }
      }
      node = .branch(children)
    }
    if let right {
      count -= right.count
      weight -= right.weight
    }
    return right
  }

  @inlinable
  mutating func remove(at index: Int) -> TreeNode.Element {
    let removed: TreeNode.Element
    switch node {
    case .leaf(var elements):
      node = .leaf([])
      removed = elements.remove(at: index)
      node = .leaf(elements)
    case .branch(var children):
      node = .leaf([])
      var rest = index
      let position = children.child(of: &rest)
      removed = children[position].remove(at: rest)
      Self.tidy(&children, around: position)
      node = .branch(children)
    }
    count -= 1
    weight -= Weight.weight(of: removed)
    return removed
  }

  /// Merges a child that has become small with a neighbour, where there is room.
  @inlinable
  static func tidy(_ children: inout [TreeNode.Child], around position: Int) {
    let limit: Int
    switch children[position].node {
    case .leaf: limit = TreeNode.leafLimit
    case .branch: limit = TreeNode.branchLimit
    }
    guard children[position].node.width < limit / 4, children.count > 1 else { return }
    let left = position > 0 ? position - 1 : position
    switch (children[left].node, children[left + 1].node) {
    case (.leaf(let first), .leaf(let second)) where first.count + second.count <= limit:
      children[left] = TreeNode.Child(leaf: first + second)
    case (.branch(let first), .branch(let second)) where first.count + second.count <= limit:
      children[left] = TreeNode.Child(branch: first + second)
    default: return
    }
    children.remove(at: left + 1)
  }
}
