/// Assigns a weight to each element of a ``CountedTree``.
@usableFromInline
protocol TreeWeight {
  associatedtype Element
  static func weight(of element: Element) -> Int
  /// Whether every weight is 0, so that sums can be skipped.
  static var isWeightless: Bool { get }
}

extension TreeWeight {
  @inlinable
  static var isWeightless: Bool { false }
}

/// Assigns the weight 0 to every element.
@usableFromInline
enum NoWeight<Element>: TreeWeight {
  @inlinable
  static func weight(of element: Element) -> Int { 0 }
  @inlinable
  static var isWeightless: Bool { true }
}

/// Assigns the weight 1 to `true`, so that the tree counts flags.
@usableFromInline
enum FlagWeight: TreeWeight {
  @inlinable
  static func weight(of element: Bool) -> Int { element ? 1 : 0 }
}

/// A sequence as a tree of counts.
///
/// Copies share unchanged nodes. All leaves are at the same depth and hold up to `TreeNode.leafLimit` elements;
/// branches have up to `TreeNode.branchLimit` children.
///
/// - Complexity: O(log n) to find, read or change an element.
@usableFromInline
struct CountedTree<Weight: TreeWeight> {
  @usableFromInline
  typealias Element = Weight.Element

  @usableFromInline
  typealias Node = TreeNode<Weight>

  @usableFromInline
  var root: Node.Child

  @inlinable
  init() {
    root = Node.Child(leaf: [])
  }

  @inlinable
  init(root: Node.Child) {
    self.root = root
  }

  @inlinable
  init(_ elements: some Sequence<Element>) {
    var builder = TreeBuilder<Weight>(expecting: elements.underestimatedCount)
    for element in elements { builder.append(element) }
    self = builder.finish()
  }

  @inlinable
  var count: Int { root.count }

  /// The weight of all elements.
  @inlinable
  var weight: Int { root.weight }

  @inlinable
  subscript(index: Int) -> Element {
    get { root.node.element(at: index) }
    set { root.set(newValue, at: index) }
  }

  /// The leaf that holds the element at `index`, and the place of that element in it.
  @inlinable
  func leaf(at index: Int) -> (elements: [Element], offset: Int) {
    var node = root.node
    var rest = index
    while true {
      switch node {
      case .leaf(let elements): return (elements, rest)
      case .branch(let children): node = children[children.child(of: &rest)].node
      }
    }
  }

  /// All elements.
  ///
  /// - Complexity: O(n), a leaf at a time.
  @inlinable
  var all: [Element] {
    var result: [Element] = []
    result.reserveCapacity(count)
    root.node.forEachLeaf { result.append(contentsOf: $0) }
    return result
  }

  @inlinable
  mutating func insert(_ element: Element, at index: Int) {
    if let sibling = root.insert(element, at: index) { root = Node.Child(branch: [root, sibling]) }
  }

  @discardableResult
  @inlinable
  mutating func remove(at index: Int) -> Element {
    let removed = root.remove(at: index)
    while case .branch(let children) = root.node, children.count == 1 { root = children[0] }
    return removed
  }

  /// Returns whether one tree is an unchanged copy of the other; `false` does not mean that they differ.
  @inlinable
  func isIdentical(to other: CountedTree) -> Bool {
    guard count == other.count else { return false }
    switch (root.node, other.root.node) {
    case (.branch(let mine), .branch(let theirs)):
      return mine.withUnsafeBufferPointer { mine in
        theirs.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
      }
    default: return false
    }
  }

  /// The weight of all elements before `index`.
  @inlinable
  func weight(before index: Int) -> Int {
    var node = root.node
    var rest = index
    var sum = 0
    while true {
      switch node {
      case .leaf(let elements):
        for position in 0..<rest { sum += Weight.weight(of: elements[position]) }
        return sum
      case .branch(let children):
        let next = children.child(of: &rest)
        for position in 0..<next { sum += children[position].weight }
        node = children[next].node
      }
    }
  }

  /// Returns the index of the first element up to which the sum of weights exceeds `weight`; `count` if there is none.
  @inlinable
  func index(ofWeight weight: Int) -> Int {
    guard weight < root.weight else { return count }
    var node = root.node
    var rest = weight
    var index = 0
    while true {
      switch node {
      case .leaf(let elements):
        for element in elements {
          rest -= Weight.weight(of: element)
          if rest < 0 { return index }
          index += 1
        }
        return index
      case .branch(let children):
        var next = 0
        while rest >= children[next].weight {
          rest -= children[next].weight
          index += children[next].count
          next += 1
        }
        node = children[next].node
      }
    }
  }
}

extension CountedTree: Sendable where Weight.Element: Sendable {}
