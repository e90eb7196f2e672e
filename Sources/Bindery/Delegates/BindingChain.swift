import Reactive
import TUIKit

/// Several bindings of one view, in the form of a chain: what a table's sections look like, for a button or a checkbox.
///
///     saveButton *= ButtonBinding()
///       .title(viewModel.saveTitle)
///       .isEnabled(viewModel.canSave)
///       .didPress { viewModel.save() }
///
/// A chain is a list of things to bind; `*=` binds them, each as if it stood alone. A method of your own is one line:
///
///     extension BindingChain where Target: Label {
///       func role(_ role: some Publisher<ColorRole, Never>) -> Self { adding { $0.roleBinding *= role } }
///     }
@MainActor
public struct BindingChain<Target: View> {
  private var steps: [(Target) -> Void] = []

  /// A chain that binds nothing yet.
  public init() {}

  /// This chain with one more thing to do when a view is bound to it: something with `*=`.
  public func adding(_ step: @escaping (Target) -> Void) -> Self {
    var longer = self
    longer.steps.append(step)
    return longer
  }

  func bind(_ view: Target) {
    for step in steps { step(view) }
  }
}

/// Binds everything that the chain mentions.
@MainActor
public func *= <Target: View>(view: Target, chain: BindingChain<Target>) {
  chain.bind(view)
}

extension BindingChain {
  public func isHidden(_ isHidden: some Publisher<Bool, Never>) -> Self {
    adding { $0.isHiddenBinding *= isHidden }
  }
}

extension BindingChain where Target: Control {
  public func isEnabled(_ isEnabled: some Publisher<Bool, Never>) -> Self {
    adding { $0.isEnabledBinding *= isEnabled }
  }
}
