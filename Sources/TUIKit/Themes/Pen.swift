/// The number of colours that a terminal can show.
public enum ColorDepth: Int, Comparable, Sendable {
  /// No colours, eight, sixteen, 256, or any RGB colour.
  case none, eight, sixteen, indexed, direct

  /// Whether `left` has fewer colours.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// A style as a terminal can show it.
struct Pen: Hashable {
  var attributes: Style.Attributes
  /// The indices of the terminal's colours; -1 is the default colour.
  var foreground: Int32
  var background: Int32
}

/// Makes pens from styles, for one theme and one number of colours.
struct PenMaker {
  let theme: Theme
  let depth: ColorDepth
  /// Whether the terminal's own text colour is known well enough to be blended.
  private let blendsTerminalText: Bool

  /// With fewer than 256 colours one of the themes for sixteen colours replaces the theme.
  init(theme: Theme, depth: ColorDepth) {
    self.depth = depth
    blendsTerminalText = theme != .neutral
    if depth == .none {
      self.theme = .none
    } else if depth < .indexed, theme.isColored {
      let named = theme.isLight ? Theme.sixteenColorsLight : .sixteenColors
      self.theme = theme.isTransparent ? named : named.opaque
    } else {
      self.theme = theme
    }
  }

  var isColored: Bool { theme.isColored }

  func pen(for style: Style) -> Pen {
    let front = theme.entry(style.foreground)
    let back = theme.entry(style.background)
    var attributes = style.attributes.union(front.attributes).union(back.attributes)
    // terminfo has no capability for strike-through, so the text is dim instead.
    if attributes.remove(.strikethrough) != nil { attributes.insert(.dim) }
    var foreground = number(front.color)
    let (role, step) = style.mix
    if step > 0 {
      let other = theme.entry(role)
      if step == Style.mixSteps || depth < .indexed && step > Style.mixSteps / 2 {
        attributes.formUnion(other.attributes)
        foreground = number(other.color)
      } else if front.color == .terminal, !blendsTerminalText {
        // A guess would be invisible on half of all terminals.
      } else if depth >= .indexed, isColored {
        foreground = number(
          rgb(front.color, isForeground: true).blended(
            with: rgb(other.color, isForeground: role != .surface && role != .surfaceRaised),
            step: step, of: Style.mixSteps))
      } else if !isColored, step > Style.mixSteps / 2 {
        attributes.formUnion(other.attributes)
      }
    }
    var background = number(back.color)
    if isColored, let (pixel, behind) = style.pixels {
      if let pixel { foreground = number(pixel) }
      if let behind { background = number(behind) }
    }
    if depth == .eight, foreground >= 8 {
      foreground -= 8
      attributes.insert(.bold)
    }
    if depth == .eight, background >= 8 { background -= 8 }
    return Pen(attributes: attributes, foreground: foreground, background: background)
  }

  /// The numbers of a theme's colour, or those that are assumed for it.
  func rgb(_ color: ThemeColor, isForeground: Bool) -> RGB {
    switch color {
    case .rgb(let red, let green, let blue): RGB(red: Int(red), green: Int(green), blue: Int(blue))
    case .palette(let index): RGB(indexed: Int(index))
    case .terminal: assumed(isForeground ? theme.assumedForeground : theme.assumedBackground)
    }
  }

  private func assumed(_ color: ThemeColor) -> RGB {
    switch color {
    case .terminal: RGB(indexed: 7)
    default: rgb(color, isForeground: true)
    }
  }

  private func number(_ color: ThemeColor) -> Int32 {
    switch color {
    case .terminal: -1
    case .palette(let index): Int32(index)
    case .rgb(let red, let green, let blue): number(RGB(red: Int(red), green: Int(green), blue: Int(blue)))
    }
  }

  private func number(_ pixel: Pixel) -> Int32 {
    let color = RGB(red: Int(pixel.red), green: Int(pixel.green), blue: Int(pixel.blue))
    return depth < .indexed ? Int32(color.named(of: depth == .eight ? 8 : 16)) : number(color)
  }

  private func number(_ color: RGB) -> Int32 {
    guard depth == .direct else { return Int32(color.indexed) }
    let value = color.red << 16 | color.green << 8 | color.blue
    // Terminals with direct colours use the first eight numbers for the palette: the next nearly black one is used
    // instead.
    return Int32(value > 0 && value < 8 ? 8 : value)
  }
}
