import Reactive
import TUIKit

/// The title and state of a checkbox.
public typealias CheckboxBinding = BindingChain<Checkbox>

extension BindingChain where Target: Checkbox {
  /// Makes the title follow a publisher.
  public func title(_ title: some Publisher<String, Never>) -> Self {
    adding { $0.titleBinding *= title }
  }

  /// Binds state and value both ways.
  public func isOn(_ value: CurrentValue<Bool, Never>) -> Self {
    adding { $0.isOnBinding *= value }
  }

  /// Calls `action` when the user has changed the state.
  public func didToggle(_ action: @escaping (Bool) -> Void) -> Self {
    adding { box in
      box.eventBinding(.valueChanged) *= { [weak box] in if let box { action(box.isOn) } }
    }
  }
}
