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
/// Only pictures have fixed colours (``init(pixel:behind:)``), which no theme changes.
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
  private static let nothingBehindFlag: UInt32 = 1 << 30

  /// The style of a cell of a picture: the colours of its foreground and background, or the terminal's own where a
  /// pixel is transparent.
  ///
  /// Five bits of each component are kept.
  public init(pixel: Pixel, behind: Pixel? = nil) {
    packed =
      Self.pictureFlag | Self.pack(pixel) | (behind.map { Self.pack($0) << 15 } ?? Self.nothingBehindFlag)
  }

  /// The colours of a cell of a picture; `nil` for all others.
  public var pixels: (pixel: Pixel, behind: Pixel?)? {
    guard isPicture else { return nil }
    return (Self.unpack(packed), packed & Self.nothingBehindFlag == 0 ? Self.unpack(packed >> 15) : nil)
  }

  private var isPicture: Bool { packed & Self.pictureFlag != 0 }

  /// The packed roles; for a picture, those of plain text.
  private var words: UInt32 { isPicture ? Style().packed : packed }

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
