/// A private mode of a terminal, by its number: what a program switches on for itself and must switch off again.
public struct TerminalMode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Cursor keys send `ESC O` instead of `ESC [`.
  public static let applicationCursorKeys = TerminalMode(rawValue: 1)
  /// What goes beyond the last column goes on in the next line.
  public static let autowrap = TerminalMode(rawValue: 7)
  /// The cursor is to be seen.
  public static let cursorVisible = TerminalMode(rawValue: 25)
  /// Presses and releases of a button are told.
  public static let mouseClicks = TerminalMode(rawValue: 1000)
  /// Movements with a button held are told.
  public static let mouseDrags = TerminalMode(rawValue: 1002)
  /// All movements are told.
  public static let mouseMoves = TerminalMode(rawValue: 1003)
  /// The window tells when it gets the focus, and loses it.
  public static let focusReports = TerminalMode(rawValue: 1004)
  /// The mouse is told in the form that knows columns beyond 223.
  public static let mouseInSGR = TerminalMode(rawValue: 1006)
  /// The screen is one beside that of the shell.
  public static let alternateScreen = TerminalMode(rawValue: 1049)
  /// A paste says where it begins and ends.
  public static let bracketedPaste = TerminalMode(rawValue: 2004)
  /// The screen is not drawn until this ends.
  public static let synchronizedUpdate = TerminalMode(rawValue: 2026)
  /// Columns are counted by what a person sees.
  public static let graphemeClusters = TerminalMode(rawValue: 2027)

  /// What a shell expects to be on.
  static let initial: Set<TerminalMode> = [.autowrap, .cursorVisible]

  public var description: String {
    switch self {
    case .applicationCursorKeys: "application cursor keys"
    case .autowrap: "autowrap"
    case .cursorVisible: "visible cursor"
    case .mouseClicks: "mouse clicks"
    case .mouseDrags: "mouse drags"
    case .mouseMoves: "mouse moves"
    case .focusReports: "focus reports"
    case .mouseInSGR: "mouse in SGR"
    case .alternateScreen: "alternate screen"
    case .bracketedPaste: "bracketed paste"
    case .synchronizedUpdate: "synchronized update"
    case .graphemeClusters: "grapheme clusters"
    default: "mode \(rawValue)"
    }
  }
}
