/// The purpose of a colour.
///
/// A ``Theme`` defines the colour, and a terminal shows the nearest one that it has.
public enum ColorRole: UInt8, CaseIterable, Sendable {
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
  /// The background of the screen, and of views above it (sheets, menus).
  case surface, surfaceRaised
  /// The matches of a search.
  case match
  /// The glow of a row that was inserted or changed.
  case fresh
}

/// The style of a cell: roles instead of colours, packed into four bytes.
///
/// `mixed(with:by:)` blends the foreground towards another role, for fading, glowing and cooling. Terminals with few
/// colours blend in steps, and those without colours not at all.
///
/// Only pictures have fixed colours, which no theme changes: on both sides (``init(pixel:behind:)``), or on one side of
/// a role.
public struct Style: Hashable, Sendable {
  /// The attributes of a cell besides its colours; each is visible without colours too.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt8
    /// Creates a set of attributes from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than other text.
    public static let dim = Attributes(rawValue: 2)
    /// With a line beneath.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background are exchanged.
    public static let reverse = Attributes(rawValue: 8)
    /// Slanted, where the terminal supports it.
    public static let italic = Attributes(rawValue: 16)
    /// Drawn dim, since terminals cannot strike text out.
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The number of steps of a blend.
  public static let mixSteps = 15

  let packed: UInt32

  init(packed: UInt32) {
    self.packed = packed
  }

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - foreground: The role of the text.
  ///   - background: The role of the background.
  ///   - attributes: The attributes besides the colours.
  public init(_ foreground: ColorRole = .text, on background: ColorRole = .surface, _ attributes: Attributes = []) {
    packed = UInt32(foreground.rawValue) | UInt32(background.rawValue) << 5 | UInt32(attributes.rawValue) << 10
  }

  /// The role of the text.
  public var foreground: ColorRole { Self.role(words & 31) }
  /// The role of the background.
  public var background: ColorRole { Self.role(words >> 5 & 31) }
  /// The attributes besides the colours.
  public var attributes: Attributes { Attributes(rawValue: UInt8(words >> 10 & 63)) }

  /// The role towards which the foreground is blended, and the number of steps of ``mixSteps``; 0 is not blended.
  public var mix: (role: ColorRole, step: Int) { (Self.role(words >> 16 & 31), Int(words >> 21 & 15)) }

  /// The style with further attributes.
  ///
  /// Like the next three methods, it does not change the style of a picture.
  public func adding(_ attributes: Attributes) -> Style {
    isPicture ? self : Style(packed: packed | UInt32(attributes.rawValue) << 10)
  }

  /// The style with another foreground; that of a picture is unchanged.
  public func foreground(_ role: ColorRole) -> Style {
    isPicture ? self : Style(packed: packed & ~31 | UInt32(role.rawValue))
  }

  /// The style with another background; that of a picture is unchanged.
  public func background(_ role: ColorRole) -> Style {
    isPicture ? self : Style(packed: packed & ~(31 << 5) | UInt32(role.rawValue) << 5)
  }

  /// The style with the foreground blended towards `role`, with `amount` from 0 (not at all) to 1 (completely).
  public func mixed(with role: ColorRole, by amount: Double) -> Style {
    if isPicture { return self }
    let step = UInt32((min(max(amount, 0), 1) * Double(Self.mixSteps)).rounded())
    return Style(packed: packed & 0xFFFF | UInt32(role.rawValue) << 16 | step << 21)
  }

  // MARK: Pictures

  private static let pictureFlag: UInt32 = 1 << 31
  private static let onePixelFlag: UInt32 = 1 << 30
  private static let behindFlag: UInt32 = 1 << 29

  /// The style of a cell of a picture: the colours of its foreground and background, or the screen's background where
  /// a pixel is transparent.
  ///
  /// Five bits of each component are kept.
  public init(pixel: Pixel, behind: Pixel? = nil) {
    if let behind {
      self.init(packed: Self.pictureFlag | Self.pack(pixel) | Self.pack(behind) << 15)
    } else {
      self.init(pixel: pixel, on: .surface)
    }
  }

  /// The style of text in a fixed colour on a role.
  ///
  /// Five bits of each component are kept.
  public init(pixel: Pixel, on background: ColorRole, _ attributes: Attributes = []) {
    packed =
      Self.pictureFlag | Self.onePixelFlag | Self.pack(pixel) | UInt32(background.rawValue) << 15
      | UInt32(attributes.rawValue) << 20
  }

  /// The style of text of a role on a fixed colour.
  ///
  /// Five bits of each component are kept.
  public init(_ foreground: ColorRole, behind pixel: Pixel, _ attributes: Attributes = []) {
    packed =
      Self.pictureFlag | Self.onePixelFlag | Self.behindFlag | Self.pack(pixel) | UInt32(foreground.rawValue) << 15
      | UInt32(attributes.rawValue) << 20
  }

  /// The fixed colours of a cell, of which one may be `nil`; `nil` for a cell of roles alone.
  public var pixels: (pixel: Pixel?, behind: Pixel?)? {
    guard isPicture else { return nil }
    let first = Self.unpack(packed)
    guard packed & Self.onePixelFlag != 0 else { return (first, Self.unpack(packed >> 15)) }
    return packed & Self.behindFlag == 0 ? (first, nil) : (nil, first)
  }

  private var isPicture: Bool { packed & Self.pictureFlag != 0 }

  /// The packed roles and attributes; for a side with a fixed colour, the role of plain text.
  private var words: UInt32 {
    guard isPicture else { return packed }
    guard packed & Self.onePixelFlag != 0 else { return Style().packed }
    let (role, attributes) = (Self.role(packed >> 15 & 31), Attributes(rawValue: UInt8(packed >> 20 & 63)))
    let style = packed & Self.behindFlag == 0 ? Style(on: role, attributes) : Style(role, attributes)
    return style.packed
  }

  private static func pack(_ pixel: Pixel) -> UInt32 {
    UInt32(pixel.red >> 3) << 10 | UInt32(pixel.green >> 3) << 5 | UInt32(pixel.blue >> 3)
  }

  private static func unpack(_ bits: UInt32) -> Pixel {
    // Repeats the upper bits below, so that white stays white.
    func spread(_ value: UInt32) -> UInt8 { UInt8(value & 31) << 3 | UInt8(value & 31) >> 2 }
    return Pixel(red: spread(bits >> 10), green: spread(bits >> 5), blue: spread(bits))
  }

  /// The packed bits are always those of a ``ColorRole``.
  private static func role(_ bits: UInt32) -> ColorRole {
    ColorRole(rawValue: UInt8(bits)) ?? .text
  }
}
