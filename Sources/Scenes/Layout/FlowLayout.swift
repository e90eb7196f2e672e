/// Places the children of a stack or a box one after the other, or one above the other.
@MainActor
enum FlowLayout {
  private static func visible(_ element: Element) -> [Element] {
    element.children.filter { $0.isVisible && $0.kind != .values }
  }

  static func measure(_ element: Element, in room: CellSize) -> CellSize {
    let insets = ElementInsets(element)
    let inner = CellSize(width: max(0, room.width - insets.width), height: max(0, room.height - insets.height))
    let children = visible(element)
    let direction = element.option(.direction)
    let sizes = lengths(of: children, direction, in: inner, gap: element.cells(.gap))
    let gaps = direction == 2 ? 0 : element.cells(.gap) * max(0, children.count - 1)
    let widest = sizes.reduce(0) { max($0, $1.width) }
    let tallest = sizes.reduce(0) { max($0, $1.height) }
    switch direction {
    case 1:
      return CellSize(width: sizes.reduce(0) { $0 + $1.width } + gaps + insets.width, height: tallest + insets.height)
    case 2: return CellSize(width: widest + insets.width, height: tallest + insets.height)
    default:
      return CellSize(width: widest + insets.width, height: sizes.reduce(0) { $0 + $1.height } + gaps + insets.height)
    }
  }

  static func place(_ element: Element, in frame: CellRect) {
    let children = visible(element)
    guard !children.isEmpty else { return }
    let direction = element.option(.direction)
    let gap = element.cells(.gap)
    let room = CellSize(width: frame.width, height: frame.height)
    let sizes = lengths(of: children, direction, in: room, gap: gap)
    let alignment = element.option(.alignment)
    if direction == 2 {
      for (child, size) in zip(children, sizes) {
        LayoutEngine.place(child, aligned(child, size, in: frame, alignment, isHorizontal: false, isOverlay: true))
      }
      return
    }
    let isHorizontal = direction == 1
    let used =
      sizes.reduce(0) { $0 + (isHorizontal ? $1.width : $1.height) } + gap * (children.count - 1)
    let spare = max(0, (isHorizontal ? frame.width : frame.height) - used)
    var (position, between) = (0, gap)
    switch element.option(.distribution) {
    case 1: position = spare / 2
    case 2: position = spare
    case 3: if children.count > 1 { between += spare / (children.count - 1) }
    default: break
    }
    for (child, size) in zip(children, sizes) {
      let slot =
        isHorizontal
        ? CellRect(x: frame.x + position, y: frame.y, width: size.width, height: frame.height)
        : CellRect(x: frame.x, y: frame.y + position, width: frame.width, height: size.height)
      LayoutEngine.place(
        child, aligned(child, size, in: slot, alignment, isHorizontal: isHorizontal, isOverlay: false))
      position += (isHorizontal ? size.width : size.height) + between
    }
  }

  /// The place of a child across the direction of the flow.
  private static func aligned(
    _ child: Element, _ size: CellSize, in slot: CellRect, _ alignment: Int, isHorizontal: Bool, isOverlay: Bool
  ) -> CellRect {
    var rect = slot
    func offset(_ room: Int) -> Int { alignment == 2 ? max(0, room) / 2 : alignment == 3 ? max(0, room) : 0 }
    if !isHorizontal || isOverlay {
      let fills = alignment == 0 && SizeMode(child, .width, .widthMode).isFit
      let width = fills ? Limits(child).width(slot.width) : min(size.width, slot.width)
      rect.x += offset(slot.width - width)
      rect.width = width
    }
    if isHorizontal || isOverlay {
      let fills = alignment == 0 && SizeMode(child, .height, .heightMode).isFit
      let height = fills ? Limits(child).height(slot.height) : min(size.height, slot.height)
      rect.y += offset(slot.height - height)
      rect.height = height
    }
    return rect
  }

  /// The size of each child: those that fill share what the others leave.
  private static func lengths(of children: [Element], _ direction: Int, in room: CellSize, gap: Int) -> [CellSize] {
    guard direction != 2 else { return children.map { LayoutEngine.measure($0, in: room) } }
    let isHorizontal = direction == 1
    let total = isHorizontal ? room.width : room.height
    var left = total - gap * max(0, children.count - 1)
    var sizes = [CellSize?](repeating: nil, count: children.count)
    for (index, child) in children.enumerated() where !fills(child, isHorizontal: isHorizontal) {
      // A percentage is one of the whole room, everything else takes what is left.
      let isPercent = isPercent(child, isHorizontal: isHorizontal)
      let rest = max(0, isPercent ? total : left)
      let size = LayoutEngine.measure(
        child,
        in: isHorizontal
          ? CellSize(width: rest, height: room.height) : CellSize(width: room.width, height: rest))
      sizes[index] = size
      left -= isHorizontal ? size.width : size.height
    }
    var waiting = sizes.count { $0 == nil }
    for (index, child) in children.enumerated() where sizes[index] == nil {
      let share = max(0, left) / max(1, waiting)
      var size = LayoutEngine.measure(
        child,
        in: isHorizontal
          ? CellSize(width: share, height: room.height) : CellSize(width: room.width, height: share))
      if child.kind == .spacer { if isHorizontal { size.width = share } else { size.height = share } }
      sizes[index] = size
      left -= isHorizontal ? size.width : size.height
      waiting -= 1
    }
    return sizes.map { $0 ?? CellSize(width: 0, height: 0) }
  }

  private static func fills(_ child: Element, isHorizontal: Bool) -> Bool {
    let mode = isHorizontal ? SizeMode(child, .width, .widthMode) : SizeMode(child, .height, .heightMode)
    // A spacer without a size takes what is left.
    return mode.isFill || child.kind == .spacer && mode.isFit
      || mode.isFit && isHorizontal && child.kind.fillsRow
  }

  private static func isPercent(_ child: Element, isHorizontal: Bool) -> Bool {
    let mode = isHorizontal ? SizeMode(child, .width, .widthMode) : SizeMode(child, .height, .heightMode)
    if case .percent = mode { return true }
    return false
  }
}

extension SizeMode {
  var isFit: Bool { if case .fit = self { true } else { false } }
}
