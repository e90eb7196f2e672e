/// What the pointer is over, and where it was pressed.
struct PointerState {
  /// The elements under the pointer.
  var inside: Set<Int> = []
  /// The elements where the button was pressed; `nil` while it is up.
  var pressed: Set<Int>?

  /// Whether the pointer is over the artboard, or was pressed there.
  var isTracked: Bool { !inside.isEmpty || pressed != nil }
}

extension StateMachine {
  /// Moves the pointer to a cell of the artboard; with the button held, it drags.
  ///
  /// - Returns: Whether a listener has handled it.
  @discardableResult
  public func pointerMove(x: Int, y: Int) -> Bool {
    input { machine in machine.move(x: x, y: y, isOver: true) }
  }

  /// Presses the button at a cell of the artboard.
  ///
  /// The pointer enters the components there, and a focusable one receives the focus.
  ///
  /// - Returns: Whether a listener has handled it.
  @discardableResult
  public func pointerDown(x: Int, y: Int) -> Bool {
    input { machine in
      let isEntered = machine.hover(x: x, y: y, isOver: true)
      return machine.press(x: x, y: y) || isEntered
    }
  }

  /// Releases the button at a cell of the artboard: a click for the components where it was pressed too.
  ///
  /// - Returns: Whether a listener has handled it.
  @discardableResult
  public func pointerUp(x: Int, y: Int) -> Bool {
    input { machine in machine.release(x: x, y: y, isOver: true) }
  }

  /// Scrolls the component at a cell of the artboard.
  ///
  /// - Parameters:
  ///   - x: The column of the cell.
  ///   - y: The line of the cell.
  ///   - lines: The number of lines, or of items in a list; negative towards the start.
  /// - Returns: Whether there is a component that scrolls.
  @discardableResult
  public func scroll(x: Int, y: Int, by lines: Int) -> Bool {
    input { machine in machine.scrollComponent(x: x, y: y, by: lines) }
  }

  /// Presses a key.
  ///
  /// - Parameter name: The name of the key as in files, such as `enter`, `a`, `up` or `ctrl-s`.
  /// - Returns: Whether a listener, or the focus, has handled it.
  @discardableResult
  public func keyPress(_ name: String) -> Bool {
    input { machine in machine.notifyKeys(.key) { $0.name == nil || $0.name == name } }
  }

  /// Types text.
  ///
  /// - Returns: Whether a listener has handled it.
  @discardableResult
  public func textInput(_ text: String) -> Bool {
    input { machine in !text.isEmpty && machine.notifyKeys(.text) { _ in true } }
  }

  /// Whether a key or text can reach a listener.
  ///
  /// - Complexity: O(*n*), where *n* is the number of listeners, with those of nested artboards.
  public var handlesKeys: Bool {
    listeners.contains { $0.definition.kind == .key || $0.definition.kind == .text }
      || artboard.contents.contains { $0.visibleArtboards.contains { $0.machine.handlesKeys } }
  }

  // MARK: Input

  /// Handles input after what earlier input has caused, so that input between two frames acts in its order.
  private func input(_ handle: (StateMachine) -> Bool) -> Bool {
    if hasInput { advance(by: 0) }
    let isHandled = handle(self)
    hasInput = isHandled
    return isHandled
  }

  private func move(x: Int, y: Int, isOver: Bool) -> Bool {
    let isHandled = forward(x: x, y: y, isOver: isOver) { $0.move(x: $1, y: $2, isOver: $3) }
    let inside = isOver ? elements(atX: x, y: y) : []
    let isMoved = notify([.pointerMove], inside, x: x, y: y)
    let isEntered = enter(inside, x: x, y: y)
    let isDragged = pointer.pressed.map { notify([.drag], $0, x: x, y: y) } ?? false
    return isHandled || isMoved || isEntered || isDragged
  }

  private func hover(x: Int, y: Int, isOver: Bool) -> Bool {
    let isHandled = forward(x: x, y: y, isOver: isOver) { $0.hover(x: $1, y: $2, isOver: $3) }
    return enter(isOver ? elements(atX: x, y: y) : [], x: x, y: y) || isHandled
  }

  /// The pointer is over these components, and no longer over others.
  private func enter(_ inside: Set<Int>, x: Int, y: Int) -> Bool {
    let isEntered = notify([.pointerEnter], inside.subtracting(pointer.inside), x: x, y: y)
    let isExited = notify([.pointerExit], pointer.inside.subtracting(inside), x: x, y: y)
    pointer.inside = inside
    return isEntered || isExited
  }

  private func press(x: Int, y: Int) -> Bool {
    let isHandled = forward(x: x, y: y) { $0.press(x: $1, y: $2) }
    let inside = elements(atX: x, y: y)
    pointer.pressed = inside
    let focusable = inside.filter { artboard.tree.elements[$0].definition.isFocusable }.max()
    if let focusable { moveFocus(to: focusable) }
    return notify([.pointerDown], inside, x: x, y: y) || isHandled || focusable != nil
  }

  private func release(x: Int, y: Int, isOver: Bool) -> Bool {
    let isHandled = forward(x: x, y: y, isOver: isOver) { $0.release(x: $1, y: $2, isOver: $3) }
    let inside = isOver ? elements(atX: x, y: y) : []
    let clicked = inside.intersection(pointer.pressed ?? [])
    pointer.pressed = nil
    let isReleased = notify([.pointerUp], inside, x: x, y: y)
    let isClicked = notify([.click], clicked, x: x, y: y)
    return isHandled || isReleased || isClicked
  }

  private func scrollComponent(x: Int, y: Int, by lines: Int) -> Bool {
    if forward(x: x, y: y, { $0.scrollComponent(x: $1, y: $2, by: lines) }) { return true }
    let inside = elements(atX: x, y: y)
    guard let index = inside.filter({ artboard.tree.elements[$0].canScroll }).max() else { return false }
    let element = artboard.tree.elements[index]
    let last = (element.content as? ListContent).map { max(0, $0.items.count - 1) } ?? Element.cellLimit
    let offset = Double(element.cells(.offset)) + Double(lines)
    element.set(.number(Double(Int(offset, in: 0...last))), at: .offset)
    setNeedsAdvance()
    return true
  }

  /// Queues the actions of the listeners of this artboard, else of those nested in it.
  private func notifyKeys(
    _ kind: ListenerDefinition.Kind, _ isWanted: (ListenerDefinition) -> Bool
  ) -> Bool {
    var isHandled = false
    for listener in listeners where listener.definition.kind == kind && isWanted(listener.definition) {
      guard isFocused(listener.definition.element) else { continue }
      enqueue(listener.definition.actions)
      isHandled = true
    }
    if isHandled { return true }
    return artboard.contents.contains { content in
      content.visibleArtboards.contains { $0.machine.notifyKeys(kind, isWanted) }
    }
  }

  /// Whether a listener of keys receives them: its component has the focus and is visible, or it has none.
  private func isFocused(_ element: Int?) -> Bool {
    guard let element else { return true }
    return element == focusedElement && !artboard.tree.elements[element].isCollapsed
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

  /// Calls `action` for the nested artboards at a cell.
  private func forward(x: Int, y: Int, _ action: (StateMachine, Int, Int) -> Bool) -> Bool {
    forward(x: x, y: y, isOver: true) { $3 && action($0, $1, $2) }
  }

  /// Calls `action` for the nested artboards at a cell, and for those that the pointer was over or is pressed in.
  private func forward(
    x: Int, y: Int, isOver: Bool, _ action: (StateMachine, _ x: Int, _ y: Int, _ isOver: Bool) -> Bool
  ) -> Bool {
    var isHandled = false
    for content in artboard.contents {
      let visible = content.element.visibleFrame
      for (machine, frame) in content.visibleArtboards {
        let isInside = isOver && frame.intersection(visible).contains(x: x, y: y)
        guard isInside || machine.pointer.isTracked else { continue }
        if action(machine, x - frame.x, y - frame.y, isInside) { isHandled = true }
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
  /// The cells that scrolling components and the artboard leave visible.
  fileprivate var visibleFrame: CellRect {
    var visible = frame
    var outer = parent
    while let element = outer {
      if element.kind == .scroll || element.parent == nil { visible = visible.intersection(element.frame) }
      outer = element.parent
    }
    return visible
  }

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
