import Glibc
import TUIKit

/// Numbers and pictures.
final class ChartsPage: GalleryPage {
  private let wave = Sparkline((0..<400).map { swing(Double($0) / 3, Double($0)) })
  private let high = Sparkline((0..<400).map { swing(Double($0) / 6, Double($0) / 2) }, role: .ok)
  private let bars = BarChart([
    .init("Monday", 12), .init("Tuesday", 31), .init("Wednesday", 24.5), .init("Thursday", 7, role: .warning),
    .init("Friday", 2, role: .danger),
  ])

  init() { super.init("Charts") }

  override func loadView() -> View {
    let left = StackView(.vertical)
    for (title, view, height) in [("Sparkline", wave as View, 1), ("of four lines", high, 4), ("Bar chart", bars, 5)] {
      if !left.subviews.isEmpty { left.addArrangedSubview(View(), sizing: .fixed(1)) }
      left.addArrangedSubview(Label(title, role: .textDim), sizing: .fixed(1))
      left.addArrangedSubview(view, sizing: .fixed(height))
    }
    left.addArrangedSubview(View(), sizing: .fill)
    let right = StackView(.vertical)
    right.addArrangedSubview(Label("Picture, two points a cell", role: .textDim), sizing: .fixed(1))
    right.addArrangedSubview(ImageView(Self.evening), sizing: .fill)
    let both = StackView(.horizontal, spacing: 3)
    both.insets = Insets(top: 1, left: 2, bottom: 1, right: 2)
    both.addArrangedSubview(left, sizing: .fill)
    both.addArrangedSubview(right, sizing: .fill)
    return both
  }

  private static func swing(_ slow: Double, _ fast: Double) -> Double { 4 + 3 * sin(slow) + sin(fast) }

  /// A sun above hills.
  private static let evening: Bitmap = {
    let (width, height) = (160, 100)
    func pixel(_ x: Int, _ y: Int) -> Pixel {
      let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
      let hill = 0.68 + 0.08 * sin(u * 7) + 0.04 * sin(u * 17 + 1)
      if v > hill + 0.12 { return Pixel(red: 24, green: UInt8(46 + 60 * (1 - v)), blue: 40) }
      if v > hill { return Pixel(red: 52, green: UInt8(70 + 80 * (1 - v)), blue: 78) }
      let distance = hypot((u - 0.68) * 1.6, v - 0.42)
      if distance < 0.14 { return Pixel(red: 255, green: 226, blue: 150) }
      let glow = max(0, 1 - distance * 1.7)
      let (red, green, blue) = (70 + 90 * v + 90 * glow, 70 + 20 * v + 90 * glow, 140 - 40 * v - 20 * glow)
      return Pixel(red: UInt8(min(red, 255)), green: UInt8(green), blue: UInt8(blue))
    }
    return Bitmap(
      width: width, height: height, pixels: (0..<height).flatMap { y in (0..<width).map { pixel($0, y) } })
  }()
}
