import Reactive
import TUIKit

/// The title, role, state and action of a button.
public typealias ButtonBinding = BindingChain<Button>

extension BindingChain where Target: Button {
  /// Makes the title follow a publisher.
  public func title(_ title: some Publisher<String, Never>) -> Self {
    adding { $0.titleBinding *= title }
  }

  /// Makes the role follow a publisher.
  public func role(_ role: some Publisher<ColorRole, Never>) -> Self {
    adding { $0.roleBinding *= role }
  }

  /// Calls `action` when the button is pressed: with Enter, Space or a click.
  public func didPress(_ action: @escaping () -> Void) -> Self {
    adding { $0.pressBinding *= action }
  }

  /// Sends each press to `subject`.
  public func didPress(_ subject: Subject<Void, Never>) -> Self {
    adding { $0.pressBinding *= subject }
  }
}
