/// Says what an element of a ``CountedTree`` weighs.
protocol Weighing {
  associatedtype Element
  static func weight(of element: Element) -> Int
}

/// Nothing weighs anything.
enum Weightless<Element>: Weighing {
  static func weight(of element: Element) -> Int { 0 }
}

/// `true` weighs one: the tree counts flags.
enum Flags: Weighing {
  static func weight(of element: Bool) -> Int { element ? 1 : 0 }
}

/// A sequence as a tree of counts: any place is found, read and changed in O(log n), and a copy shares what is not changed.
///
/// All leaves are at the same depth and hold up to `Node.leafLimit` elements; inner nodes have up to `Node.branchLimit` children. A node that is
/// shared with another tree is copied before it is changed, on the way from the root.
struct CountedTree<Weight: Weighing> {
  typealias Element = Weight.Element

  private(set) var root: TreeNode<Weight>

  init() {
    root = TreeNode(leaf: [])
  }

  init(_ elements: some Sequence<Element>) {
    root = TreeNode.build(elements)
  }

  var count: Int { root.count }

  /// The weight of all elements.
  var weight: Int { root.weight }

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
  func leaf(at index: Int) -> (elements: [Element], offset: Int) {
    var node = root
    var rest = index
    while !node.isLeaf { node = node.children[node.child(of: &rest)] }
    return (node.elements, rest)
  }

  mutating func insert(_ element: Element, at index: Int) {
    makeUnique(&root)
    if let sibling = root.insert(element, at: index) { root = TreeNode(branch: [root, sibling]) }
  }

  @discardableResult
  mutating func remove(at index: Int) -> Element {
    makeUnique(&root)
    let removed = root.remove(at: index)
    while !root.isLeaf, root.children.count == 1 { root = root.children[0] }
    return removed
  }

  /// The weight of all elements before `index`.
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

  /// The index of the element that brings the weight of all before it from `weight` to more; `count` when there is none.
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

func makeUnique<Weight>(_ node: inout TreeNode<Weight>) {
  if !isKnownUniquelyReferenced(&node) { node = node.copy() }
}
