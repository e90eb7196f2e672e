/// A key that does something, and the words for it. Hints, help and the palette are made of these, so they cannot disagree
/// with what the keys do. The name is UIKit's.
@MainActor
public struct KeyCommand {
  /// Any of these; hints show the first.
  public let keys: [KeyEvent]
  /// One or two words, as the bottom line shows them: "add", "search".
  public let title: String
  /// A sentence for the help and the palette; the title, when there is none.
  public let detail: String
  /// Whether the bottom line shows it. What everybody knows (cursor keys) only stands in the help.
  public let isHint: Bool
  /// Asked each time: a command that is not enabled is not listed, and its key goes on up the chain.
  public let isEnabled: @MainActor () -> Bool
  /// Whether it would do what it says. A command that is enabled but not ready is shown dim; pressed, it says why.
  public let isReady: @MainActor () -> Bool
  /// What the key does.
  public let action: @MainActor () -> Void

  /// - Parameters:
  ///   - keys: any of these.
  ///   - title: one or two words, for hints.
  ///   - detail: words for the help and the palette; the title, unless told.
  ///   - isHint: whether it is one of the keys that matter now.
  ///   - isEnabled: asked each time; see ``isEnabled``.
  ///   - isReady: asked each time; see ``isReady``.
  ///   - action: what the keys do.
  public init(
    _ keys: KeyEvent..., title: String, detail: String? = nil, isHint: Bool = true,
    isEnabled: @escaping @MainActor () -> Bool = { true }, isReady: @escaping @MainActor () -> Bool = { true },
    action: @escaping @MainActor () -> Void
  ) {
    self.init(
      keys: keys, title: title, detail: detail, isHint: isHint, isEnabled: isEnabled, isReady: isReady, action: action)
  }

  public init(
    keys: [KeyEvent], title: String, detail: String? = nil, isHint: Bool = true,
    isEnabled: @escaping @MainActor () -> Bool = { true }, isReady: @escaping @MainActor () -> Bool = { true },
    action: @escaping @MainActor () -> Void
  ) {
    self.keys = keys
    self.title = title
    self.detail = detail ?? title
    self.isHint = isHint
    self.isEnabled = isEnabled
    self.isReady = isReady
    self.action = action
  }

  /// Whether it is one of ``keys``.
  public func matches(_ event: KeyEvent) -> Bool {
    keys.contains(event)
  }
}
