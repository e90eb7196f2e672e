import Reactive
import TUIKit

// The properties that a person changes: they go both ways.

extension EditableControl {
  /// The text of a field. What comes from the bound value keeps the cursor where it was, as far as it can.
  public var textBinding: TwoWayBinding<EditableControl, String> {
    TwoWayBinding(self, "text", get: { $0.text }, set: { $0.text = $1 }) { field, changed in
      field.observe(.editingChanged, changed)
    }
  }
}

extension Checkbox {
  public var isOnBinding: TwoWayBinding<Checkbox, Bool> {
    TwoWayBinding(self, "isOn", get: { $0.isOn }, set: { $0.isOn = $1 }) { checkbox, changed in
      checkbox.observe(.valueChanged, changed)
    }
  }
}

extension Control {
  /// Calls back at each of `events` until the token goes, or the control does.
  func observe(_ events: Events, _ body: @escaping @MainActor () -> Void) -> AnyCancellable {
    let action = addAction(for: events, body)
    return AnyCancellable { action.remove() }
  }
}
