// Bars, sparklines and images.
extension ScenePainter {
  private static var eighths: [Character] { ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"] }
  private static var levels: [Character] { ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] }

  /// The share of a value in the range of a component, from 0 to 1.
  private static func share(_ value: Double, _ element: Element) -> Double {
    let (low, high) = (element.number(.minimum), element.number(.maximum))
    guard high > low, (high - low).isFinite, value.isFinite else { return 0 }
    return min(max((value - low) / (high - low), 0), 1)
  }

  mutating func paintBar(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    guard frame.width > 0 else { return }
    let filled = Int((Self.share(element.number(.value), element) * Double(frame.width * 8)).rounded())
    var track = style
    let trackColor = element.color(.trackColor)
    if trackColor != .clear { track.foreground = trackColor }
    canvas.fill(frame, with: "─", style: track, clip: clip)
    var bar = style
    if element.color(.color) == .clear { bar.foreground = Color(role: .accent) }
    canvas.fill(
      CellRect(x: frame.x, y: frame.y, width: filled / 8, height: frame.height), with: "█", style: bar, clip: clip)
    guard filled % 8 > 0 else { return }
    let rest = CellRect(x: frame.x + filled / 8, y: frame.y, width: 1, height: frame.height)
    canvas.fill(rest, with: Self.eighths[filled % 8 - 1], style: bar, clip: clip)
  }

  mutating func paintSparkline(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    guard case .list(let list) = element.value(.values), frame.width > 0,
      let links = element.content as? SparklineLinks
    else { return }
    var line = style
    if element.color(.color) == .clear { line.foreground = Color(role: .accent) }
    let numbers = links.values(of: Array(list.items.suffix(frame.width)), named: element.text(.valueName))
    for (column, number) in numbers.enumerated() {
      guard let number else { continue }
      let level = Int((Self.share(number, element) * 7).rounded())
      canvas.draw(
        String(Self.levels[level]), x: frame.x + column, y: frame.maxY - 1, style: line, clip: clip)
    }
  }

  /// Two pixels in each cell.
  mutating func paintImage(_ element: Element, _ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
    guard case .image(let image?) = element.value(.image), frame.width > 0, frame.height > 0 else { return }
    func pixel(_ x: Int, _ y: Int) -> Color {
      let column = x * image.width / frame.width
      let line = y * image.height / (frame.height * 2)
      guard column < image.width, line < image.height else { return .clear }
      return Color(image.pixels[line * image.width + column])
    }
    let visible = frame.intersection(clip).offset(x: -frame.x, y: -frame.y)
    guard !visible.isEmpty else { return }
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX {
        let (upper, lower) = (pixel(x, 2 * y), pixel(x, 2 * y + 1))
        guard upper.isOpaque || lower.isOpaque else { continue }
        canvas.drawPixels(upper, lower, x: frame.x + x, y: frame.y + y, style: style, clip: clip)
      }
    }
  }
}
