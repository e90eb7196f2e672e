/// A private mode of a terminal, by its number: what a program switches on for itself and must switch off again.
public struct TerminalMode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let applicationCursorKeys = TerminalMode(rawValue: 1)
  public static let autowrap = TerminalMode(rawValue: 7)
  public static let cursorVisible = TerminalMode(rawValue: 25)
  public static let mouseClicks = TerminalMode(rawValue: 1000)
  public static let mouseDrags = TerminalMode(rawValue: 1002)
  public static let mouseMoves = TerminalMode(rawValue: 1003)
  public static let focusReports = TerminalMode(rawValue: 1004)
  public static let mouseInSGR = TerminalMode(rawValue: 1006)
  public static let alternateScreen = TerminalMode(rawValue: 1049)
  public static let bracketedPaste = TerminalMode(rawValue: 2004)
  public static let synchronizedUpdate = TerminalMode(rawValue: 2026)
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
