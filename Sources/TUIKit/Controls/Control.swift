/// A view that the user acts on, and that sends actions: target–action, with closures.
///
///     button.addAction(for: .primaryAction) { [weak self] in self?.save() }
///
/// Events report what the *user* did; a property that the program sets sends none.
@MainActor
open class Control: View {
  /// The actions of the user.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The events as bits.
    public let rawValue: UInt8
    /// Creates a set of events from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The value has changed: of a checkbox or a picker, and of a text field at each change of its text.
    public static let valueChanged = Events(rawValue: 1)
    /// A button was pressed, or Enter in a text field.
    public static let primaryAction = Events(rawValue: 2)
    /// The text was changed by a key, a paste or an undo.
    public static let editingChanged = Events(rawValue: 4)
    /// A text field received the focus.
    public static let editingDidBegin = Events(rawValue: 8)
    /// A text field lost the focus.
    public static let editingDidEnd = Events(rawValue: 16)
  }

  /// An action that was added.
  ///
  /// It stays until it is removed or the control is released.
  @MainActor
  public final class Action {
    fileprivate let events: Events
    fileprivate let body: @MainActor () -> Void
    fileprivate weak var control: Control?

    fileprivate init(events: Events, control: Control, body: @escaping @MainActor () -> Void) {
      self.events = events
      self.control = control
      self.body = body
    }

    isolated deinit {}

    /// Removes the action, even while the control sends it.
    ///
    /// Removing it again does nothing.
    ///
    /// - Complexity: O(*n*), where *n* is the number of actions.
    public func remove() {
      control?.actions.removeAll { $0 === self }
      control = nil
    }
  }

  private var actions: [Action] = []

  /// Whether the control accepts input; a disabled one is dim and gives up the focus.
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { window?.giveUpFocus(inside: self) }
      setNeedsDisplay()
    }
  }

  /// Whether the input is invalid: the text is in the danger role.
  ///
  /// A message beside the control should state the reason.
  open var isInvalid = false {
    didSet { if isInvalid != oldValue { setNeedsDisplay() } }
  }

  open override var canBecomeFirstResponder: Bool { isEnabled && !isHidden }

  open override func firstResponderDidChange() {
    setNeedsDisplay()
  }

  /// Calls `action` for each of `events`, after the actions added before.
  ///
  /// - Returns: The action, which can be removed.
  @discardableResult
  public func addAction(for events: Events, _ action: @escaping @MainActor () -> Void) -> Action {
    let action = Action(events: events, control: self, body: action)
    actions.append(action)
    return action
  }

  /// Whether an action was added for one of `events`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of actions.
  public func hasActions(for events: Events) -> Bool {
    actions.contains { !$0.events.isDisjoint(with: events) }
  }

  /// Calls the actions for `events` in the order in which they were added; each once, whatever the number of events.
  ///
  /// - Complexity: O(*n*), where *n* is the number of actions.
  public func sendActions(for events: Events) {
    for action in actions where !action.events.isDisjoint(with: events) && action.control != nil { action.body() }
  }

  /// A click gives the focus.
  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left, canBecomeFirstResponder else { return false }
    becomeFirstResponder()
    return true
  }

  /// The text of the control in the style for its state.
  func textStyle(_ role: ColorRole = .text) -> Style {
    Style(!isEnabled ? .textDim : isInvalid ? .danger : role, on: background)
  }
}
