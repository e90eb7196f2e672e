/// One row of a ``TableView``.
///
/// Subclass it and draw in ``View/draw(in:)``; the data source sets its contents. Cells are reused for other rows: set
/// all state each time, or clear it in ``prepareForReuse()``.
///
/// This class itself shows ``text`` and, at the end of the line, ``detailText``.
open class TableViewCell: View {
  /// The text of the row.
  open var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// The dim text at the end of the row.
  open var detailText = "" {
    didSet { if detailText != oldValue { setNeedsDisplay() } }
  }

  /// Whether this is the selected row.
  ///
  /// The table sets it.
  open var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// Whether the row is marked.
  ///
  /// The table sets it.
  open var isMarked = false {
    didSet { if isMarked != oldValue { setNeedsDisplay() } }
  }

  /// The strength of the glow, from 0 to 1 (the row was just inserted or has just changed).
  ///
  /// The table sets it for each frame.
  open var glow = 0.0 {
    didSet { if glow != oldValue { setNeedsDisplay() } }
  }

  /// The regions that glow, in the cell's coordinates; the whole cell when `nil`.
  ///
  /// The table sets it.
  open var glowRegions: [Rect]?

  /// Whether only the changed regions of a reloaded row glow; without a difference, the whole row does.
  ///
  /// `false` by default.
  open var glowsOnlyWhereChanged: Bool { false }

  /// Whether a mark before the row shows the glow, for terminals without colours.
  ///
  /// The table sets it.
  open var showsFreshMark = false

  /// The style of a note at the end of the row.
  open var annotationStyle: Style { Style(.textDim, on: isSelected ? .selection : .surface) }

  /// The blank columns at the end of the row, where a note may be drawn.
  open var annotationRoom: Range<Int> {
    let end = detailText.isEmpty ? bounds.width : max(0, bounds.width - detailText.displayWidth - 1)
    return min(2 + text.displayWidth, end)..<end
  }

  /// The type with which the cell was dequeued; `nil` for a cell that is not reused.
  private(set) var reuseKey: ObjectIdentifier?

  public required override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }

  /// Lets the table reuse the cell where it needs one of `type`.
  func setReusable(as type: TableViewCell.Type) {
    reuseKey = ObjectIdentifier(type)
  }

  /// Called before the cell is reused for another row.
  open func prepareForReuse() {}

  /// The height of the row: one line by default.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  /// The position of the terminal's cursor while this is the selected row: its beginning by default.
  open override var cursorPosition: Point? { .zero }

  open override func draw(in canvas: Canvas) {
    let style = isSelected ? Style(.selectionText, on: .selection) : Style()
    canvas.fill(style: style)
    if isSelected || isMarked {
      canvas.write(isMarked ? "●" : "▌", at: .zero, style: style.foreground(.accent))
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

  /// Draws the glow over the row: ``glowRegions`` are blended with ``ColorRole/fresh``.
  ///
  /// - Complexity: O(cells of the row).
  open func drawGlow(in canvas: Canvas) {
    for region in glowRegions ?? [canvas.bounds] {
      canvas.restyle(region) { $0.mixed(with: .fresh, by: glow) }
    }
    if showsFreshMark, !isSelected { canvas.write("▸", at: .zero, style: Style(.fresh)) }
  }
}
