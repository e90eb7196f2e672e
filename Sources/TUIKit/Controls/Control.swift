/// A view that the user acts on, and that sends actions: target–action, with closures.
///
///     button.addAction(for: .primaryAction) { [weak self] in self?.save() }
///
/// Events report what the *user* did; a property that the program sets sends none.
@MainActor
open class Control: View {
  /// What a person has done.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The events as bits.
    public let rawValue: UInt8
    /// Creates a set of events from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The value has changed: a checkbox, a picker; and a text field each time its text does.
    public static let valueChanged = Events(rawValue: 1)
    /// A button was pressed; Enter in a text field.
    public static let primaryAction = Events(rawValue: 2)
    /// Text has changed by a key, a paste or an undo.
    public static let editingChanged = Events(rawValue: 4)
    /// A text field got the focus, or lost it.
    public static let editingDidBegin = Events(rawValue: 8)
    /// A text field lost the focus.
    public static let editingDidEnd = Events(rawValue: 16)
  }

  /// One action that was added; it stays until it is removed or the control dies.
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

    /// Ends it, also while the control is sending. Ending it twice does nothing.
    public func remove() {
      control?.actions.removeAll { $0 === self }
      control = nil
    }
  }

  private var actions: [Action] = []

  /// Whether the control can be acted on; a disabled one is dim and gives up the focus.
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { window?.giveUpFocus(inside: self) }
      setNeedsDisplay()
    }
  }

  /// Whether what was entered is wrong: the words are in the danger role. What is wrong belongs beside the control, in
  /// words.
  open var isInvalid = false {
    didSet { if isInvalid != oldValue { setNeedsDisplay() } }
  }

  open override var canBecomeFirstResponder: Bool { isEnabled && !isHidden }

  open override func firstResponderDidChange() {
    setNeedsDisplay()
  }

  /// Calls `action` for each of `events`, after those that were added before.
  @discardableResult
  public func addAction(for events: Events, _ action: @escaping @MainActor () -> Void) -> Action {
    let action = Action(events: events, control: self, body: action)
    actions.append(action)
    return action
  }

  /// Whether there is an action for one of `events`.
  public func hasActions(for events: Events) -> Bool {
    actions.contains { !$0.events.isDisjoint(with: events) }
  }

  /// Calls the actions for `events` in the order in which they were added; each once, whatever the number of events.
  public func sendActions(for events: Events) {
    for action in actions where !action.events.isDisjoint(with: events) && action.control != nil { action.body() }
  }

  /// A click gives the focus.
  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left, canBecomeFirstResponder else { return false }
    becomeFirstResponder()
    return true
  }

  /// The words of the control, in the style that its state asks for.
  func textStyle(_ role: ColorRole = .text) -> Style {
    Style(!isEnabled ? .textDim : isInvalid ? .danger : role, on: background)
  }
}
