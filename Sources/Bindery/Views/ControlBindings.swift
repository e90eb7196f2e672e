import Reactive
import TUIKit

// Controls. A value that the user changes is bound both ways; an action of the user is an event.

extension Control {
  /// The binding of `Control.isEnabled`.
  public var isEnabledBinding: Binding<Control, Bool> {
    Binding(self, "isEnabled") { $0.isEnabled = $1 }
  }

  /// Whether Tab stops at the control.
  public var isTabStopBinding: Binding<Control, Bool> {
    Binding(self, "isTabStop") { $0.isTabStop = $1 }
  }

  /// The error style.
  public var isInvalidBinding: Binding<Control, Bool> {
    Binding(self, "isInvalid") { $0.isInvalid = $1 }
  }

  /// The error style, while there is an error.
  ///
  /// A ``FormRow`` shows its description too.
  public var errorBinding: Binding<Control, (any Error)?> {
    isInvalidBinding.contramap { $0 != nil }
  }

  /// The events that a control sends: `field.eventBinding(.editingDidEnd) *= viewModel.checkName`.
  public func eventBinding(_ events: Control.Events) -> EventBinding<Control, Void> {
    eventBinding(events, "event")
  }

  fileprivate func eventBinding(_ events: Control.Events, _ name: String) -> EventBinding<Control, Void> {
    EventBinding(self, name) { control, send in control.observe(events) { send(()) } }
  }

  /// Calls back at each of `events` until the token or the control ends.
  func observe(_ events: Events, _ body: @escaping @MainActor () -> Void) -> AnyCancellable {
    // The control keeps the action and what the closure captures. The token only refers to the action.
    let action = addAction(for: events, body)
    return AnyCancellable { [weak action] in action?.remove() }
  }
}

extension Button {
  /// The binding of `Button.title`.
  public var titleBinding: Binding<Button, String> {
    Binding(self, "title") { $0.title = $1 }
  }

  /// The binding of `Button.role`.
  public var roleBinding: Binding<Button, ColorRole> {
    Binding(self, "role") { $0.role = $1 }
  }

  /// A press of the button: Enter, Space or a click.
  public var pressBinding: EventBinding<Control, Void> { eventBinding(.primaryAction, "press") }
}

extension Checkbox {
  /// The binding of `Checkbox.title`.
  public var titleBinding: Binding<Checkbox, String> {
    Binding(self, "title") { $0.title = $1 }
  }

  /// The binding of `Checkbox.isOn`.
  public var isOnBinding: TwoWayBinding<Checkbox, Bool> {
    TwoWayBinding(self, "isOn", get: { $0.isOn }, set: { $0.isOn = $1 }) { checkbox, changed in
      checkbox.observe(.valueChanged, changed)
    }
  }
}

extension EditableControl {
  /// The text of a field.
  ///
  /// A new text from the bound value keeps the position of the cursor, as far as possible.
  public var textBinding: TwoWayBinding<EditableControl, String> {
    TwoWayBinding(self, "text", get: { $0.text }, set: { $0.text = $1 }) { field, changed in
      field.observe(.editingChanged, changed)
    }
  }

  /// The binding of `EditableControl.placeholder`.
  public var placeholderBinding: Binding<EditableControl, String> {
    Binding(self, "placeholder") { $0.placeholder = $1 }
  }
}

extension TextField {
  /// The binding of `TextField.isSecure`.
  public var isSecureBinding: Binding<TextField, Bool> {
    Binding(self, "isSecure") { $0.isSecure = $1 }
  }
}

extension SegmentedControl {
  /// The binding of `SegmentedControl.segments`.
  public var segmentsBinding: Binding<SegmentedControl, [String]> {
    Binding(self, "segments") { $0.segments = $1 }
  }

  /// The selected segment; `nil` for none.
  public var selectedSegmentIndexBinding: TwoWayBinding<SegmentedControl, Int?> {
    TwoWayBinding(
      self, "selectedSegmentIndex", get: { $0.selectedSegmentIndex }, set: { $0.selectedSegmentIndex = $1 }
    ) { control, changed in control.observe(.valueChanged, changed) }
  }
}
