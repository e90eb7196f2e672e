import Reactive
import TUIKit

/// A button's title, role and state, and what pressing it does.
public typealias ButtonBinding = BindingChain<Button>

extension BindingChain where Target: Button {
  public func title(_ title: some Publisher<String, Never>) -> Self {
    adding { $0.titleBinding *= title }
  }

  public func role(_ role: some Publisher<ColorRole, Never>) -> Self {
    adding { $0.roleBinding *= role }
  }

  /// The button was pressed: Enter, Space or a click.
  public func didPress(_ action: @escaping () -> Void) -> Self {
    adding { $0.pressBinding *= action }
  }

  /// Sends each press to `subject`.
  public func didPress(_ subject: Subject<Void, Never>) -> Self {
    adding { $0.pressBinding *= subject }
  }
}
