/// A command: its title, its keys and its action.
///
/// The name is UIKit's.
///
/// The hints of the bottom line, the help and the ``CommandPalette`` are made of key commands, so they agree with the
/// keys.
@MainActor
public struct KeyCommand {
  /// The effect of a command on the program's data, which decides where the palette lists it.
  public enum Role: Sendable {
    /// Any other command.
    case standard
    /// Destroys data. The palette proposes it first only for its own title.
    case destructive
    /// Moves the selection, the cursor or the focus. The palette leaves it out.
    case movement
  }

  /// The keys, any of which runs the command; hints show the first.
  ///
  /// A command without keys is in the palette only.
  public internal(set) var keys: [KeyEvent]
  /// One or two words, as the bottom line shows them: "add", "search".
  public let title: String
  /// A sentence for the help and the palette; the title when there is none.
  public let detail: String
  /// Other words under which the palette finds the command: "new" for "add".
  public let keywords: [String]
  /// The command's effect on the program's data.
  public let role: Role
  /// Whether the bottom line shows the command.
  ///
  /// Keys that every user knows (cursor keys) are in the help only.
  public let isHint: Bool
  /// Whether the command exists at the moment.
  ///
  /// A disabled one is not listed, and its key is sent up the chain.
  public let isEnabled: @MainActor () -> Bool
  /// Whether the command can run.
  ///
  /// An enabled command that is not ready is shown dim; its action reports the reason.
  public let isReady: @MainActor () -> Bool
  /// Whether the command acts on what is selected: the palette asks before it runs one; see ``CommandPalette``.
  public let actsOnSelection: Bool
  /// The action of the command.
  public let action: @MainActor () -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - keys: The keys, any of which runs the command.
  ///   - title: One or two words, for hints and the palette.
  ///   - detail: A sentence for the help and the palette; the title by default.
  ///   - keywords: Other words under which the palette finds the command.
  ///   - role: What the command does to the program's data.
  ///   - isHint: Whether the bottom line shows the command.
  ///   - actsOnSelection: See ``actsOnSelection``.
  ///   - isEnabled: See ``isEnabled``.
  ///   - isReady: See ``isReady``.
  ///   - action: What the command does.
  public init(
    _ keys: KeyEvent..., title: String, detail: String? = nil, keywords: [String] = [], role: Role = .standard,
    isHint: Bool = true, actsOnSelection: Bool = false, isEnabled: @escaping @MainActor () -> Bool = { true },
    isReady: @escaping @MainActor () -> Bool = { true }, action: @escaping @MainActor () -> Void
  ) {
    self.init(
      keys: keys, title: title, detail: detail, keywords: keywords, role: role, isHint: isHint,
      actsOnSelection: actsOnSelection, isEnabled: isEnabled, isReady: isReady, action: action)
  }

  /// Creates a command from a list of keys.
  ///
  /// The parameters are those of the other initialiser.
  public init(
    keys: [KeyEvent], title: String, detail: String? = nil, keywords: [String] = [], role: Role = .standard,
    isHint: Bool = true, actsOnSelection: Bool = false, isEnabled: @escaping @MainActor () -> Bool = { true },
    isReady: @escaping @MainActor () -> Bool = { true }, action: @escaping @MainActor () -> Void
  ) {
    self.keys = keys
    self.title = title
    self.detail = detail ?? title
    self.keywords = keywords
    self.role = role
    self.isHint = isHint
    self.actsOnSelection = actsOnSelection
    self.isEnabled = isEnabled
    self.isReady = isReady
    self.action = action
  }

  /// Whether `event` is one of ``keys``.
  public func matches(_ event: KeyEvent) -> Bool {
    keys.contains(event)
  }
}
