import TUIKit

/// How a cell looks: what a terminal calls its graphic rendition.
public struct Rendition: Hashable, Sendable {
  /// The colour of what is drawn, or of what is behind it.
  public enum Color: Hashable, Sendable, CustomStringConvertible {
    /// The terminal's own.
    case standard
    /// One of the palette: 0–7 and 8–15 are the eight colours and their bright sisters, then a cube, then greys.
    case palette(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    /// In process, before a theme has made a colour of it.
    case role(ColorRole)
    /// In process: one role on its way to another; the step counts to `Style.mixSteps`.
    case mix(ColorRole, ColorRole, step: Int)

    public var description: String {
      switch self {
      case .standard: "default"
      case .palette(let index): "\(index)"
      case .rgb(let red, let green, let blue): "#" + [red, green, blue].map(Self.hexadecimal).joined()
      case .role(let role): "\(role)"
      case .mix(let role, let other, let step): "\(role)→\(other)·\(step)"
      }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// What is said beside colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than the rest.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// With a line beneath, of any kind.
    public static let underline = Attributes(rawValue: 8)
    /// On and off.
    public static let blink = Attributes(rawValue: 16)
    /// Foreground and background have changed places.
    public static let reverse = Attributes(rawValue: 32)
    /// With a line through it.
    public static let strikethrough = Attributes(rawValue: 64)

    static let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.blink, "blink"),
      (.reverse, "reverse"), (.strikethrough, "struck"),
    ]
  }

  /// The colour of what is drawn.
  public var foreground: Color
  /// The colour behind it.
  public var background: Color
  /// What is said beside colours.
  public var attributes: Attributes

  /// - Parameters:
  ///   - foreground: the colour of what is drawn.
  ///   - background: the colour behind it.
  ///   - attributes: what is said beside colours.
  public init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Plain text in the terminal's own colours.
  public var isPlain: Bool { self == Rendition() }
}

extension Rendition: CustomStringConvertible {
  /// `bold 4 on #102030`; `plain` when nothing was asked for.
  public var description: String {
    var words = Attributes.names.filter { attributes.contains($0.0) }.map(\.1)
    if foreground != .standard { words.append("\(foreground)") }
    if background != .standard { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
