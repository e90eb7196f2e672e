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
  ///
  /// - Complexity: O(1) to read; O(*n*) to set, where *n* is the number of bars.
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

  private nonisolated static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar as text.
  ///
  /// - Parameters:
  ///   - share: The part of the width that it fills, from 0 to 1.
  ///   - width: The number of cells of a full bar.
  /// - Complexity: O(*n*), where *n* is the width.
  public nonisolated static func text(of share: Double, width: Int) -> String {
    let eighths = Int((share * Double(width * 8)).rounded())
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

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
      let text = Self.text(of: share, width: room)
      canvas.write(text, at: Point(x: labels + 1, y: y), style: style.foreground(bar.role))
      canvas.write(bar.text, at: Point(x: labels + 2 + text.count, y: y), style: style, maxWidth: texts)
    }
  }
}
