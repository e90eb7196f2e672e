import Glibc

/// Draws how costs grow as SVG: a panel for each curve, with logarithmic axes.
///
/// It follows the light or dark appearance of the page.
struct GrowthChart {
  private static let (width, height, gap) = (250.0, 170.0, 24.0)
  private static let columns = 3

  let curves: [GrowthCurve]

  /// The picture.
  var svg: String {
    let rows = (curves.count + Self.columns - 1) / Self.columns
    let width = Double(Self.columns) * (Self.width + Self.gap) + Self.gap
    let height = Double(rows) * (Self.height + 2 * Self.gap) + Self.gap
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(text(width)) \(text(height))" \
      font-family="system-ui, sans-serif" font-size="12">
      <style>
      text { fill: #333 } .dim { fill: #777 } line { stroke: #ddd } polyline { fill: none; stroke: #4a4ae0; \
      stroke-width: 2 } circle { fill: #4a4ae0 }
      @media (prefers-color-scheme: dark) { text { fill: #ddd } .dim { fill: #999 } line { stroke: #444 } \
      polyline { stroke: #8a8aff } circle { fill: #8a8aff } }
      </style>

      """
    for (index, curve) in curves.enumerated() {
      let x = Self.gap + Double(index % Self.columns) * (Self.width + Self.gap)
      let y = Self.gap + Double(index / Self.columns) * (Self.height + 2 * Self.gap)
      svg += "<g transform=\"translate(\(text(x)) \(text(y)))\">\n\(panel(curve))</g>\n"
    }
    return svg + "</svg>\n"
  }

  private func panel(_ curve: GrowthCurve) -> String {
    let values = curve.points.map { max($0.value, 1e-9) }
    // Two powers of ten at least, so that noise does not look like growth.
    let low = floor(log10(values.min() ?? 1))
    let high = max(ceil(log10(values.max() ?? 1)), low + 2)
    let places = curve.points.enumerated().map { index, point in
      (
        x: 56 + Double(index) * (Self.width - 76) / Double(max(1, curve.points.count - 1)),
        y: Self.height - 20 - (log10(max(point.value, 1e-9)) - low) / (high - low) * (Self.height - 60)
      )
    }
    var svg = """
      <text y="8" font-weight="bold">\(curve.name)</text>
      <text y="24" class="dim">\(curve.growth)</text>

      """
    for step in 0...Int(high - low) {
      let y = Self.height - 20 - Double(step) / (high - low) * (Self.height - 60)
      svg += "<line x1=\"40\" x2=\"\(text(Self.width - 10))\" y1=\"\(text(y))\" y2=\"\(text(y))\"/>\n"
      let value = "\(Figure.short(pow(10, low + Double(step)))) \(curve.unit)"
      svg += "<text x=\"36\" y=\"\(text(y + 4))\" text-anchor=\"end\" class=\"dim\" font-size=\"9\">\(value)</text>\n"
    }
    svg += "<polyline points=\"\(places.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " "))\"/>\n"
    for (place, point) in zip(places, curve.points) {
      svg += "<circle cx=\"\(text(place.x))\" cy=\"\(text(place.y))\" r=\"3\"/>\n"
      svg += label(Figure.short(point.value), at: place.x, place.y - 7, size: 10)
      svg += label(Self.short(point.people), at: place.x, Self.height - 4, size: 9)
    }
    return svg
  }

  private func label(_ content: String, at x: Double, _ y: Double, size: Int) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\" text-anchor=\"middle\" font-size=\"\(size)\">\(content)</text>\n"
  }

  /// A number of people in few characters: 100, 10k, 1M.
  private static func short(_ people: Int) -> String {
    switch people {
    case 1_000_000...: "\(people / 1_000_000)M"
    case 1_000...: "\(people / 1_000)k"
    default: "\(people)"
    }
  }

  /// A length with one digit after the point.
  private func text(_ length: Double) -> String { "\((length * 10).rounded() / 10)" }
}
