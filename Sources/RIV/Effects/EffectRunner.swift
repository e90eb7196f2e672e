/// Runs the effects of one interactor, by their names and policies.
///
/// An effect is *waiting* (in turn, behind one of its name), *running*, *cancelled* or *ended*; the last two are no longer kept
/// here, and a cancelled one's task may go on without consequence.
@MainActor
final class EffectRunner {
  private final class Effect {
    let id: String
    var task: Task<Void, Never>?
    var isAlive = true
    /// Begins one that waits.
    var begin: (() -> Void)?

    init(id: String) { self.id = id }
  }

  private var effects: [Effect] = []
  private var children: [EffectRunner] = []
  private weak var parent: EffectRunner?
  private var waiters: [CheckedContinuation<Void, Never>] = []

  isolated deinit {
    cancelAll()
  }

  var names: [String] { effects.map(\.id) + children.flatMap(\.names) }

  func adopt(_ child: EffectRunner) {
    child.parent = self
    children.append(child)
  }

  func run(
    _ id: String, _ policy: EffectPolicy,
    _ work: @escaping @MainActor (_ isAlive: @escaping @MainActor () -> Bool) async -> Void
  ) {
    let isUnderWay = effects.contains { $0.id == id }
    if policy == .latest { cancel(id) }
    if policy == .first, isUnderWay { return }
    let effect = Effect(id: id)
    effects.append(effect)
    let begin = { [weak self] in
      effect.task = Task {
        if effect.isAlive { await work { effect.isAlive } }
        self?.end(effect)
      }
    }
    if policy == .inTurn, isUnderWay { effect.begin = begin } else { begin() }
  }

  func cancel(_ id: String) {
    for effect in effects where effect.id == id { stop(effect) }
    effects.removeAll { $0.id == id }
    tellWaiters()
  }

  func cancelAll() {
    for effect in effects { stop(effect) }
    effects = []
    for child in children { child.cancelAll() }
    tellWaiters()
  }

  private func stop(_ effect: Effect) {
    effect.isAlive = false
    effect.begin = nil
    effect.task?.cancel()
  }

  private func end(_ effect: Effect) {
    guard effect.isAlive else { return }
    effects.removeAll { $0 === effect }
    if let next = effects.first(where: { $0.id == effect.id }), let begin = next.begin {
      next.begin = nil
      begin()
    }
    tellWaiters()
  }

  /// Waits until nothing is under way.
  func settled() async {
    while !names.isEmpty {
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  private func tellWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
    parent?.tellWaiters()
  }
}
