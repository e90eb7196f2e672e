/// Whether a terminal's background is dark or light.
public enum TerminalBackground: Hashable, Sendable {
  /// A dark or a light background.
  case dark, light

  init(_ color: RGB) {
    let brightness = 299 * color.red + 587 * color.green + 114 * color.blue
    self = brightness > 127_500 ? .light : .dark
  }

  /// Reads the variable `COLORFGBG`, which some terminals set: `15;0` is white on black.
  ///
  /// `nil` for an unknown value.
  init?(colorFGBG text: String) {
    guard let index = text.split(separator: ";").last.flatMap({ Int($0) }), 0..<16 ~= index else { return nil }
    self.init(RGB(indexed: index))
  }

  /// Reads a colour as terminals report it: `rgb:ffff/ffff/ffff`, `rgba:…`, `#ffffff`.
  ///
  /// `nil` for anything else.
  init?(reported text: some StringProtocol) {
    let parts: [Substring]
    if text.hasPrefix("#"), text.count == 7 {
      let digits = text.dropFirst()
      parts = [0, 2, 4].map { Substring(digits.dropFirst($0).prefix(2)) }
    } else if let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) {
      parts = text[text.index(after: colon)...].split(separator: "/").map { Substring($0) }
    } else {
      return nil
    }
    let values = parts.prefix(3).compactMap { part -> Int? in
      guard part.count <= 4, let value = Int(part, radix: 16) else { return nil }
      return value * 255 / (1 << (4 * part.count) - 1)
    }
    guard values.count == 3 else { return nil }
    self.init(RGB(red: values[0], green: values[1], blue: values[2]))
  }
}
