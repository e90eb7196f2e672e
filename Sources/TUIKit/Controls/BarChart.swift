/// A horizontal bar for each number, with its label before and its value behind it, one per line.
@MainActor
open class BarChart: View {
  /// A bar: its label, its length and its colour.
  public struct Bar: Hashable, Sendable {
    /// The text before the bar.
    public var label: String
    /// The length, and the number behind the bar; a negative one is drawn as 0.
    public var value: Double
    /// The text behind the bar.
    public var text: String
    /// The role of the bar's colour.
    public var role: ColorRole

    /// Creates a bar.
    ///
    /// - Parameters:
    ///   - label: The text before the bar.
    ///   - value: The length.
    ///   - text: The text behind the bar; by default the value, abbreviated.
    ///   - role: The role of the bar's colour.
    public init(_ label: String, _ value: Double, text: String? = nil, role: ColorRole = .accent) {
      self.label = label
      self.value = value
      self.text = text ?? (value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)")
      self.role = role
    }
  }

  /// The bars, from the top.
  public var bars: [Bar] {
    didSet {
      guard bars != oldValue else { return }
      setNeedsDisplay()
      if bars.count != oldValue.count { invalidateIntrinsicContentSize() }
    }
  }

  /// The value of a bar that fills its line; `nil` for the greatest value.
  public var maximum: Double? {
    didSet { if maximum != oldValue { setNeedsDisplay() } }
  }

  /// Creates a bar chart.
  ///
  /// - Parameters:
  ///   - bars: The bars, from the top.
  ///   - maximum: See ``maximum``.
  public init(_ bars: [Bar] = [], maximum: Double? = nil) {
    self.bars = bars
    self.maximum = maximum
    super.init()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(bars.count, size.height))
  }

  private static let parts: [Unicode.Scalar] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  open override func draw(in canvas: Canvas) {
    let shown = bars.prefix(max(0, bounds.height))
    let labels = min(shown.map { $0.label.displayWidth }.max() ?? 0, bounds.width * 2 / 5)
    let texts = min(shown.map { $0.text.displayWidth }.max() ?? 0, bounds.width / 4)
    let room = max(0, bounds.width - labels - texts - 2)
    let greatest = max(maximum ?? shown.map(\.value).filter(\.isFinite).max() ?? 0, 0)
    let style = Style(.text, on: background)
    for (y, bar) in shown.enumerated() {
      canvas.write(
        bar.label, at: Point(x: 0, y: y), width: labels, alignment: .trailing, style: style.foreground(.textDim))
      let share = greatest > 0 && bar.value.isFinite ? min(max(bar.value / greatest, 0), 1) : 0
      let eighths = Int((share * Double(room * 8)).rounded())
      let (whole, part) = (eighths / 8, eighths % 8)
      canvas.fill(
        Rect(x: labels + 1, y: y, width: whole, height: 1), with: "█", style: style.foreground(bar.role))
      if part > 0 {
        canvas.fill(
          Rect(x: labels + 1 + whole, y: y, width: 1, height: 1), with: Self.parts[part - 1],
          style: style.foreground(bar.role))
      }
      canvas.write(
        bar.text, at: Point(x: labels + 2 + whole + (part > 0 ? 1 : 0), y: y), style: style, maxWidth: texts)
    }
  }
}
