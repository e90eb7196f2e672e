import Reactive

/// One change of the states in a tree: every state is written before the first subscriber is notified.
///
/// Subscribers may send and update: their changes are delivered after this one, everywhere in the same order.
@MainActor
final class TreeUpdate {
  private var sources: [any TransactionSource] = []
  private var ended: [InteractorNode] = []

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

  /// Notifies the subscribers, those of parents first.
  func finish() {
    for node in ended { node.cancelEffects() }
    for source in sources { source.announce() }
    for source in sources { source.release() }
  }
}
