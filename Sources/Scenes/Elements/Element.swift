/// A component at run time: the current values of its slots.
@MainActor
final class Element {
  let definition: ElementDefinition
  let shape: ElementShape
  let kind: ElementKind
  /// The position among the elements of the artboard.
  let index: Int
  @exclusivity(unchecked) private(set) var values: ContiguousArray<Value>
  private(set) unowned var tree: ElementTree
  private(set) unowned var parent: Element?
  private(set) var children: [Element] = []
  /// The observers of single slots, for binds from elements to properties.
  @exclusivity(unchecked) private var followers: [(slot: Int, follower: any ElementFollower)] = []

  /// The cells of the element in its artboard, after layout.
  @exclusivity(unchecked) var frame = CellRect.zero
  /// The measured sizes of a text for the spaces it was offered; `nil` when there are too many to remember.
  var measurements: [(room: CellSize, size: CellSize)]? = []
  @exclusivity(unchecked) var isUnmeasured = false
  /// The number of changes of this element's slots and of its runs.
  @exclusivity(unchecked) private(set) var revision = 0
  /// The columns of a plain text in the last layout; `nil` where it took more than a line.
  @exclusivity(unchecked) var laidOutColumns: Int?
  @exclusivity(unchecked) private var knownLook: ElementLook?
  @exclusivity(unchecked) private var knownPlainText: PlainLine?
  /// What a nested artboard, a list or a text shows, by what lays it out.
  var content: (any ElementContent)?

  init(_ definition: ElementDefinition, index: Int, parent: Element?, tree: ElementTree) {
    self.definition = definition
    shape = definition.shape
    kind = definition.kind
    self.index = index
    self.parent = parent
    self.tree = tree
    values = definition.initial
    parent?.children.append(self)
  }

  /// Sets a slot.
  ///
  /// An equal value changes nothing, except for a list: its items may have changed.
  func set(_ value: Value, at slot: Int) {
    if case .list = value {} else if values[slot].isSame(as: value) { return }
    values[slot] = value
    revision &+= 1
    if kind == .run { parent?.revision &+= 1 }
    switch shape.entries[slot].effect {
    case .none: break
    case .paint:
      knownLook = nil
      tree.setNeedsPaint()
    case .layout: tree.setNeedsLayout()
    case .measure:
      knownPlainText = nil
      tree.setNeedsMeasure(kind == .run ? parent ?? self : self)
    }
    if slot == 0 { tree.visibilityDidChange() }
    for entry in followers where entry.slot == slot { entry.follower.elementDidChange() }
  }

  /// The colours and attributes, which the slots whose effect is on the painting determine.
  var look: ElementLook {
    if let knownLook { return knownLook }
    let look = ElementLook(self)
    knownLook = look
    return look
  }

  /// The text without runs and line ends, if it is ASCII: where it fits, it is one line.
  ///
  /// - Complexity: O(length) after a change of the text, then O(1).
  var plainText: PlainLine {
    if let knownPlainText { return knownPlainText }
    let plain = children.isEmpty ? PlainLine(text(.text)) : .none
    knownPlainText = plain
    return plain
  }

  /// Whether the text is a plain one of as many columns as in the last layout, and was a line there.
  ///
  /// It has the same size.
  var hasLaidOutColumns: Bool {
    guard let laidOutColumns, case .line(_, laidOutColumns) = plainText else { return false }
    return true
  }

  /// Forgets what was measured before the layout that begins.
  func beginLayout() {
    measurements = []
    if case .line(_, let columns) = plainText { laidOutColumns = columns } else { laidOutColumns = nil }
  }

  /// Writes the cells that the layout has found to the slots that binds read.
  func frameDidChange() {
    guard !followers.isEmpty else { return }
    set(.number(Double(frame.x)), at: .computedX)
    set(.number(Double(frame.y)), at: .computedY)
    set(.number(Double(frame.width)), at: .computedWidth)
    set(.number(Double(frame.height)), at: .computedHeight)
  }

  func follow(_ slot: Int, _ follower: any ElementFollower) {
    followers.append((slot, follower))
  }

  /// The number of the slot ``Slot/visible``, which is the first of every shape.
  static let visibleSlot = 0

  /// Whether this element or one around it is hidden.
  var isCollapsed: Bool {
    var element: Element? = self
    while let current = element {
      if case .boolean(false) = current.values[Self.visibleSlot] { return true }
      element = current.parent
    }
    return false
  }
}

/// An observer of an element's slot.
@MainActor
protocol ElementFollower: AnyObject {
  /// Called when the value has changed.
  func elementDidChange()
}

/// What an element shows besides its own slots: a nested artboard, or the rows of a list.
@MainActor
protocol ElementContent: AnyObject {
  /// The size in the given room.
  func measure(in room: CellSize) -> CellSize
  /// Places what is inside.
  func place(in frame: CellRect)
}

/// A text, and its columns if it is ASCII without line ends.
enum PlainLine {
  case line(String, columns: Int)
  case none

  init(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    self = isPlain ? .line(text, columns: text.utf8.count) : .none
  }
}
