import Reactive
import TUIKit

// Views that a person acts on. What they change goes both ways; what they do is an event.

extension Control {
  public var isEnabledBinding: Binding<Control, Bool> {
    Binding(self, "isEnabled") { $0.isEnabled = $1 }
  }

  /// The error look.
  public var isInvalidBinding: Binding<Control, Bool> {
    Binding(self, "isInvalid") { $0.isInvalid = $1 }
  }

  /// The error look, for as long as there is an error. Its words are for a view beside the field; a ``FormRow`` has both.
  public var errorBinding: Binding<Control, (any Error)?> {
    isInvalidBinding.contramap { $0 != nil }
  }

  /// What a control tells of: `field.eventBinding(.editingDidEnd) *= viewModel.checkName`.
  public func eventBinding(_ events: Control.Events) -> EventBinding<Control, Void> {
    eventBinding(events, "event")
  }

  fileprivate func eventBinding(_ events: Control.Events, _ name: String) -> EventBinding<Control, Void> {
    EventBinding(self, name) { control, send in control.observe(events) { send(()) } }
  }

  /// Calls back at each of `events` until the token goes, or the control does.
  func observe(_ events: Events, _ body: @escaping @MainActor () -> Void) -> AnyCancellable {
    // The control keeps the action, and with it what the closure captures; the token only finds it.
    let action = addAction(for: events, body)
    return AnyCancellable { [weak action] in action?.remove() }
  }
}

extension Button {
  public var titleBinding: Binding<Button, String> {
    Binding(self, "title") { $0.title = $1 }
  }

  public var roleBinding: Binding<Button, ColorRole> {
    Binding(self, "role") { $0.role = $1 }
  }

  /// The button was pressed: Enter, Space or a click.
  public var pressBinding: EventBinding<Control, Void> { eventBinding(.primaryAction, "press") }
}

extension Checkbox {
  public var titleBinding: Binding<Checkbox, String> {
    Binding(self, "title") { $0.title = $1 }
  }

  public var isOnBinding: TwoWayBinding<Checkbox, Bool> {
    TwoWayBinding(self, "isOn", get: { $0.isOn }, set: { $0.isOn = $1 }) { checkbox, changed in
      checkbox.observe(.valueChanged, changed)
    }
  }
}

extension EditableControl {
  /// The text of a field. What comes from the bound value keeps the cursor where it was, as far as it can.
  public var textBinding: TwoWayBinding<EditableControl, String> {
    TwoWayBinding(self, "text", get: { $0.text }, set: { $0.text = $1 }) { field, changed in
      field.observe(.editingChanged, changed)
    }
  }

  public var placeholderBinding: Binding<EditableControl, String> {
    Binding(self, "placeholder") { $0.placeholder = $1 }
  }
}

extension TextField {
  public var isSecureBinding: Binding<TextField, Bool> {
    Binding(self, "isSecure") { $0.isSecure = $1 }
  }

  public var preferredWidthBinding: Binding<TextField, Int> {
    Binding(self, "preferredWidth") { $0.preferredWidth = $1 }
  }

  /// Enter was pressed in the field.
  public var returnBinding: EventBinding<Control, Void> { eventBinding(.primaryAction, "return") }
}

extension TextView {
  public var minimumHeightBinding: Binding<TextView, Int> {
    Binding(self, "minimumHeight") { $0.minimumHeight = $1 }
  }

  public var maximumHeightBinding: Binding<TextView, Int> {
    Binding(self, "maximumHeight") { $0.maximumHeight = $1 }
  }
}

extension SegmentedControl {
  public var segmentsBinding: Binding<SegmentedControl, [String]> {
    Binding(self, "segments") { $0.segments = $1 }
  }

  /// Which one holds; `nil` for none.
  public var selectedSegmentIndexBinding: TwoWayBinding<SegmentedControl, Int?> {
    TwoWayBinding(
      self, "selectedSegmentIndex", get: { $0.selectedSegmentIndex }, set: { $0.selectedSegmentIndex = $1 }
    ) { control, changed in control.observe(.valueChanged, changed) }
  }
}

extension Picker {
  public var preferredHeightBinding: Binding<Picker, Int> {
    Binding(self, "preferredHeight") { $0.preferredHeight = $1 }
  }
}
