import Reactive
import Time

extension BaseInteractor {
  /// An effect that commits one result.
  ///
  /// - Parameters:
  ///   - id: The name of the effect. Effects of one name share their policy, and ``cancelEffects(id:)`` cancels them.
  ///   - policy: What happens while an effect of that name is under way.
  ///   - work: Runs on the main actor. Work that blocks or computes for long belongs to another actor or to a
  ///     `WorkQueue`.
  ///   - commit: Changes the domain that is current when the work ends. Not called once the effect is cancelled.
  public func effect<Value>(
    id: String, policy: EffectPolicy = .latest,
    _ work: @escaping @MainActor () async throws -> Value,
    commit: @escaping @MainActor (inout Domain, Result<Value, any Error>) -> Void
  ) -> Effect<Action, Domain> {
    Effect(id: id, policy: policy, work, commit: commit)
  }

  /// An effect that sends its result as an action, which middleware sees with the name of the effect.
  ///
  /// - Parameters:
  ///   - id: The name of the effect.
  ///   - policy: What happens while an effect of that name is under way.
  ///   - work: Runs on the main actor.
  ///   - send: Makes an action of the result. Not called once the effect is cancelled.
  public func effect<Value>(
    id: String, policy: EffectPolicy = .latest,
    _ work: @escaping @MainActor () async throws -> Value,
    send: @escaping @MainActor (Result<Value, any Error>) -> Action
  ) -> Effect<Action, Domain> {
    Effect(id: id, policy: policy, work, send: send)
  }

  /// An effect that commits and sends any number of times: progress, or values that arrive over time.
  public func effect(
    id: String, policy: EffectPolicy = .latest,
    _ work: @escaping @MainActor (Effect<Action, Domain>.Handle) async -> Void
  ) -> Effect<Action, Domain> {
    Effect(id: id, policy: policy, work)
  }

  /// Cancels the effects of that name.
  ///
  /// They commit and send nothing more.
  ///
  /// - Complexity: O(*n*), where *n* is the number of effects under way.
  public func cancelEffects(id: String) {
    node.effects.cancel(id)
  }

  /// Cancels every effect of this interactor and of its children.
  public func cancelAllEffects() {
    node.cancelEffects()
  }

  /// The names of the effects under way, in the order in which they began, those of children last.
  public var effectsUnderWay: [String] { node.effectNames }

  package var effectEndings: AnyPublisher<Void, Never> { node.endings.eraseToAnyPublisher() }

  /// Waits until no effect is under way, here or in a child, or until the waiting task is cancelled.
  public func settled() async {
    while !effectsUnderWay.isEmpty, !Task.isCancelled {
      let latch = Latch()
      let token = node.endings.sink { latch.open() }
      await latch.waitUntilOpenOrCancelled()
      token.cancel()
    }
  }

  /// Runs an effect, as its policy says.
  ///
  /// It begins when the current turn of the main actor is over, and ends with this interactor. An absent interactor
  /// runs nothing.
  public func run(_ effect: Effect<Action, Domain>) {
    guard node.isPresent else { return }
    let id = effect.id
    node.effects.run(id, effect.policy) { [weak self] isAlive in
      await effect.work(
        Effect.Handle(
          commitChange: { change in
            guard let self, isAlive() else { return false }
            return self.update(cause: .effect(id), change)
          },
          sendAction: { action in
            guard let self, isAlive(), self.node.isPresent else { return false }
            self.dispatch(action, from: .effect(id))
            return true
          }))
    }
  }
}
