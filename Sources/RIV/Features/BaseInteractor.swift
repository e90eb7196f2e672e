import Reactive

/// What interactors have in common: a state that only they can change, effects, and a place for child interactors.
///
/// It is no ``Interactor`` by itself; a subclass declares that it is one, and says what actions do.
///
/// States: *alone*, or *embedded* in a parent whose domain has its own inside. An embedded one whose place is empty is *absent*:
/// it keeps the last state, changes nothing and runs no effect.
@MainActor
open class BaseInteractor<Action, Domain> {
  private let state: CurrentValue<Domain, Never>
  private var isUpdating = false
  private let effects = EffectRunner()
  private var children: [Child] = []
  /// Where an embedded interactor's state goes.
  private var writeToParent: ((Domain) -> Void)?
  private var isAbsent = false

  /// A child interactor, as its parent sees it.
  private struct Child {
    var effects: EffectRunner
    var hold: () -> Void
    var adopt: (Domain) -> Void
    var release: () -> Void
  }

  public init(_ initial: Domain) {
    state = CurrentValue(initial)
  }

  isolated deinit {
    effects.cancelAll()
  }

  // MARK: The domain

  /// The present state.
  public var domain: Domain { state.value }

  /// Every state, the present one first; independent for each subscriber.
  public var domainStream: AnyPublisher<Domain, Never> { state.eraseToAnyPublisher() }

  /// Changes the present domain, which tells every subscriber once.
  ///
  /// - Precondition: Not called from within `change`, whose result would overwrite the inner one's.
  public func update(_ change: (inout Domain) -> Void) {
    guard !isAbsent else { return }
    // Source code alone leads here, whatever the data: an update within an update would be lost without a word.
    precondition(!isUpdating, "update(_:) was called from within its own closure")
    var domain = state.value
    isUpdating = true
    change(&domain)
    isUpdating = false
    if let writeToParent { writeToParent(domain) } else { set(domain) }
  }

  /// Sets the state here and in all children before anybody is told.
  private func set(_ domain: Domain) {
    guard !children.isEmpty else {
      state.value = domain
      return
    }
    state.hold()
    for child in children { child.hold() }
    state.value = domain
    for child in children { child.adopt(domain) }
    state.release()
    for child in children { child.release() }
  }

  // MARK: Effects

  /// An effect that commits one result, for ``run(_:)``. Its `work` runs on the main actor: what blocks or computes for long
  /// belongs to an actor of its own, or to a ``Worker``.
  ///
  /// - Parameters:
  ///   - id: What it is called: the same name, the same policy, and ``cancelEffects(id:)`` ends it.
  ///   - commit: Changes the domain as it is by then. Not called once the effect was cancelled.
  public func effect<Value>(
    id: String, policy: EffectPolicy = .latest,
    _ work: @escaping @MainActor () async throws -> Value,
    commit: @escaping @MainActor (inout Domain, Result<Value, any Error>) -> Void
  ) -> Effect<Domain> {
    Effect(id: id, policy: policy, work, commit: commit)
  }

  /// An effect that commits as often as it likes, for ``run(_:)``: progress, or what comes in over time.
  public func effect(
    id: String, policy: EffectPolicy = .latest, _ work: @escaping @MainActor (Effect<Domain>.Commit) async -> Void
  ) -> Effect<Domain> {
    Effect(id: id, policy: policy, work)
  }

  /// Runs an effect, as its policy says. It begins when the present turn of the main actor is over, and ends with this
  /// interactor.
  public func run(_ effect: Effect<Domain>) {
    guard !isAbsent else { return }
    effects.run(effect.id, effect.policy) { [weak self] isAlive in
      await effect.work(
        Effect<Domain>.Commit { change in
          guard let self, isAlive() else { return false }
          self.update(change)
          return true
        })
    }
  }

  /// Cancels the effects of that name, if there are any under way; nothing more of them is committed.
  public func cancelEffects(id: String) {
    effects.cancel(id)
  }

  /// Cancels every effect of this interactor and of its children.
  public func cancelAllEffects() {
    effects.cancelAll()
  }

  /// The names of the effects under way, in the order in which they were begun; those of children after their parent's.
  public var effectsUnderWay: [String] { effects.names }

  /// Waits until no effect is under way, here or in a child.
  public func settled() async {
    await effects.settled()
  }

  // MARK: Children

  /// Gives `child` a part of this domain for its own: what the child changes is changed here, and the other way round, and both
  /// have changed before anybody is told. A child tells only of what is not equal.
  ///
  /// The child's present state gives way to what is in its place. It ends with this interactor.
  public func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: WritableKeyPath<Domain, ChildDomain>
  ) {
    embed(child, get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
  }

  /// Gives `child` a part of this domain that may be empty. When it is emptied, the child's effects are cancelled, and it does
  /// nothing until there is something in its place again.
  public func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>, at place: WritableKeyPath<Domain, ChildDomain?>
  ) {
    embed(child, get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
  }

  private func embed<ChildAction, ChildDomain: Equatable>(
    _ child: BaseInteractor<ChildAction, ChildDomain>,
    get: @escaping (Domain) -> ChildDomain?, set: @escaping (inout Domain, ChildDomain) -> Void
  ) {
    effects.adopt(child.effects)
    child.writeToParent = { [weak self] domain in self?.update { set(&$0, domain) } }
    children.append(
      Child(
        effects: child.effects,
        hold: { child.state.hold() },
        adopt: { child.adopt(get($0)) },
        release: { child.state.release() }))
    child.adopt(get(domain))
  }

  private func adopt(_ domain: Domain?) where Domain: Equatable {
    isAbsent = domain == nil
    guard let domain else {
      effects.cancelAll()
      return
    }
    if domain != state.value { set(domain) }
  }
}
