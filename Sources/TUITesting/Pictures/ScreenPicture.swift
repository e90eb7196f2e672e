import TUIKit

/// Draws a screen as SVG, for a README or to show the screen of a test.
///
/// The same screen gives the same bytes.
///
/// Every run of text is fitted to its cells, so that columns are straight in any monospaced font.
public struct ScreenPicture {
  /// The text of the window's title bar; `nil` leaves the bar out.
  public var title: String?
  /// The theme that gives colours to roles and decides whether the window is dark or light.
  public var theme: Theme
  /// Whether the cursor is drawn.
  public var showsCursor: Bool

  /// Creates a screen picture.
  ///
  /// - Parameters:
  ///   - title: The text of the window's title bar; `nil` leaves the bar out.
  ///   - theme: The theme that gives colours to roles.
  ///   - showsCursor: Whether the cursor is drawn.
  public init(title: String? = nil, theme: Theme = .dark, showsCursor: Bool = false) {
    self.title = title
    self.theme = theme
    self.showsCursor = showsCursor
  }

  /// Lengths are in tenths of a pixel, so that rounding is always the same.
  enum Metrics {
    static let column = 84
    static let line = 190
    static let baseline = 140
    static let margin = 160
    static let bar = 380
  }

  private var top: Int { title == nil ? Metrics.margin : Metrics.bar }

  /// The picture of one screen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public func svg(of screen: ScreenContents) -> String {
    frame(size: screen.size) { $0 += group(of: screen) }
  }

  /// An animation of several screens of the same size, each shown for its duration, repeated forever.
  ///
  /// A line that is the same in several screens is drawn once. A viewer without animation shows the first screen.
  ///
  /// - Complexity: O(*n* × *m*) for *m* screens of *n* cells.
  public func svg(of frames: [(screen: ScreenContents, duration: Duration)]) -> String {
    guard let first = frames.first else { return svg(of: ScreenContents(size: Size(width: 1, height: 1))) }
    var drawings = [PictureTimeline](repeating: PictureTimeline(), count: first.screen.size.height + 1)
    for frame in frames {
      let milliseconds = Int(frame.duration.nanoseconds / 1_000_000)
      for (index, drawing) in self.drawings(of: frame.screen).enumerated() where index < drawings.count {
        drawings[index].show(drawing, for: milliseconds)
      }
    }
    return self.frame(size: first.screen.size) { svg in
      svg += groupHead
      for drawing in drawings { svg += drawing.svg }
      svg += "</g>\n"
    }
  }

  /// The window around the drawing of `content`.
  private func frame(size: Size, _ content: (inout String) -> Void) -> String {
    let colors = PictureColors(theme: theme)
    let width = size.width * Metrics.column + 2 * Metrics.margin
    let height = size.height * Metrics.line + top + Metrics.margin
    let line = colors.background.blended(with: colors.foreground, step: 1, of: 6).hexadecimal
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.length(width)) \(Self.length(height))" \
      width="\(Self.length(width))" height="\(Self.length(height))" font-size="14" \
      font-family="ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace">
      <rect x="0.5" y="0.5" width="\(Self.length(width - 10))" height="\(Self.length(height - 10))" rx="10" \
      fill="\(colors.background.hexadecimal)" stroke="\(line)"/>

      """
    if let title {
      for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
        svg += "<circle cx=\"\(20 + 20 * index)\" cy=\"19\" r=\"6\" fill=\"\(color)\"/>\n"
      }
      let dim = colors.foreground.blended(with: colors.background, step: 1, of: 3).hexadecimal
      svg += "<text x=\"\(Self.length(width / 2))\" y=\"24\" text-anchor=\"middle\" font-size=\"13\" "
      svg += "font-family=\"system-ui, sans-serif\" fill=\"\(dim)\">\(Self.escaped(title))</text>\n"
    }
    content(&svg)
    return svg + "</svg>\n"
  }

  private var groupHead: String {
    "<g transform=\"translate(\(Self.length(Metrics.margin)) \(Self.length(top)))\">\n"
  }

  private func group(of screen: ScreenContents) -> String {
    groupHead + drawings(of: screen).joined() + "</g>\n"
  }

  /// The drawing of each line, and that of the cursor.
  private func drawings(of screen: ScreenContents) -> [String] {
    let colors = PictureColors(theme: theme)
    let lines = (0..<screen.size.height).map { y in
      var drawing = CellDrawing(colors: colors)
      drawing.drawLine(y, of: screen)
      return drawing.svg
    }
    var drawing = CellDrawing(colors: colors)
    if showsCursor, let cursor = screen.cursor { drawing.drawCursor(at: cursor) }
    return lines + [drawing.svg]
  }

  /// A length in tenths of a pixel, written as pixels.
  static func length(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
