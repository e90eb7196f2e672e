/// What happens when an effect is run while one of the same name is under way.
public enum EffectPolicy: Sendable, Hashable {
  /// The one under way is cancelled, and never commits: a search as one types.
  case latest
  /// The new one is dropped: a Save button that is pressed twice.
  case first
  /// Both go on; each commits when it is done.
  case every
  /// The new one begins when those before it are done.
  case inTurn
}

/// Work that takes time, as a value: what it is called, what happens when it is run again, and what it does.
///
/// It is run by ``BaseInteractor/run(_:)``. Its result goes into the domain as that is by then; what was cancelled, or replaced
/// by a later effect of its name, never commits, even when its work goes on because it does not look whether it was cancelled.
///
/// **Where it runs.** On the main actor, between its suspensions. Let it wait for an actor that has a queue of its own, as a
/// store has, or for a ``Worker``. The threads that all tasks share should stay untouched: once used, they wake the process
/// every second.
@MainActor
public struct Effect<Domain> {
  /// Changes the domain of the interactor that runs the effect.
  ///
  /// Returns whether the change was made: `false` tells that the effect was cancelled, or its interactor is gone.
  @MainActor
  public struct Commit {
    let make: @MainActor (@MainActor (inout Domain) -> Void) -> Bool

    @discardableResult
    public func callAsFunction(_ change: @MainActor (inout Domain) -> Void) -> Bool {
      make(change)
    }
  }

  public let id: String
  public let policy: EffectPolicy
  let work: @MainActor (Commit) async -> Void

  /// An effect that commits as often as it likes.
  public init(
    id: String, policy: EffectPolicy = .latest, _ work: @escaping @MainActor (Commit) async -> Void
  ) {
    self.id = id
    self.policy = policy
    self.work = work
  }

  /// An effect that commits one result.
  public init<Value>(
    id: String, policy: EffectPolicy = .latest,
    _ work: @escaping @MainActor () async throws -> Value,
    commit: @escaping @MainActor (inout Domain, Result<Value, any Error>) -> Void
  ) {
    self.init(id: id, policy: policy) { make in
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      make { commit(&$0, result) }
    }
  }

  /// The same effect for a domain that has this one inside.
  public func map<Whole>(_ place: WritableKeyPath<Whole, Domain>) -> Effect<Whole> {
    Effect<Whole>(id: id, policy: policy) { commit in
      await work(Commit { change in commit { change(&$0[keyPath: place]) } })
    }
  }
}
