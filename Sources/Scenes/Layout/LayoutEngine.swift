/// Places the components of an artboard: measures from the inside out, places from the outside in.
@MainActor
enum LayoutEngine {
  /// Lays out the components of an artboard in the size of its host, or in their own.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible components and rows.
  static func layOut(_ tree: ElementTree, in hostSize: CellSize?) {
    guard let root = tree.root else { return }
    for element in tree.elements where element.kind == .text { element.beginLayout() }
    let size = hostSize ?? measure(root, in: CellSize(width: 80, height: 1_000))
    place(root, CellRect(width: size.width, height: size.height))
  }

  /// Whether a text has another size than in the last layout.
  ///
  /// - Complexity: O(length of the text).
  static func hasOtherSize(_ text: Element) -> Bool {
    if text.hasLaidOutColumns { return false }
    guard text.isVisible, let known = text.measurements else { return true }
    for (room, size) in known where size != findSize(text, in: room) { return true }
    return false
  }

  /// The number of rooms that the sizes of a text are remembered for.
  private static let measurementLimit = 8

  // MARK: Measuring

  /// The size of a component in the given room, within its limits.
  static func measure(_ element: Element, in room: CellSize) -> CellSize {
    guard element.isVisible else { return CellSize(width: 0, height: 0) }
    let size = findSize(element, in: room)
    if element.kind == .text {
      remember(size, of: element, in: room)
    }
    return size
  }

  private static func remember(_ size: CellSize, of text: Element, in room: CellSize) {
    guard let known = text.measurements, !known.contains(where: { $0.room == room }) else { return }
    if known.count < measurementLimit { text.measurements?.append((room, size)) } else { text.measurements = nil }
  }

  private static func findSize(_ element: Element, in room: CellSize) -> CellSize {
    let limits = Limits(element)
    let width = SizeMode(element, .width, .widthMode)
    let height = SizeMode(element, .height, .heightMode)
    let inner = CellSize(
      width: limits.width(width.cells(in: room.width) ?? room.width),
      height: limits.height(height.cells(in: room.height) ?? room.height))
    if let cells = width.cells(in: room.width), let lines = height.cells(in: room.height) {
      return CellSize(width: limits.width(cells), height: limits.height(lines))
    }
    let content = ContentSize.measure(element, in: inner)
    return CellSize(
      width: limits.width(width.cells(in: room.width) ?? min(content.width, room.width)),
      height: limits.height(height.cells(in: room.height) ?? content.height))
  }

  // MARK: Placing

  /// Gives a component its cells, and places what is inside.
  static func place(_ element: Element, _ frame: CellRect) {
    let frame = frame.offset(x: element.signedCells(.x), y: element.signedCells(.y))
    element.frame = frame
    element.frameDidChange()
    switch element.kind {
    case .stack, .box: FlowLayout.place(element, in: ElementInsets(element).applied(to: frame))
    case .grid: GridLayout.place(element, in: ElementInsets(element).applied(to: frame))
    case .scroll: placeScrolled(element, frame)
    case .list, .artboard: element.content?.place(in: frame)
    default: break
    }
  }

  /// Places the content of a scrolling component above its top by the offset.
  private static func placeScrolled(_ element: Element, _ frame: CellRect) {
    let isHorizontal = element.option(.direction) == 1
    let room =
      isHorizontal
      ? CellSize(width: 100_000, height: frame.height) : CellSize(width: frame.width, height: 100_000)
    for child in element.children where child.isVisible {
      let size = measure(child, in: room)
      let excess = max(0, isHorizontal ? size.width - frame.width : size.height - frame.height)
      let offset = min(element.cells(.offset), excess)
      // Scrolling beyond the end is corrected, so that a bound property has the offset that is shown.
      if offset != element.cells(.offset) { element.set(.number(Double(offset)), at: .offset) }
      let x = frame.x - (isHorizontal ? offset : 0)
      let y = frame.y - (isHorizontal ? 0 : offset)
      place(
        child,
        CellRect(
          x: x, y: y, width: isHorizontal ? size.width : frame.width,
          height: isHorizontal ? frame.height : size.height))
    }
  }
}

/// The least and the greatest size of a component.
@MainActor
struct Limits {
  private let element: Element

  init(_ element: Element) {
    self.element = element
  }

  func width(_ cells: Int) -> Int { clamp(cells, .minWidth, .maxWidth) }

  func height(_ cells: Int) -> Int { clamp(cells, .minHeight, .maxHeight) }

  private func clamp(_ cells: Int, _ minimum: Slot, _ maximum: Slot) -> Int {
    max(min(cells, element.number(maximum).isFinite ? element.cells(maximum) : cells), element.cells(minimum))
  }
}

/// How a component determines its width or height.
@MainActor
enum SizeMode {
  case fit, fill
  case percent(Double)
  case fixed(Int)

  init(_ element: Element, _ slot: Slot, _ mode: Slot) {
    switch element.option(mode) {
    case 1: self = .fill
    case 2: self = .percent(element.number(slot))
    case 3: self = .fixed(element.cells(slot))
    default: self = .fit
    }
  }

  /// The size in a room; `nil` when the content determines it.
  func cells(in room: Int) -> Int? {
    switch self {
    case .fit: nil
    case .fill: room
    case .percent(let percent): Int(Double(room) * percent / 100, in: 0...Element.cellLimit)
    case .fixed(let cells): cells
    }
  }

  var isFill: Bool { if case .fill = self { true } else { false } }
}

/// The padding and the border of a container.
@MainActor
struct ElementInsets {
  let top: Int
  let right: Int
  let bottom: Int
  let left: Int

  init(_ element: Element) {
    let border = element.kind == .box && element.option(.border) != 0 ? 1 : 0
    top = element.cells(.paddingTop) + border
    right = element.cells(.paddingRight) + border
    bottom = element.cells(.paddingBottom) + border
    left = element.cells(.paddingLeft) + border
  }

  var width: Int { left + right }
  var height: Int { top + bottom }

  func applied(to frame: CellRect) -> CellRect {
    CellRect(
      x: frame.x + left, y: frame.y + top, width: max(0, frame.width - width), height: max(0, frame.height - height))
  }
}
