/// A small chart of a series of numbers as columns, with the latest at the right.
///
/// It shows as many of the last values as it has columns. With several lines the columns are higher. A value that is
/// not a number is a gap.
///
/// - Complexity: O(visible values) to draw.
@MainActor
open class Sparkline: View {
  /// The values in order; the last ones are shown when there are more than columns.
  public var values: [Double] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }

  /// The values at the bottom and the top.
  ///
  /// `nil` is from zero, or a smaller least value, to the greatest shown value.
  public var range: ClosedRange<Double>? {
    didSet { if range != oldValue { setNeedsDisplay() } }
  }

  /// The role of the columns' colour.
  public var role: ColorRole {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Creates a sparkline.
  ///
  /// - Parameters:
  ///   - values: The values in order.
  ///   - range: See ``range``.
  ///   - role: The role of the columns' colour.
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

  /// The height of a value in eighths of a cell, at least 1.
  nonisolated static func eighths(of value: Double, in range: ClosedRange<Double>, size: Int) -> Int {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite else { return 1 }
    let share = min(max((value - range.lowerBound) / span, 0), 1)
    return max(1, Int((share * Double(size * 8)).rounded()))
  }

  private nonisolated static let levels: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A line of columns as text, the highest for the greatest value; a blank for 0.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  public nonisolated static func text(of values: [Int]) -> String {
    let greatest = Double(values.max() ?? 0)
    return String(
      String.UnicodeScalarView(
        values.map { value in
          value <= 0 ? " " : levels[eighths(of: Double(value), in: 0...greatest, size: 1) - 1]
        }))
  }

  private static func draw(_ eighths: Int, at x: Int, height: Int, style: Style, in canvas: Canvas) {
    for line in 0..<height {
      let level = min(eighths - line * 8, 8)
      guard level > 0 else { return }
      canvas.fill(Rect(x: x, y: height - 1 - line, width: 1, height: 1), with: levels[level - 1], style: style)
    }
  }
}
