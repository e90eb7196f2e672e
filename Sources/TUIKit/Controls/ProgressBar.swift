/// A line that is filled from the left with the progress, and the percentage.
@MainActor
open class ProgressBar: View {
  /// The progress from 0 to 1; other values are clamped.
  public var progress = 0.0 {
    didSet { if shownProgress(oldValue) != shownProgress(progress) { setNeedsDisplay() } }
  }

  /// Whether the percentage is shown behind the line.
  public var showsPercentage = true {
    didSet { if showsPercentage != oldValue { setNeedsDisplay() } }
  }

  /// Creates a progress bar.
  ///
  /// - Parameter progress: The progress from 0 to 1.
  public init(progress: Double = 0) {
    self.progress = progress
    super.init()
  }

  private var lineWidth: Int { max(0, bounds.width - (showsPercentage ? 5 : 0)) }

  /// The visible state of a progress: half columns, and whole per cents.
  private func shownProgress(_ progress: Double) -> [Int] {
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    // Rounded down, so that unfinished work never appears finished.
    return [Int(progress * Double(lineWidth * 2)), Int(progress * 100)]
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    let shown = shownProgress(progress)
    let done = shown[0] / 2
    let style = Style(.accent, on: background)
    canvas.fill(Rect(x: 0, y: 0, width: lineWidth, height: 1), with: "─", style: style.foreground(.border))
    canvas.fill(Rect(x: 0, y: 0, width: done, height: 1), with: "━", style: style)
    if shown[0] % 2 == 1 { canvas.write("╸", at: Point(x: done, y: 0), style: style) }
    guard showsPercentage else { return }
    let words = "\(shown[1])%"
    canvas.write(
      words, at: Point(x: max(0, bounds.width - words.count), y: 0), style: style.foreground(.text), truncates: false)
  }
}
