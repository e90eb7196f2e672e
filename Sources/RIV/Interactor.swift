import Reactive

/// Holds a feature's domain state and is the only one to change it: actions come in, domain states go out.
///
/// Subclasses override ``interact(with:)``. What takes time is an *effect*: a value that is computed elsewhere and committed
/// here, into the domain as it is by then; an effect that was cancelled, or replaced by a later one of the same name, never
/// commits.
///
/// The name and the roles are Riveting's.
@MainActor
open class Interactor<Action, Domain> {
  private let state: CurrentValue<Domain, Never>
  private var effects: [String: Effect] = [:]

  public init(_ initial: Domain) {
    state = CurrentValue(initial)
  }

  isolated deinit {
    for effect in effects.values { effect.task?.cancel() }
  }

  /// The present state.
  public var domain: Domain { state.value }

  /// Every state, the present one first; independent for each subscriber.
  public var domains: AnyPublisher<Domain, Never> { state.eraseToAnyPublisher() }

  /// Takes an action. What it changes at once is in ``domain`` when this returns.
  open func interact(with action: Action) {}

  /// Changes the domain, which tells every subscriber once.
  public func update(_ change: (inout Domain) -> Void) {
    var domain = state.value
    change(&domain)
    state.value = domain
  }

  /// Runs `work` away from the main actor and commits its result into the domain as it is then.
  ///
  /// Of one `id` only the latest effect is alive: starting it again cancels the one under way, whose result is dropped even
  /// when it comes in after all. The interactor's end cancels every effect.
  public func effect<Value: Sendable>(
    id: String,
    _ work: @escaping @Sendable () async throws -> Value,
    commit: @escaping (inout Domain, Result<Value, any Error>) -> Void
  ) {
    cancelEffect(id: id)
    let effect = Effect()
    effects[id] = effect
    effect.task = Task { [weak self] in
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      guard let self, effects[id] === effect else { return }
      effects[id] = nil
      update { commit(&$0, result) }
    }
  }

  /// Cancels the effect of that name, if it is under way; nothing of it is committed.
  public func cancelEffect(id: String) {
    effects.removeValue(forKey: id)?.task?.cancel()
  }

  /// Waits until no effect is under way.
  public func settled() async {
    while let effect = effects.values.first { await effect.task?.value }
  }

  private final class Effect {
    var task: Task<Void, Never>?
  }
}
