/// A row of numbers as a line of little columns, the latest at the right: how something went.
///
/// As many of the last values are shown as there are columns; with several lines the columns are higher. A value that is not
/// a number is a gap. Drawing costs O(what can be seen).
@MainActor
open class Sparkline: View {
  /// In their order; the last ones are seen when there are more than columns.
  public var values: [Double] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }

  /// What is at the bottom and at the top; from zero (or the least, below it) to the greatest of what is shown, when `nil`.
  public var range: ClosedRange<Double>? {
    didSet { if range != oldValue { setNeedsDisplay() } }
  }

  /// The colour.
  public var role: ColorRole {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// - Parameters:
  ///   - values: in their order.
  ///   - range: see ``range``.
  ///   - role: the colour.
  public init(_ values: [Double] = [], range: ClosedRange<Double>? = nil, role: ColorRole = .accent) {
    self.values = values
    self.range = range
    self.role = role
    super.init()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(max(values.count, 1), size.width), height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    let shown = values.suffix(max(0, bounds.width))
    let finite = shown.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max(), bounds.height > 0 else { return }
    let range = range ?? min(least, 0)...max(greatest, min(least, 0))
    let style = Style(role, on: background)
    let start = bounds.width - shown.count
    for (index, value) in shown.enumerated() where value.isFinite {
      Self.draw(
        Self.eighths(of: value, in: range, size: bounds.height), at: start + index, height: bounds.height, style: style,
        in: canvas)
    }
  }

  /// How high a value is, in eighths of a cell. What is there at all is never nothing.
  static func eighths(of value: Double, in range: ClosedRange<Double>, size: Int) -> Int {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite else { return 1 }
    let share = min(max((value - range.lowerBound) / span, 0), 1)
    return max(1, Int((share * Double(size * 8)).rounded()))
  }

  private static let levels: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private static func draw(_ eighths: Int, at x: Int, height: Int, style: Style, in canvas: Canvas) {
    for line in 0..<height {
      let level = min(eighths - line * 8, 8)
      guard level > 0 else { return }
      canvas.fill(Rect(x: x, y: height - 1 - line, width: 1, height: 1), with: levels[level - 1], style: style)
    }
  }
}
