/// The view of a title above or below a section, one line high.
///
/// Subclass it for another appearance, and set ``TableView/headerViewType``.
open class TableHeaderView: View {
  /// The title.
  ///
  /// The table sets it.
  open var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// Whether the title is below its section.
  public private(set) var isFooter = false

  func setFooter(_ isFooter: Bool) {
    self.isFooter = isFooter
  }

  public required override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }

  open override func draw(in canvas: Canvas) {
    canvas.fill(style: Style())
    canvas.write(
      text, at: Point(x: isFooter ? 2 : 1, y: 0),
      style: isFooter ? Style(.textDim) : Style(.accent, on: .surface, .bold))
  }
}
