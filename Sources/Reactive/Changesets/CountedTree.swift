/// Says what an element of a ``CountedTree`` weighs.
@usableFromInline
protocol Weighing {
  associatedtype Element
  static func weight(of element: Element) -> Int
}

/// Nothing weighs anything.
@usableFromInline
enum Weightless<Element>: Weighing {
  @inlinable
  static func weight(of element: Element) -> Int { 0 }
}

/// `true` weighs one: the tree counts flags.
@usableFromInline
enum Flags: Weighing {
  @inlinable
  static func weight(of element: Bool) -> Int { element ? 1 : 0 }
}

/// A sequence as a tree of counts: any place is found, read and changed in O(log n), and a copy shares what is not
/// changed.
///
/// All leaves are at the same depth and hold up to `Node.leafLimit` elements; inner nodes have up to `Node.branchLimit`
/// children. A node that is shared with another tree is copied before it is changed, on the way from the root.
@usableFromInline
struct CountedTree<Weight: Weighing> {
  @usableFromInline
  typealias Element = Weight.Element

  @usableFromInline
  var root: TreeNode<Weight>

  @inlinable
  init() {
    root = TreeNode(leaf: [])
  }

  @inlinable
  init(_ elements: some Sequence<Element>) {
    root = TreeNode.build(elements)
  }

  @inlinable
  var count: Int { root.count }

  /// The weight of all elements.
  @inlinable
  var weight: Int { root.weight }

  @inlinable
  subscript(index: Int) -> Element {
    get {
      var node = root
      var rest = index
      while !node.isLeaf { node = node.children[node.child(of: &rest)] }
      return node.elements[rest]
    }
    set {
      makeUnique(&root)
      root.set(newValue, at: index)
    }
  }

  /// The leaf that holds the element at `index`, and the place of that element in it.
  @inlinable
  func leaf(at index: Int) -> (elements: [Element], offset: Int) {
    var node = root
    var rest = index
    while !node.isLeaf { node = node.children[node.child(of: &rest)] }
    return (node.elements, rest)
  }

  @inlinable
  mutating func insert(_ element: Element, at index: Int) {
    makeUnique(&root)
    if let sibling = root.insert(element, at: index) { root = TreeNode(branch: [root, sibling]) }
  }

  @discardableResult
  @inlinable
  mutating func remove(at index: Int) -> Element {
    makeUnique(&root)
    let removed = root.remove(at: index)
    while !root.isLeaf, root.children.count == 1 { root = root.children[0] }
    return removed
  }

  /// The weight of all elements before `index`.
  @inlinable
  func weight(before index: Int) -> Int {
    var node = root
    var rest = index
    var sum = 0
    while !node.isLeaf {
      var next = node.children.count - 1
      for (position, child) in node.children.enumerated() {
        if rest < child.count {
          next = position
          break
        }
        if position < node.children.count - 1 {
          rest -= child.count
          sum += child.weight
        }
      }
      node = node.children[next]
    }
    for element in node.elements.prefix(rest) { sum += Weight.weight(of: element) }
    return sum
  }

  /// The index of the element that brings the weight of all before it from `weight` to more; `count` when there is
  /// none.
  @inlinable
  func index(ofWeight weight: Int) -> Int {
    guard weight < root.weight else { return count }
    var node = root
    var rest = weight
    var index = 0
    while !node.isLeaf {
      guard
        let next = node.children.first(where: { child in
          if rest < child.weight { return true }
          rest -= child.weight
          index += child.count
          return false
        })
      else { return count }
      node = next
    }
    for element in node.elements {
      let own = Weight.weight(of: element)
      if rest < own { return index }
      rest -= own
      index += 1
    }
    return count
  }
}

@inlinable
func makeUnique<Weight>(_ node: inout TreeNode<Weight>) {
  if !isKnownUniquelyReferenced(&node) { node = node.copy() }
}
