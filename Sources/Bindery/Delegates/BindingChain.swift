import Reactive
import TUIKit

/// Several bindings of one view, written as a chain.
///
///     saveButton *= ButtonBinding()
///       .title(viewModel.saveTitle)
///       .isEnabled(viewModel.canSave)
///       .didPress { viewModel.save() }
///
/// A method of your own is one line:
///
///     extension BindingChain where Target: Label {
///       func role(_ role: some Publisher<ColorRole, Never>) -> Self { adding { $0.roleBinding *= role } }
///     }
@MainActor
public struct BindingChain<Target: View> {
  private var steps: [(Target) -> Void] = []

  /// A chain without bindings.
  public init() {}

  /// This chain with another step: a closure that binds the view with `*=`.
  public func adding(_ step: @escaping (Target) -> Void) -> Self {
    var longer = self
    longer.steps.append(step)
    return longer
  }

  func bind(_ view: Target) {
    for step in steps { step(view) }
  }
}

/// Makes all bindings of the chain.
///
/// A former chain of the view ends.
@MainActor
public func *= <Target: View>(view: Target, chain: BindingChain<Target>) {
  let key = "chain"
  let group = BindingGroup.running(for: "\(type(of: view)).\(key)")
  let bindings = BindingGroup { chain.bind(view) }
  (view.attachments[key] as? BindingGroup)?.clear()
  view.attachments[key] = bindings
  group.addAttachment(bindings)
}

extension BindingChain {
  /// Hides and shows the view.
  public func isHidden(_ isHidden: some Publisher<Bool, Never>) -> Self {
    adding { $0.isHiddenBinding *= isHidden }
  }
}

extension BindingChain where Target: Control {
  /// Enables and disables the control.
  public func isEnabled(_ isEnabled: some Publisher<Bool, Never>) -> Self {
    adding { $0.isEnabledBinding *= isEnabled }
  }
}
