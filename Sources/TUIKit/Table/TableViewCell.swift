/// One row of a ``TableView``.
///
/// Subclass it and draw in ``View/draw(in:)``; what the row stands for is set by the data source. Cells are used again for
/// other rows: keep nothing in them that is not set each time, or clear it in ``prepareForReuse()``.
///
/// This class itself shows ``text`` and, at the end of the line, ``detailText``.
open class TableViewCell: View {
  /// What the row says.
  open var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// What stands, dim, at the end of the row.
  open var detailText = "" {
    didSet { if detailText != oldValue { setNeedsDisplay() } }
  }

  /// Whether this is the selected row. The table sets it.
  open var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// Whether a person has marked the row. The table sets it.
  open var isMarked = false {
    didSet { if isMarked != oldValue { setNeedsDisplay() } }
  }

  /// How fresh the row is, from 0 (not at all) to 1 (it has just arrived or changed). The table sets it, frame by frame.
  open var glow = 0.0 {
    didSet { if glow != oldValue { setNeedsDisplay() } }
  }

  /// Where the glow is, in the cell's coordinates; everywhere when `nil`. The table sets it.
  open var glowRegions: [Rect]?

  /// Whether only what has changed is to glow when the row is reloaded, found by comparing how it looked and how it looks.
  /// When nothing looks different, the whole row glows. Off unless a subclass says otherwise.
  open var glowsOnlyWhereChanged: Bool { false }

  /// Whether a glow is shown by a mark before the row, for terminals without colours. The table sets it.
  open var showsFreshMark = false

  /// How a note at the end of the row is drawn.
  open var annotationStyle: Style { Style(.textDim, on: isSelected ? .selection : .surface) }

  /// The blank columns at the end of the row, where a note may be drawn.
  open var annotationRoom: Range<Int> {
    let end = detailText.isEmpty ? bounds.width : max(0, bounds.width - detailText.displayWidth - 1)
    return min(2 + text.displayWidth, end)..<end
  }

  /// The type that it was asked for as, when the table made it and may give it to another row.
  var reuseKey: ObjectIdentifier?

  public required override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }

  /// Called before the cell is given to another row.
  open func prepareForReuse() {}

  /// One line, unless a subclass says otherwise.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  /// Where the terminal's cursor stands while this is the selected row; at its beginning, unless a subclass says otherwise.
  open override var cursorPosition: Point? { .zero }

  open override func draw(in canvas: Canvas) {
    let style = isSelected ? Style(.selectionText, on: .selection) : Style()
    canvas.fill(style: style)
    if isSelected || isMarked {
      canvas.write(isMarked ? "●" : "▌", at: .zero, style: style.foreground(.accent), truncates: false)
    }
    let detail = min(detailText.displayWidth, max(0, canvas.size.width - 4))
    canvas.write(
      text, at: Point(x: 2, y: 0), style: style, maxWidth: canvas.size.width - 2 - (detail > 0 ? detail + 2 : 0))
    if detail > 0 {
      canvas.write(
        detailText, at: Point(x: canvas.size.width - detail - 1, y: 0), style: style.foreground(.textDim),
        maxWidth: detail)
    }
  }

  open override func drawTree(in canvas: Canvas) {
    super.drawTree(in: canvas)
    if glow > 0 { drawGlow(in: canvas) }
  }

  /// Draws the glow over the finished row: everything in ``glowRegions`` is blended with ``ColorRole/fresh``.
  open func drawGlow(in canvas: Canvas) {
    for region in glowRegions ?? [canvas.bounds] {
      canvas.restyle(region) { $0.mixed(with: .fresh, by: glow) }
    }
    if showsFreshMark, !isSelected { canvas.write("▸", at: .zero, style: Style(.fresh)) }
  }
}
