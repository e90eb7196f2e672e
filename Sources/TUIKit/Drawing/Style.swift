/// What a colour is for. A ``Theme`` says what it looks like, a terminal how near it can come.
public enum ColorRole: UInt8, CaseIterable, Sendable {
  case text, textDim
  case accent, accentText
  case selection, selectionText
  case danger, warning, ok
  case chip, border
  /// The background of everything, and of what lies above it (sheets, menus).
  case surface, surfaceRaised
  /// What a search has matched.
  case match
  /// The glow of what has just arrived or changed.
  case fresh
}

/// How a cell looks: roles, never colours, packed into four bytes.
///
/// `mixed(with:by:)` blends the foreground towards another role; terminals without enough colours step, and those
/// without any ignore it. That is all that fading, glowing and cooling need.
///
/// Only pictures have colours of their own (``init(pixel:behind:)``), which no theme changes.
public struct Style: Hashable, Sendable {
  /// What is said beside colours; each is seen without any colour too.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt8
    /// Creates a set of attributes from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than the rest.
    public static let dim = Attributes(rawValue: 2)
    /// With a line beneath.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background change places.
    public static let reverse = Attributes(rawValue: 8)
    /// Slanted, where the terminal can.
    public static let italic = Attributes(rawValue: 16)
    /// Dim on terminals, which have no way to strike text out.
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The steps of a blend, from nothing to all of the other role.
  public static let mixSteps = 15

  let packed: UInt32

  init(packed: UInt32) {
    self.packed = packed
  }

  /// - Parameters:
  ///   - foreground: the role of what is drawn.
  ///   - background: the role of what is behind it.
  ///   - attributes: what is shown beside colours.
  public init(_ foreground: ColorRole = .text, on background: ColorRole = .surface, _ attributes: Attributes = []) {
    packed = UInt32(foreground.rawValue) | UInt32(background.rawValue) << 5 | UInt32(attributes.rawValue) << 10
  }

  /// The role of what is drawn.
  public var foreground: ColorRole { Self.role(words & 31) }
  /// The role of what is behind it.
  public var background: ColorRole { Self.role(words >> 5 & 31) }
  /// What is said beside colours.
  public var attributes: Attributes { Attributes(rawValue: UInt8(words >> 10 & 63)) }

  /// The role towards which the foreground is blended, and by how many of ``mixSteps``; 0 is not at all.
  public var mix: (role: ColorRole, step: Int) { (Self.role(words >> 16 & 31), Int(words >> 21 & 15)) }

  /// Words look different then, and pictures as they did; so do the next three.
  public func adding(_ attributes: Attributes) -> Style {
    isPicture ? self : Style(packed: packed | UInt32(attributes.rawValue) << 10)
  }

  /// The same with another foreground; that of a picture stays.
  public func foreground(_ role: ColorRole) -> Style {
    isPicture ? self : Style(packed: packed & ~31 | UInt32(role.rawValue))
  }

  /// The same with another background; that of a picture stays.
  public func background(_ role: ColorRole) -> Style {
    isPicture ? self : Style(packed: packed & ~(31 << 5) | UInt32(role.rawValue) << 5)
  }

  /// The foreground blended towards `role`; `amount` runs from 0 (not at all) to 1 (all of it).
  public func mixed(with role: ColorRole, by amount: Double) -> Style {
    if isPicture { return self }
    let step = UInt32((min(max(amount, 0), 1) * Double(Self.mixSteps)).rounded())
    return Style(packed: packed & 0xFFFF | UInt32(role.rawValue) << 16 | step << 21)
  }

  // MARK: Pictures

  private static let pictureFlag: UInt32 = 1 << 31
  private static let nothingBehindFlag: UInt32 = 1 << 30

  /// What a cell of a picture looks like: the colour of what is drawn, and of what is behind it, the terminal's own
  /// where nothing is. Five bits of each colour are kept.
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

  /// What is packed of roles; for a picture, those of plain text.
  private var words: UInt32 { isPicture ? Style().packed : packed }

  private static func pack(_ pixel: Pixel) -> UInt32 {
    UInt32(pixel.red >> 3) << 10 | UInt32(pixel.green >> 3) << 5 | UInt32(pixel.blue >> 3)
  }

  private static func unpack(_ bits: UInt32) -> Pixel {
    // The upper bits again below, so that white stays white.
    func spread(_ value: UInt32) -> UInt8 { UInt8(value & 31) << 3 | UInt8(value & 31) >> 2 }
    return Pixel(red: spread(bits >> 10), green: spread(bits >> 5), blue: spread(bits))
  }

  /// Only ``ColorRole``s are ever packed, so the bits always name one.
  private static func role(_ bits: UInt32) -> ColorRole {
    ColorRole(rawValue: UInt8(bits)) ?? .text
  }
}
