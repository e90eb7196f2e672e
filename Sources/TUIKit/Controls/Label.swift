/// A text that the user only reads.
@MainActor
open class Label: View {
  /// The text with its styles.
  ///
  /// Setting an equal text costs nothing.
  public var styledText: StyledText {
    didSet {
      guard styledText != oldValue else { return }
      textDidChange()
    }
  }

  /// The text without its styles.
  public var text: String {
    get { styledText.plain }
    set { styledText = StyledText(newValue) }
  }

  /// The role of the text's colour; runs of ``styledText`` may have another one.
  public var role: ColorRole {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// The attributes of the whole text, in addition to those of its runs.
  public var attributes: Style.Attributes = [] {
    didSet { if attributes != oldValue { setNeedsDisplay() } }
  }

  /// The alignment of a line that is shorter than the label.
  public var alignment: TextAlignment {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The greatest number of lines; lines are broken at words, and text that does not fit ends in `…`.
  ///
  /// 0 is unlimited.
  public var numberOfLines: Int {
    didSet { if numberOfLines != oldValue { textDidChange() } }
  }

  private var lastFit: (room: Size, size: Size)?

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - role: The role of its colour.
  ///   - alignment: The alignment of a shorter line.
  ///   - numberOfLines: See ``numberOfLines``; 1 by default.
  public init(
    _ text: StyledText = StyledText(""), role: ColorRole = .text, alignment: TextAlignment = .leading,
    numberOfLines: Int = 1
  ) {
    styledText = text
    self.role = role
    self.alignment = alignment
    self.numberOfLines = numberOfLines
    super.init()
  }

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - role: The role of its colour.
  ///   - alignment: The alignment of a shorter line.
  ///   - numberOfLines: See ``numberOfLines``; 1 by default.
  public convenience init(
    _ text: String, role: ColorRole = .text, alignment: TextAlignment = .leading, numberOfLines: Int = 1
  ) {
    self.init(StyledText(text), role: role, alignment: alignment, numberOfLines: numberOfLines)
  }

  private func textDidChange() {
    setNeedsDisplay()
    guard let lastFit, fit(lastFit.room) != lastFit.size else { return }
    self.lastFit = nil
    invalidateIntrinsicContentSize()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let fitting = fit(size)
    lastFit = (size, fitting)
    return fitting
  }

  private func fit(_ room: Size) -> Size {
    guard room.width > 0 else { return .zero }
    if numberOfLines == 1 { return Size(width: min(text.displayWidth, room.width), height: min(1, room.height)) }
    let characters = Array(text)
    let layout = WrappedText(characters, width: room.width)
    let count = numberOfLines == 0 ? layout.rows.count : min(layout.rows.count, numberOfLines)
    let width = (0..<count).map { layout.width(of: layout.visibleRange(of: $0, in: characters)) }.max() ?? 0
    return Size(width: min(width, room.width), height: min(count, room.height))
  }

  open override func draw(in canvas: Canvas) {
    guard bounds.width > 0 else { return }
    let style = Style(role, on: background, attributes)
    if numberOfLines == 1 {
      let width = min(text.displayWidth, bounds.width)
      canvas.write(styledText, at: Point(x: indent(width), y: 0), style: style)
      return
    }
    let characters = Array(text)
    let layout = WrappedText(characters, width: bounds.width)
    let most = numberOfLines == 0 ? bounds.height : min(numberOfLines, bounds.height)
    let count = min(layout.rows.count, most)
    for row in 0..<count {
      // Text that does not fit is cut at the end of the last line.
      let isCut = row == count - 1 && count < layout.rows.count
      let visible = layout.visibleRange(of: row, in: characters)
      let range = isCut ? visible.lowerBound..<characters.count : visible
      let width = min(layout.width(of: range), bounds.width)
      canvas.write(part(range), at: Point(x: indent(width), y: row), style: style)
    }
  }

  private func indent(_ width: Int) -> Int {
    alignment.offset(in: max(0, bounds.width - width))
  }

  /// The characters of a range with their styles; a newline becomes a blank.
  private func part(_ range: Range<Int>) -> StyledText {
    var runs: [StyledText.Run] = []
    var start = 0
    for run in styledText.runs {
      let characters = Array(run.text)
      let lower = max(range.lowerBound - start, 0)
      let upper = min(range.upperBound - start, characters.count)
      start += characters.count
      guard lower < upper else { continue }
      var copy = run
      copy.text = String(characters[lower..<upper].map { $0.isNewline ? " " : $0 })
      runs.append(copy)
    }
    return StyledText(runs: runs)
  }
}
