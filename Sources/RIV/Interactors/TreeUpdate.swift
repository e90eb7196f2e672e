import Reactive

/// One change of the states in a tree: every state is written before the first subscriber is notified.
///
/// Subscribers may send and update: their changes are delivered after this one, everywhere in the same order.
@MainActor
final class TreeUpdate {
  private var sources: [any TransactionSource] = []
  private var ended: [InteractorNode] = []
  /// Each retains its child, because a child that is freed may use the tree, which is not consistent until the end.
  private var removals: [() -> Void] = []

  isolated deinit {}

  /// Writes a state, and keeps it back until ``finish()``.
  func write<Value>(_ value: Value, to source: CurrentValue<Value, Never>) {
    source.hold()
    source.value = value
    sources.append(source)
  }

  /// Cancels the effects of `node` and below, once every state is written.
  func cancelEffects(of node: InteractorNode) {
    ended.append(node)
  }

  /// Removes `child` from its parent, once its effects are cancelled: observers of the parent then see them end.
  func remove<Action, Domain>(_ child: BaseInteractor<Action, Domain>, from parent: InteractorNode) {
    removals.append {
      parent.remove(child.node)
      child.parentLink = nil
    }
  }

  /// Notifies the subscribers, those of parents first.
  func finish() {
    for node in ended { node.cancelEffects() }
    for remove in removals { remove() }
    for source in sources { source.announce() }
    for source in sources { source.release() }
  }
}
