/// Runs the effects of one interactor, by their names and policies.
///
/// An effect is *waiting* (in turn, behind another of its name), *running*, *cancelled* or *ended*. The last two are
/// not kept; the task of a cancelled effect may go on without consequence.
@MainActor
final class EffectRunner {
  private final class RunningEffect {
    let id: String
    var task: Task<Void, Never>?
    /// Whether it may commit: it is neither cancelled nor ended.
    var isAlive = true
    /// Begins an effect that waits.
    var begin: (() -> Void)?

    init(id: String) { self.id = id }
  }

  private var effects: [RunningEffect] = []
  /// Called when an effect has ended, or effects were cancelled.
  var onEnd: () -> Void = {}

  isolated deinit {
    for effect in effects { stop(effect) }
  }

  /// The names of the effects under way, in the order in which they began.
  var names: [String] { effects.map(\.id) }

  func run(
    _ id: String, _ policy: EffectPolicy,
    _ work: @escaping @MainActor (_ isAlive: @escaping @MainActor () -> Bool) async -> Void
  ) {
    let isUnderWay = effects.contains { $0.id == id }
    let replaced = policy == .latest ? remove { $0.id == id } : []
    if policy == .first, isUnderWay { return }
    let effect = RunningEffect(id: id)
    effects.append(effect)
    let begin = { [weak self] in
      effect.task = Task {
        if effect.isAlive { await work { effect.isAlive } }
        self?.end(effect)
      }
    }
    if policy == .inTurn, isUnderWay { effect.begin = begin } else { begin() }
    // An effect of this name that an observer starts now replaces this one.
    if !replaced.isEmpty { onEnd() }
  }

  func cancel(_ id: String) {
    cancel(where: { $0.id == id })
  }

  func cancelAll() {
    cancel(where: { _ in true })
  }

  private func cancel(where isMeant: (RunningEffect) -> Bool) {
    if !remove(where: isMeant).isEmpty { onEnd() }
  }

  /// Stops effects, and returns them.
  private func remove(where isMeant: (RunningEffect) -> Bool) -> [RunningEffect] {
    let removed = effects.filter(isMeant)
    effects.removeAll(where: isMeant)
    for effect in removed { stop(effect) }
    return removed
  }

  private func stop(_ effect: RunningEffect) {
    effect.isAlive = false
    effect.begin = nil
    effect.task?.cancel()
  }

  private func end(_ effect: RunningEffect) {
    guard effect.isAlive else { return }
    effect.isAlive = false
    effects.removeAll { $0 === effect }
    if let next = effects.first(where: { $0.id == effect.id }), let begin = next.begin {
      next.begin = nil
      begin()
    }
    onEnd()
  }
}
