/// What the pointer is over, and where it was pressed.
struct PointerState {
  /// The elements under the pointer.
  var inside: Set<Int> = []
  /// The elements where the button was pressed; `nil` while it is up.
  var pressed: Set<Int>?
}

extension StateMachine {
  /// Moves the pointer to a cell of the artboard; with the button held, it drags.
  ///
  /// - Returns: Whether a listener has handled it.
  @discardableResult
  public func pointerMove(x: Int, y: Int) -> Bool {
    let isHandled = forward(x: x, y: y) { $0.pointerMove(x: $1, y: $2) }
    let inside = elements(atX: x, y: y)
    let isMoved = notify([.pointerMove], inside, x: x, y: y)
    let isEntered = notify([.pointerEnter], inside.subtracting(pointer.inside), x: x, y: y)
    let isExited = notify([.pointerExit], pointer.inside.subtracting(inside), x: x, y: y)
    pointer.inside = inside
    let isDragged = pointer.pressed.map { notify([.drag], $0, x: x, y: y) } ?? false
    return isHandled || isMoved || isEntered || isExited || isDragged
  }

  /// Presses the button at a cell of the artboard.
  ///
  /// A focusable component there receives the focus.
  @discardableResult
  public func pointerDown(x: Int, y: Int) -> Bool {
    let isHandled = forward(x: x, y: y) { $0.pointerDown(x: $1, y: $2) }
    let inside = elements(atX: x, y: y)
    pointer.pressed = inside
    pointer.inside = inside
    let focusable = inside.filter { artboard.tree.elements[$0].definition.isFocusable }.max()
    if let focusable { moveFocus(to: focusable) }
    return notify([.pointerDown], inside, x: x, y: y) || isHandled || focusable != nil
  }

  /// Releases the button at a cell of the artboard: a click for the components where it was pressed too.
  @discardableResult
  public func pointerUp(x: Int, y: Int) -> Bool {
    let isHandled = forward(x: x, y: y) { $0.pointerUp(x: $1, y: $2) }
    let inside = elements(atX: x, y: y)
    let clicked = inside.intersection(pointer.pressed ?? [])
    pointer.pressed = nil
    let isReleased = notify([.pointerUp], inside, x: x, y: y)
    let isClicked = notify([.click], clicked, x: x, y: y)
    return isHandled || isReleased || isClicked
  }

  /// Scrolls the component at a cell of the artboard.
  ///
  /// - Parameter lines: The number of lines, or of items in a list; negative towards the start.
  /// - Returns: Whether there is a component that scrolls.
  @discardableResult
  public func scroll(x: Int, y: Int, by lines: Int) -> Bool {
    if forward(x: x, y: y, { $0.scroll(x: $1, y: $2, by: lines) }) { return true }
    let inside = elements(atX: x, y: y)
    guard let index = inside.filter({ artboard.tree.elements[$0].canScroll }).max() else { return false }
    let element = artboard.tree.elements[index]
    let last = (element.content as? ListContent).map { max(0, $0.items.count - 1) } ?? Element.cellLimit
    let offset = Double(element.cells(.offset)) + Double(lines)
    element.set(.number(Double(Int(offset, in: 0...last))), at: .offset)
    setNeedsAdvance()
    return true
  }

  /// Presses a key.
  ///
  /// - Parameter name: The name of the key as in files, such as `enter`, `a`, `up` or `ctrl-s`.
  /// - Returns: Whether a listener, or the focus, has handled it.
  @discardableResult
  public func keyPress(_ name: String) -> Bool {
    let isHandled = notifyKeys(.key) { $0.name == nil || $0.name == name }
    if isHandled { return true }
    for content in artboard.contents {
      for (machine, _) in content.visibleArtboards where machine.keyPress(name) { return true }
    }
    return false
  }

  /// Whether a key, text or a click can reach a listener.
  public var handlesKeys: Bool {
    listeners.contains { $0.definition.kind == .key || $0.definition.kind == .text }
      || artboard.contents.contains { $0.visibleArtboards.contains { $0.machine.handlesKeys } }
  }

  /// Types text.
  ///
  /// - Returns: Whether a listener has handled it.
  @discardableResult
  public func textInput(_ text: String) -> Bool {
    notifyKeys(.text) { _ in !text.isEmpty }
  }

  private func notifyKeys(_ kind: ListenerDefinition.Kind, _ isWanted: (ListenerDefinition) -> Bool) -> Bool {
    var isHandled = false
    for listener in listeners where listener.definition.kind == kind && isWanted(listener.definition) {
      guard listener.definition.element == nil || listener.definition.element == focusedElement else { continue }
      enqueue(listener.definition.actions)
      isHandled = true
    }
    return isHandled
  }

  // MARK: Finding

  /// The visible components at a cell.
  private func elements(atX x: Int, y: Int) -> Set<Int> {
    var found: Set<Int> = []
    func search(_ element: Element, _ clip: CellRect) {
      guard element.isVisible else { return }
      let visible = element.frame.intersection(clip)
      // A child may be outside of its parent; only a scrolling component and the artboard clip.
      if visible.contains(x: x, y: y) { found.insert(element.index) }
      let inner = element.kind == .scroll || element.parent == nil ? visible : clip
      for child in element.children { search(child, inner) }
    }
    if let root = artboard.tree.root { search(root, root.frame) }
    return found
  }

  private func forward(x: Int, y: Int, _ action: (StateMachine, Int, Int) -> Bool) -> Bool {
    var isHandled = false
    for content in artboard.contents {
      for (machine, frame) in content.visibleArtboards where frame.contains(x: x, y: y) {
        if action(machine, x - frame.x, y - frame.y) { isHandled = true }
      }
    }
    return isHandled
  }

  private func notify(_ kinds: Set<ListenerDefinition.Kind>, _ inside: Set<Int>, x: Int, y: Int) -> Bool {
    guard !inside.isEmpty else { return false }
    var isHandled = false
    for listener in listeners where kinds.contains(listener.definition.kind) {
      guard inside.contains(listener.definition.element ?? 0) else { continue }
      enqueue(listener.definition.actions, at: (x, y))
      isHandled = true
    }
    return isHandled
  }
}

extension Element {
  /// Whether a part of what is inside of a list or a scrolling component is not visible.
  fileprivate var canScroll: Bool {
    guard cells(.offset) == 0 else { return kind == .list || kind == .scroll }
    let isHorizontal = option(.direction) == 1
    switch kind {
    case .scroll:
      return children.contains { child in
        child.isVisible && (isHorizontal ? child.frame.maxX > frame.maxX : child.frame.maxY > frame.maxY)
      }
    case .list:
      guard let list = content as? ListContent else { return false }
      return list.rows.count < list.items.count
        || list.rows.values.contains { isHorizontal ? $0.frame.maxX > frame.maxX : $0.frame.maxY > frame.maxY }
    default: return false
    }
  }
}
