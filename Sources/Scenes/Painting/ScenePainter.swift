extension Scene {
  /// Draws the components at their current places.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible components and cells.
  public func draw(in canvas: inout some CellCanvas) {
    let clip = canvas.visibleCells
    var painter = ScenePainter(consume canvas)
    painter.paint(artboard, atX: 0, y: 0, style: CellStyle(), clip: clip)
    canvas = painter.finish()
  }

  /// The artboard as it looks now, in at most 1,000 columns and lines.
  ///
  /// - Complexity: O(*n*), where *n* is the number of components and of cells.
  public func rendered() -> CellBuffer {
    let frame = artboard.tree.root?.frame ?? .zero
    var buffer = CellBuffer(CellSize(width: frame.width, height: frame.height).limited(to: 1_000))
    draw(in: &buffer)
    return buffer
  }
}

/// Draws components into cells.
@MainActor
struct ScenePainter<Canvas: CellCanvas> {
  var canvas: Canvas

  init(_ canvas: consuming Canvas) {
    self.canvas = canvas
  }

  /// The canvas with what was painted.
  consuming func finish() -> Canvas { canvas }

  /// Draws an artboard with its origin at a cell.
  mutating func paint(_ artboard: Artboard, atX x: Int, y: Int, style: CellStyle, clip: CellRect) {
    defer { artboard.tree.didPaint() }
    guard let root = artboard.tree.root else { return }
    let visible = root.frame.offset(x: x, y: y).intersection(clip)
    guard !visible.isEmpty else { return }
    paint(root, atX: x, y: y, style: style, clip: visible)
  }

  private mutating func paint(_ element: Element, atX x: Int, y: Int, style: CellStyle, clip: CellRect) {
    guard element.isVisible, element.look.opacity >= 0.25 else { return }
    let frame = element.frame.offset(x: x, y: y)
    let style = Self.style(of: element, in: style)
    if element.look.background != .clear { canvas.fill(frame, with: " ", style: style, clip: clip) }
    switch element.kind {
    case .text: paintText(element, frame, style, clip)
    case .box: paintBox(element, frame, style, clip)
    case .rule: paintRule(element, frame, style, clip)
    case .bar: paintBar(element, frame, style, clip)
    case .sparkline: paintSparkline(element, frame, style, clip)
    case .image: paintImage(element, frame, style, clip)
    case .artboard, .list: paintNested(element, frame, atX: x, y: y, style, clip)
    default: break
    }
    guard element.kind != .text else { return }
    let inner = element.kind == .scroll ? clip.intersection(frame) : clip
    guard !inner.isEmpty else { return }
    for child in element.children { paint(child, atX: x, y: y, style: style, clip: inner) }
  }

  /// The style of a component, which what is inside inherits.
  static func style(of element: Element, in outer: CellStyle) -> CellStyle {
    let look = element.look
    var style = outer
    if look.color != .clear { style.foreground = look.color }
    if look.background != .clear { style.background = look.background }
    style.attributes.formUnion(CellStyle.Attributes(rawValue: look.attributes))
    if look.opacity < 0.75 { style.attributes.insert(.dim) }
    return style
  }

  private mutating func paintNested(
    _ element: Element, _ frame: CellRect, atX x: Int, y: Int, _ style: CellStyle, _ clip: CellRect
  ) {
    guard let content = element.content as? any NestedContent else { return }
    let selected = element.kind == .list ? element.signedCells(.selected) : -1
    let inner = clip.intersection(frame)
    for (index, machine, place) in content.paintedArtboards where !place.isEmpty {
      var style = style
      if index == selected {
        style.background = Color(role: .selection)
        canvas.fill(place.offset(x: x, y: y), with: " ", style: style, clip: inner)
      }
      paint(machine.artboard, atX: place.x + x, y: place.y + y, style: style, clip: inner)
    }
  }
}
