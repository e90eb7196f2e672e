/// An object that receives events.
///
/// An event that it does not handle is sent to ``next``, and so on up to the window, as in UIKit.
@MainActor
open class Responder {
  /// Creates a responder.
  public init() {}

  isolated deinit {}

  /// The responder that receives unhandled events.
  open var next: Responder? { nil }

  /// Whether it may receive the focus; `false` by default.
  open var canBecomeFirstResponder: Bool { false }

  /// The window that sends events to this responder.
  open var window: Window? { next?.window }

  /// Whether it has the focus.
  public var isFirstResponder: Bool { window?.firstResponder === self }

  /// Requests the focus from the window.
  ///
  /// - Returns: `false` when it cannot be focused or is not in a window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, let window else { return false }
    return window.makeFirstResponder(self)
  }

  /// Gives up the focus.
  ///
  /// - Returns: `false` when it did not have it.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder, let window else { return false }
    return window.makeFirstResponder(nil)
  }

  /// Called when this has become, or is no longer, the first responder.
  open func firstResponderDidChange() {}

  /// The key commands that work while this is in the responder chain.
  open var keyCommands: [KeyCommand] { [] }

  /// The title of the group of ``keyCommands`` in the help.
  open var keyCommandsTitle: String { "" }

  /// Whether typed characters become text here, so that plain characters are not commands further up the chain.
  open var takesText: Bool { false }

  /// The reason why a key need not wait for a visible ``InputHold``; `nil` when it waits.
  open func holdExemption(of event: KeyEvent) -> HoldExemption? { nil }

  /// Handles a key; returns whether it was handled.
  open func keyPressed(_ event: KeyEvent) -> Bool { false }

  /// Handles a paste; returns whether it was handled.
  open func pasted(_ text: String) -> Bool { false }

  /// Handles a mouse event; returns whether it was handled.
  ///
  /// The location is in the window's coordinates.
  open func mouseEvent(_ event: MouseEvent) -> Bool { false }
}
