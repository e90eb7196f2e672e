/// Assigns colours to roles.
///
/// Themes are data: the built-in ones are in `Resources/themes`, and compiled into the program.
///
/// A theme's text has one line for each ``ColorRole``: its name, a ``ThemeColor``, and optional attributes (`bold`,
/// `dim`, `underline`, `reverse`, `italic`, `strikethrough`). The line `assumes COLOUR on COLOUR` defines the colours
/// that stand in for the terminal's own in blends and comparisons. Lines beginning with `#` are comments.
///
///     accent         #8ab8ff
///     match          #ffd75f bold
public struct Theme: Hashable, Sendable {
  struct ThemeEntry: Hashable, Sendable {
    var color: ThemeColor
    var attributes: Style.Attributes
  }

  /// The name of the theme, in lower case.
  public let name: String
  /// One entry for each role, in the order of the roles.
  private var entries: [ThemeEntry]
  /// The assumed values of `default`, for foreground and background.
  private(set) var assumedForeground: ThemeColor
  private(set) var assumedBackground: ThemeColor

  /// Reads a theme.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  /// - Throws: The first line that is invalid, or the first role without a line.
  public init(name: String, parsing text: String) throws(ThemeError) {
    self.name = name
    var found: [ColorRole: ThemeEntry] = [:]
    var assumed: (front: ThemeColor, back: ThemeColor)?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = words.first, first.first != "#" else { continue }
      if first == "assumes" {
        guard words.count == 4, words[2] == "on", let front = ThemeColor(words[1]), let back = ThemeColor(words[3])
        else {
          throw ThemeError.line(index + 1, theme: name)
        }
        assumed = (front, back)
      } else {
        guard let role = ColorRole(name: first), words.count > 1, let color = ThemeColor(words[1]),
          let attributes = Style.Attributes(names: words.dropFirst(2))
        else { throw ThemeError.line(index + 1, theme: name) }
        found[role] = ThemeEntry(color: color, attributes: attributes)
      }
    }
    entries = []
    for role in ColorRole.allCases {
      guard let entry = found[role] else { throw ThemeError.missing(role, theme: name) }
      entries.append(entry)
    }
    assumedForeground = assumed?.front ?? .palette(7)
    assumedBackground = assumed?.back ?? .palette(0)
  }

  /// The colour of a role.
  public subscript(role: ColorRole) -> ThemeColor { entry(role).color }

  func entry(_ role: ColorRole) -> ThemeEntry { entries[Int(role.rawValue)] }

  /// Whether the theme is made for a light background.
  var isLight: Bool {
    switch assumedBackground {
    case .terminal: false
    case .palette(let index): TerminalBackground(RGB(indexed: Int(index))) == .light
    case .rgb(let red, let green, let blue):
      TerminalBackground(RGB(red: Int(red), green: Int(green), blue: Int(blue))) == .light
    }
  }

  /// Whether the theme has any colour.
  public var isColored: Bool { entries.contains { $0.color != .terminal } }

  /// The theme with the colours that it assumes in the place of the terminal's own, for a terminal with any background.
  ///
  /// ``neutral`` and ``none`` are made for any background and stay as they are.
  public var opaque: Theme {
    guard isColored, self != .neutral else { return self }
    var theme = self
    for role in ColorRole.allCases where entry(role).color == .terminal {
      theme.entries[Int(role.rawValue)].color = role.isBackground ? assumedBackground : assumedForeground
    }
    return theme
  }

  /// Whether the theme leaves the terminal's background as it is.
  var isTransparent: Bool { entry(.surface).color == .terminal }
}

/// The reason why a theme cannot be read.
public enum ThemeError: Error, Equatable, CustomStringConvertible {
  /// The line with this number is invalid.
  case line(Int, theme: String)
  /// The role has no line.
  case missing(ColorRole, theme: String)

  /// The reason, and the way out.
  public var description: String {
    switch self {
    case .line(let number, let theme):
      "Line \(number) of the theme “\(theme)” is not a role, a colour and attributes: "
        + "write it like “match #ffd75f bold”."
    case .missing(let role, let theme):
      "The theme “\(theme)” does not say what “\(role)” looks like: add a line for it."
    }
  }
}

extension ColorRole {
  /// Whether the role is that of a background.
  fileprivate var isBackground: Bool { [.surface, .surfaceRaised, .selection].contains(self) }

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

  init?(name: some StringProtocol) {
    guard let role = Self.named[String(name)] else { return nil }
    self = role
  }
}

extension Style.Attributes {
  static let names: [(name: String, attribute: Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse), ("italic", .italic),
    ("strikethrough", .strikethrough),
  ]

  /// The attributes of these names; `nil` when one is unknown.
  init?(names: some Sequence<Substring>) {
    self = []
    for name in names {
      guard let found = Self.names.first(where: { $0.name == name }) else { return nil }
      insert(found.attribute)
    }
  }
}
