import Algorithms
import TUIKit

/// The style of a cell; terminals call it the graphic rendition.
public struct Rendition: Hashable, Sendable {
  /// The colour of the text or the background.
  public enum Color: Hashable, Sendable, CustomStringConvertible {
    /// The terminal's default colour.
    case standard
    /// A colour of the palette: 0–7 and 8–15 are the eight colours and their bright variants, followed by a cube and
    /// greys.
    case palette(UInt8)
    /// A colour by its components.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    /// In an application pilot: a role, before a theme has given it a colour.
    case role(ColorRole)
    /// In an application pilot: a blend from one role to another, with `step` from 0 to `Style.mixSteps`.
    case mix(ColorRole, ColorRole, step: Int)

    public var description: String {
      switch self {
      case .standard: "default"
      case .palette(let index): "\(index)"
      case .rgb(let red, let green, let blue): "#" + Hexadecimal.text(of: [red, green, blue])
      case .role(let role): "\(role)"
      case .mix(let role, let other, let step): "\(role)→\(other)·\(step)"
      }
    }
  }

  /// The attributes of a cell besides its colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt16
    /// Creates a set of attributes from bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than other text.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// With a line beneath, of any kind.
    public static let underline = Attributes(rawValue: 8)
    /// On and off.
    public static let blink = Attributes(rawValue: 16)
    /// With foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 32)
    /// With a line through it.
    public static let strikethrough = Attributes(rawValue: 64)

    static let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.blink, "blink"),
      (.reverse, "reverse"), (.strikethrough, "struck"),
    ]
  }

  /// The colour of the text.
  public var foreground: Color
  /// The colour of the background.
  public var background: Color
  /// The attributes besides the colours.
  public var attributes: Attributes

  /// Creates a rendition.
  ///
  /// - Parameters:
  ///   - foreground: The colour of the text.
  ///   - background: The colour of the background.
  ///   - attributes: The attributes besides the colours.
  public init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Whether the cell has the terminal's default colours and no attributes.
  public var isPlain: Bool { self == Rendition() }
}

extension Rendition: CustomStringConvertible {
  /// `bold 4 on #102030`, for example; `plain` without colours and attributes.
  public var description: String {
    var words = Attributes.names.filter { attributes.contains($0.0) }.map(\.1)
    if foreground != .standard { words.append("\(foreground)") }
    if background != .standard { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
