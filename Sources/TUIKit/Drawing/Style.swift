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
/// `mixed(with:by:)` blends the foreground towards another role; terminals without enough colours step, and those without
/// any ignore it. That is all that fading, glowing and cooling need.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 4)
    public static let reverse = Attributes(rawValue: 8)
    public static let italic = Attributes(rawValue: 16)
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The steps of a blend, from nothing to all of the other role.
  public static let mixSteps = 15

  let packed: UInt32

  init(packed: UInt32) {
    self.packed = packed
  }

  public init(_ foreground: ColorRole = .text, on background: ColorRole = .surface, _ attributes: Attributes = []) {
    packed = UInt32(foreground.rawValue) | UInt32(background.rawValue) << 5 | UInt32(attributes.rawValue) << 10
  }

  public var foreground: ColorRole { Self.role(packed & 31) }
  public var background: ColorRole { Self.role(packed >> 5 & 31) }
  public var attributes: Attributes { Attributes(rawValue: UInt8(packed >> 10 & 63)) }

  /// The role towards which the foreground is blended, and by how many of ``mixSteps``; 0 is not at all.
  public var mix: (role: ColorRole, step: Int) { (Self.role(packed >> 16 & 31), Int(packed >> 21 & 15)) }

  public func adding(_ attributes: Attributes) -> Style {
    Style(packed: packed | UInt32(attributes.rawValue) << 10)
  }

  public func foreground(_ role: ColorRole) -> Style {
    Style(packed: packed & ~31 | UInt32(role.rawValue))
  }

  public func background(_ role: ColorRole) -> Style {
    Style(packed: packed & ~(31 << 5) | UInt32(role.rawValue) << 5)
  }

  /// The foreground blended towards `role`; `amount` runs from 0 (not at all) to 1 (all of it).
  public func mixed(with role: ColorRole, by amount: Double) -> Style {
    let step = UInt32((min(max(amount, 0), 1) * Double(Self.mixSteps)).rounded())
    return Style(packed: packed & 0xFFFF | UInt32(role.rawValue) << 16 | step << 21)
  }

  /// Only ``ColorRole``s are ever packed, so the bits always name one.
  private static func role(_ bits: UInt32) -> ColorRole {
    ColorRole(rawValue: UInt8(bits)) ?? .text
  }
}
