/// A colour of a theme.
public enum ThemeColor: Hashable, Sendable {
  /// The terminal's default colour, which its user has chosen.
  case terminal
  /// One of the sixteen colours with names, which the terminal defines.
  case palette(UInt8)
  /// A colour by its components.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The names of the sixteen colours, in order.
  static let paletteNames =
    ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    + ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { "bright-\($0)" }

  /// `default`, `#rrggbb`, or one of the sixteen names; `nil` for anything else.
  ///
  /// - Complexity: O(length of the name).
  public init?(_ name: some StringProtocol) {
    if name == "default" {
      self = .terminal
    } else if let index = Self.paletteNames.firstIndex(where: { name == $0 }) {
      self = .palette(UInt8(index))
    } else if name.count == 7, name.first == "#", let value = UInt32(name.dropFirst(), radix: 16) {
      self.init(value)
    } else {
      return nil
    }
  }

  init(_ value: UInt32) {
    self = .rgb(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}

/// A colour as numbers, to blend it, to compare it, and to find the nearest one that a terminal has.
struct RGB: Hashable {
  var red: Int
  var green: Int
  var blue: Int

  /// A colour between this one and `other`.
  func blended(with other: RGB, step: Int, of steps: Int) -> RGB {
    func blend(_ from: Int, _ to: Int) -> Int { from + (to - from) * step / steps }
    return RGB(red: blend(red, other.red), green: blend(green, other.green), blue: blend(blue, other.blue))
  }

  private func distance(to other: RGB) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }

  /// The nearest of the 240 fixed colours among the 256: a cube of six by six by six, and 24 greys.
  var indexed: Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func nearest(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
    let cube = RGB(red: levels[r], green: levels[g], blue: levels[b])
    let shade = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let grey = RGB(red: 8 + 10 * shade, green: 8 + 10 * shade, blue: 8 + 10 * shade)
    return distance(to: grey) < distance(to: cube) ? 232 + shade : 16 + 36 * r + 6 * g + b
  }

  /// The nearest of the first 8 or 16 colours, which have names.
  func named(of count: Int) -> Int {
    Self.sixteen.prefix(count).indices.min { distance(to: Self.sixteen[$0]) < distance(to: Self.sixteen[$1]) } ?? 0
  }

  /// The colour of an index among the 256, as in xterm.
  init(indexed index: Int) {
    switch index {
    case 0..<16:
      self = Self.sixteen[index]
    case 16..<232:
      let levels = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      self.init(red: levels[place / 36], green: levels[place / 6 % 6], blue: levels[place % 6])
    default:
      let shade = 8 + 10 * (index - 232)
      self.init(red: shade, green: shade, blue: shade)
    }
  }

  init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The sixteen colours, as in xterm.
  private static let sixteen = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { RGB(red: $0 >> 16 & 0xFF, green: $0 >> 8 & 0xFF, blue: $0 & 0xFF) }
}
