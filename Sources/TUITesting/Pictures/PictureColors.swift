import Algorithms
import TUIKit

/// The colours of a picture: those of a terminal's palette, which its user can choose, and the fixed ones.
struct PictureColors {
  struct RGB: Hashable {
    var red: Int
    var green: Int
    var blue: Int

    init(_ value: Int) {
      (red, green, blue) = (value >> 16 & 255, value >> 8 & 255, value & 255)
    }

    /// A colour between this one (0) and `other` (`steps`).
    func blended(with other: RGB, step: Int, of steps: Int) -> RGB {
      func blend(_ from: Int, _ to: Int) -> Int { from + (to - from) * step / steps }
      return RGB(blend(red, other.red) << 16 | blend(green, other.green) << 8 | blend(blue, other.blue))
    }

    var hexadecimal: String { "#" + Hexadecimal.text(of: [red, green, blue].map { UInt8(truncatingIfNeeded: $0) }) }
  }

  var theme: Theme
  let foreground: RGB
  let background: RGB

  init(theme: Theme) {
    self.theme = theme
    let isLight = theme.name == "light"
    foreground = RGB(isLight ? 0x1C1F24 : 0xE4E6EA)
    background = RGB(isLight ? 0xFDFDFB : 0x16181D)
  }

  /// The first sixteen depend on the terminal's user; these are calm ones.
  private static let sixteen = [
    0x1D2026, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xC8CCD4,
    0x6B7280, 0xFF7A85, 0xB3E08F, 0xFFD68A, 0x82C4FF, 0xDD9BF0, 0x7AD6E0, 0xFFFFFF,
  ].map(RGB.init)

  /// A colour of the palette of 256: sixteen, a cube of six by six by six, and 24 greys.
  private static func palette(_ index: Int) -> RGB {
    let levels = [0, 95, 135, 175, 215, 255]
    switch index {
    case 0..<16: return sixteen[index]
    case 16..<232:
      let place = index - 16
      return RGB(levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6])
    default: return RGB((8 + 10 * (index - 232)) * 0x010101)
    }
  }

  private func resolve(_ role: ColorRole, standard: RGB) -> RGB {
    switch theme[role] {
    case .terminal: standard
    case .palette(let index): Self.palette(Int(index))
    case .rgb(let red, let green, let blue): RGB(Int(red) << 16 | Int(green) << 8 | Int(blue))
    }
  }

  private func resolve(_ color: Rendition.Color, standard: RGB) -> RGB {
    switch color {
    case .standard: return standard
    case .palette(let index): return Self.palette(Int(index))
    case .rgb(let red, let green, let blue): return RGB(Int(red) << 16 | Int(green) << 8 | Int(blue))
    case .role(let role): return resolve(role, standard: standard)
    case .mix(let role, let other, let step):
      let end = other == .surface || other == .surfaceRaised ? background : foreground
      return resolve(role, standard: standard)
        .blended(with: resolve(other, standard: end), step: step, of: Style.mixSteps)
    }
  }

  /// The colours of text and background, with reverse and dim text taken into account.
  func colors(of rendition: Rendition) -> (front: RGB, back: RGB) {
    var front = resolve(rendition.foreground, standard: foreground)
    var back = resolve(rendition.background, standard: background)
    if rendition.attributes.contains(.reverse) { swap(&front, &back) }
    if rendition.attributes.contains(.dim) { front = front.blended(with: back, step: 2, of: 5) }
    return (front, back)
  }
}
