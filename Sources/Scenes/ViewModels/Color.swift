import Algorithms

/// A colour: 32 bits of alpha, red, green and blue, or a role of the theme.
public struct Color: Hashable, Sendable {
  /// A colour that the theme defines.
  public enum Role: String, CaseIterable, Sendable {
    /// Text, and text that is less important.
    case text, textDim
    /// Text that stands out, and text on that colour.
    case accent, accentText
    /// The selected row, and its text.
    case selection, selectionText
    /// Errors, warnings and successes.
    case danger, warning, ok
    /// Filters and tags, and lines between areas.
    case chip, border
    /// The background of the screen, and of views above it.
    case surface, surfaceRaised
    /// The matches of a search.
    case match
    /// A row that was inserted or changed.
    case fresh
  }

  /// The components as `0xAARRGGBB`; opaque black for a role.
  public var argbValue: UInt32
  /// The name of the theme's role that replaces the components.
  public var role: Role?

  /// Creates a colour from `0xAARRGGBB`.
  public init(_ argbValue: UInt32) {
    self.argbValue = argbValue
  }

  /// Creates a colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    argbValue = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Creates a colour that the theme defines.
  public init(role: Role) {
    argbValue = 0xFF00_0000
    self.role = role
  }

  /// Draws nothing: the colour behind it, or the inherited one, is visible.
  public static let clear = Color(0)

  /// The opacity, from 0 to 255.
  public var alpha: UInt8 { UInt8(argbValue >> 24) }
  /// The red component.
  public var red: UInt8 { UInt8(argbValue >> 16 & 0xFF) }
  /// The green component.
  public var green: UInt8 { UInt8(argbValue >> 8 & 0xFF) }
  /// The blue component.
  public var blue: UInt8 { UInt8(argbValue & 0xFF) }

  /// Whether a pixel of the colour is drawn: a terminal cannot blend.
  var isOpaque: Bool { alpha > 127 }

  /// The name of a role of the theme, `#rrggbb`, or `#aarrggbb`; `nil` for anything else.
  public init?(_ text: String) {
    if text == "none" {
      self = .clear
    } else if let role = Role(rawValue: text) {
      self.init(role: role)
    } else if text.hasPrefix("#"), !text.hasPrefix("#+"), !text.hasPrefix("#-"),
      let value = UInt32(text.dropFirst(), radix: 16), text.utf8.count == 7 || text.utf8.count == 9
    {
      self.init(text.utf8.count == 7 ? 0xFF00_0000 | value : value)
    } else {
      return nil
    }
  }

  /// The colour at `fraction` of the way to `other`.
  ///
  /// A role has no components before it is drawn: the nearer one of the two is returned.
  func mixed(with other: Color, at fraction: Double) -> Color {
    guard role == nil, other.role == nil else { return fraction < 0.5 ? self : other }
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(Int(Double(from) + (Double(to) - Double(from)) * fraction, in: 0...255))
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}

extension Color: CustomStringConvertible {
  /// The role, or the components as `#aarrggbb`.
  public var description: String {
    if let role { return role.rawValue }
    return "#" + Hexadecimal.text(of: [alpha, red, green, blue])
  }
}
