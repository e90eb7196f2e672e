/// Something that can be sent events, and that passes on what it does not handle: first to itself, then to ``next``, up
/// to the window. As in UIKit.
@MainActor
open class Responder {
  /// Creates a responder.
  public init() {}

  isolated deinit {}

  /// Who is asked next.
  open var next: Responder? { nil }

  /// Whether it may have the focus; `false` by default.
  open var canBecomeFirstResponder: Bool { false }

  /// The window that sends events to this responder.
  open var window: Window? { next?.window }

  /// Whether it has the focus.
  public var isFirstResponder: Bool { window?.firstResponder === self }

  /// Asks the window for the keys. Refused when this cannot take them, or when it is in no window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, let window else { return false }
    return window.makeFirstResponder(self)
  }

  /// Gives the focus up. Returns `false` when it did not have it.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder, let window else { return false }
    return window.makeFirstResponder(nil)
  }

  /// Called when this has become, or is no longer, the first responder.
  open func firstResponderDidChange() {}

  /// The keys that work while this is on the way from the first responder to the window.
  open var keyCommands: [KeyCommand] { [] }

  /// What the help calls the group of ``keyCommands``.
  open var keyCommandsTitle: String { "" }

  /// Whether typed characters become text here, so that no plain character further up the chain is a command meanwhile.
  open var takesText: Bool { false }

  /// Why a key need not wait for an ``InputHold`` that the screen shows; `nil` when it waits.
  open func holdExemption(of event: KeyEvent) -> HoldExemption? { nil }

  /// Whether the key was handled here.
  open func keyPressed(_ event: KeyEvent) -> Bool { false }

  /// Whether the paste was taken.
  open func pasted(_ text: String) -> Bool { false }

  /// Whether the mouse was of interest. The location is in the window's coordinates.
  open func mouseEvent(_ event: MouseEvent) -> Bool { false }
}
