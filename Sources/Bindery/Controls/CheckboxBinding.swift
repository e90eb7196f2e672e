import Reactive
import TUIKit

/// A checkbox's title and state.
public typealias CheckboxBinding = BindingChain<Checkbox>

extension BindingChain where Target: Checkbox {
  public func title(_ title: some Publisher<String, Never>) -> Self {
    adding { $0.titleBinding *= title }
  }

  /// Both ways: the box shows the value, and turning it over sets it.
  public func isOn(_ value: CurrentValue<Bool, Never>) -> Self {
    adding { $0.isOnBinding *= value }
  }

  /// A person has turned it over.
  public func didToggle(_ action: @escaping (Bool) -> Void) -> Self {
    adding { box in
      box.eventBinding(.valueChanged) *= { [weak box] in if let box { action(box.isOn) } }
    }
  }
}
