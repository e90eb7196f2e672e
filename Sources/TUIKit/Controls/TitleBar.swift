/// The first line of a screen: what it is on the left, more about it on the right.
@MainActor
open class TitleBar: View {
  /// What the screen is called.
  public var title: StyledText {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// What stands at the right, dim unless its runs say otherwise. It goes first when there is no room for both.
  public var detail: StyledText {
    didSet { if detail != oldValue { setNeedsDisplay() } }
  }

  /// A view that stands behind the title up to the detail: the search field, for one.
  public var accessory: View? {
    didSet {
      guard accessory !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let accessory { addSubview(accessory) }
      setNeedsLayout()
    }
  }

  /// - Parameters:
  ///   - title: stands, bold, at the left end.
  ///   - detail: stands, dim, at the right end.
  public init(_ title: StyledText = "", detail: StyledText = "") {
    self.title = title
    self.detail = detail
    super.init()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  private var titleWidth: Int { title.plain.displayWidth }

  /// Where the detail begins; `nil` when there is no room for it.
  private var detailStart: Int? {
    let width = detail.plain.displayWidth
    let start = bounds.width - 1 - width
    return width > 0 && start >= titleWidth + 3 ? start : nil
  }

  open override func layoutSubviews() {
    let start = title.isEmpty ? 1 : titleWidth + 3
    let end = (detailStart ?? bounds.width) - 1
    accessory?.frame = Rect(x: start, y: 0, width: max(0, end - start), height: min(1, bounds.height))
  }

  open override func draw(in canvas: Canvas) {
    let style = Style(.text, on: background)
    canvas.write(title, at: Point(x: 1, y: 0), style: style.adding(.bold), maxWidth: bounds.width - 2)
    if let detailStart {
      canvas.write(detail, at: Point(x: detailStart, y: 0), style: style.foreground(.textDim))
    }
  }
}
