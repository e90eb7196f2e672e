/// A private mode of a terminal, by its number.
///
/// A program sets it for itself and must reset it.
public struct TerminalMode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number of the mode.
  public let rawValue: Int
  /// Creates a mode from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Cursor keys send `ESC O` instead of `ESC [`.
  public static let applicationCursorKeys = TerminalMode(rawValue: 1)
  /// Text that passes the last column continues in the next line.
  public static let autowrap = TerminalMode(rawValue: 7)
  /// The cursor is visible.
  public static let cursorVisible = TerminalMode(rawValue: 25)
  /// Presses and releases of a button are reported.
  public static let mouseClicks = TerminalMode(rawValue: 1000)
  /// Movements with a button held are reported.
  public static let mouseDrags = TerminalMode(rawValue: 1002)
  /// All movements are reported.
  public static let mouseMoves = TerminalMode(rawValue: 1003)
  /// Focus changes of the window are reported.
  public static let focusReports = TerminalMode(rawValue: 1004)
  /// Mouse events are reported in the form that supports columns beyond 223.
  public static let mouseInSGR = TerminalMode(rawValue: 1006)
  /// The alternate screen is shown instead of the shell's.
  public static let alternateScreen = TerminalMode(rawValue: 1049)
  /// The begin and end of a paste are marked.
  public static let bracketedPaste = TerminalMode(rawValue: 2004)
  /// The screen is not drawn until this mode is reset.
  public static let synchronizedUpdate = TerminalMode(rawValue: 2026)
  /// Columns are counted per grapheme cluster.
  public static let graphemeClusters = TerminalMode(rawValue: 2027)

  /// The modes that a shell expects to be on.
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
