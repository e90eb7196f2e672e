/// The first line of a screen: its title on the left, details on the right.
@MainActor
open class TitleBar: View {
  /// The title of the screen.
  public var title: StyledText {
    didSet { if title != oldValue { textDidChange() } }
  }

  /// The text at the right end, dim unless its runs have another style.
  ///
  /// Without room for both texts, its longest run is cut; below 12 columns it is left out.
  public var detail: StyledText {
    didSet { if detail != oldValue { textDidChange() } }
  }

  /// A view between the title and the detail: the search field, for example.
  ///
  /// Where it would have fewer than 20 columns, the detail is left out first, then all runs of the title but the first.
  public var accessory: View? {
    didSet {
      guard accessory !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let accessory { addSubview(accessory) }
      setNeedsLayout()
    }
  }

  /// Called with the clicked run of the title, such as a filter that the title shows.
  ///
  /// Blanks around a run belong to it.
  public var onClick: ((StyledText.Run) -> Void)?

  /// Creates a title line.
  ///
  /// - Parameters:
  ///   - title: Shown bold at the left end.
  ///   - detail: Shown dim at the right end.
  public init(_ title: StyledText = "", detail: StyledText = "") {
    self.title = title
    self.detail = detail
    super.init()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  private func textDidChange() {
    setNeedsDisplay()
    if accessory != nil { setNeedsLayout() }
  }

  private static let leastCutWidth = 12
  private static let leastAccessoryWidth = 20

  /// The columns behind a title.
  private func columns(behind title: StyledText) -> Int { bounds.width - 1 - title.plain.displayWidth - 3 }

  /// The title, or its first run where an accessory has no room behind all of them.
  private var shownTitle: StyledText {
    guard accessory != nil, columns(behind: title) < Self.leastAccessoryWidth else { return title }
    return StyledText(runs: Array(title.runs.prefix(1)))
  }

  /// The detail, cut to the room for it; `nil` when there is none.
  private var shownDetail: StyledText? {
    let room = columns(behind: shownTitle) - (accessory == nil ? 0 : Self.leastAccessoryWidth + 1)
    let widths = detail.runs.map(\.text.displayWidth)
    let excess = widths.reduce(0, +) - room
    guard excess > 0 else { return detail.isEmpty ? nil : detail }
    guard room >= Self.leastCutWidth, let longest = widths.indices.max(by: { widths[$0] < widths[$1] }) else {
      return nil
    }
    // The blanks at the end keep the ellipsis apart from the next run.
    let text = detail.runs[longest].text
    let blanks = String(text.suffix(text.reversed().prefix { $0 == " " }.count))
    let width = widths[longest] - excess - blanks.count
    guard width > 0 else { return nil }
    var cut = detail
    cut.runs[longest].text = String(text.dropLast(blanks.count)).truncated(toWidth: width) + blanks
    return cut
  }

  open override func layoutSubviews() {
    let title = shownTitle
    let start = title.isEmpty ? 1 : title.plain.displayWidth + 3
    let end = bounds.width - 1 - (shownDetail.map { $0.plain.displayWidth + 1 } ?? 0)
    accessory?.frame = Rect(x: start, y: 0, width: max(0, end - start), height: min(1, bounds.height))
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard let onClick, event.action == .press, event.button == .left else { return false }
    var left = convertFromWindow(event.location).x - 1
    for run in shownTitle.runs where left >= 0 {
      left -= run.text.displayWidth
      if left < 0 {
        onClick(run)
        return true
      }
    }
    return false
  }

  open override func draw(in canvas: Canvas) {
    let style = Style(.text, on: background)
    canvas.write(shownTitle, at: Point(x: 1, y: 0), style: style.adding(.bold), maxWidth: bounds.width - 2)
    if let detail = shownDetail {
      let start = bounds.width - 1 - detail.plain.displayWidth
      canvas.write(detail, at: Point(x: start, y: 0), style: style.foreground(.textDim))
    }
  }
}
