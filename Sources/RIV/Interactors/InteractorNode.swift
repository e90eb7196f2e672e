import Reactive

/// The place of an interactor in a tree of interactors, and the effects that it runs there.
///
/// A node is the *root*, *embedded* in a parent, or *absent*: embedded where its parent's state has no value for it.
/// Below an absent node nothing changes and no effect runs.
@MainActor
final class InteractorNode {
  enum Position { case root, embedded, absent }

  let effects = EffectRunner()
  private(set) weak var parent: InteractorNode?
  private var children: [InteractorNode] = []
  var position = Position.root
  /// Sends whenever an effect ends or is cancelled, here or below.
  let endings = Subject<Void, Never>()
  /// Whether a state is being changed or passed down in this tree.
  ///
  /// Valid at the root.
  var isUpdating = false
  /// The cause of the current changes.
  ///
  /// Valid at the root.
  var cause = ChangeCause.other

  init() {
    effects.onEnd = { [weak self] in self?.notifyEnding() }
  }

  isolated deinit {
    cancelEffects()
  }

  var root: InteractorNode {
    var node = self
    while let parent = node.parent { node = parent }
    return node
  }

  /// Whether states may change here: no node from here to the root is absent, and no parent has been freed.
  var isPresent: Bool {
    var node = self
    while node.position == .embedded {
      guard let parent = node.parent else { return false }
      node = parent
    }
    return node.position == .root
  }

  /// The names of the effects under way, those of children last.
  var effectNames: [String] { effects.names + children.flatMap(\.effectNames) }

  /// Makes `child` a part of this tree.
  func adopt(_ child: InteractorNode) {
    child.parent = self
    child.position = .embedded
    children.append(child)
  }

  /// Removes an absent `child` from this tree; it stays absent.
  func remove(_ child: InteractorNode) {
    child.parent = nil
    children.removeAll { $0 === child }
  }

  /// Cancels every effect here and below.
  func cancelEffects() {
    effects.cancelAll()
    for child in children { child.cancelEffects() }
  }

  private func notifyEnding() {
    endings.send()
    parent?.notifyEnding()
  }
}
