/// The first line of a screen: what it is on the left, more about it on the right.
@MainActor
open class TitleBar: View {
  /// What the screen is called.
  public var title: StyledText {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }

  /// What stands at the right, dim unless its runs say otherwise. Where there is no room for both its longest run is cut,
  /// and below 12 columns it goes.
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

  private static let leastCutWidth = 12

  /// The detail as far as there is room for it; `nil` when there is none.
  private var shownDetail: StyledText? {
    let room = bounds.width - 1 - titleWidth - 3
    let widths = detail.runs.map(\.text.displayWidth)
    let excess = widths.reduce(0, +) - room
    guard excess > 0 else { return detail.isEmpty ? nil : detail }
    guard room >= Self.leastCutWidth, let longest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[longest] > excess
    else { return nil }
    var cut = detail
    cut.runs[longest].text = cut.runs[longest].text.truncated(toWidth: widths[longest] - excess)
    return cut
  }

  open override func layoutSubviews() {
    let start = title.isEmpty ? 1 : titleWidth + 3
    let end = bounds.width - 1 - (shownDetail.map { $0.plain.displayWidth + 1 } ?? 0)
    accessory?.frame = Rect(x: start, y: 0, width: max(0, end - start), height: min(1, bounds.height))
  }

  open override func draw(in canvas: Canvas) {
    let style = Style(.text, on: background)
    canvas.write(title, at: Point(x: 1, y: 0), style: style.adding(.bold), maxWidth: bounds.width - 2)
    if let detail = shownDetail {
      let start = bounds.width - 1 - detail.plain.displayWidth
      canvas.write(detail, at: Point(x: start, y: 0), style: style.foreground(.textDim))
    }
  }
}
