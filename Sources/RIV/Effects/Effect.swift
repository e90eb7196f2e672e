/// The treatment of an effect that is run while another one of its name is running.
public enum EffectPolicy: Sendable, Hashable {
  /// The running one is cancelled, and never commits: a search while the user types.
  case latest
  /// The new one is dropped: a Save button that is pressed twice.
  case first
  /// Both run; each commits when it is done.
  case every
  /// The new one begins when those before it have ended.
  case inTurn
}

/// Work that takes time, as a value: its name, what happens when it is run again, and what it does.
///
/// An interactor runs it with `run(_:)`. Its result is applied to the domain that is current when the work ends. An
/// effect that is cancelled, or replaced by a later one of its name, never commits, even when its work ignores the
/// cancellation.
///
/// **Where it runs.** On the main actor, between its suspensions. It may wait for an actor with a queue of its own,
/// such as a store, or for a `WorkQueue`. It should not use the global executor: once used, its threads wake the
/// process every second.
@MainActor
public struct Effect<Action, Domain> {
  /// A running effect's access to its interactor: commits changes, and sends actions.
  ///
  ///     effect(id: "count") { effect in
  ///       for number in 1...3 { effect { $0.count = number } }
  ///       effect.send(.finished)
  ///     }
  ///
  /// It is valid while the effect runs. Afterwards, and once the effect is cancelled, it does nothing and returns
  /// `false`.
  @MainActor
  public struct Handle {
    let commitChange: @MainActor (@MainActor (inout Domain) -> Void) -> Bool
    let sendAction: @MainActor (Action) -> Bool

    /// Commits a change of the domain.
    ///
    /// - Returns: Whether the change was made: `false` when the effect has ended or was cancelled, or its interactor is
    ///   absent or freed.
    @discardableResult
    public func callAsFunction(_ change: @MainActor (inout Domain) -> Void) -> Bool {
      commitChange(change)
    }

    /// Sends an action to the interactor, through its parents and their middleware.
    ///
    /// - Returns: Whether the action was sent, as for a commit.
    @discardableResult
    public func send(_ action: Action) -> Bool {
      sendAction(action)
    }
  }

  /// The name, which logs show and ``BaseInteractor/cancelEffects(id:)`` uses.
  public let id: String
  /// The policy while another effect of the same name is running.
  public let policy: EffectPolicy
  let work: @MainActor (Handle) async -> Void

  /// An effect that commits and sends any number of times.
  public init(
    id: String, policy: EffectPolicy = .latest, _ work: @escaping @MainActor (Handle) async -> Void
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
    self.init(id: id, policy: policy) { effect in
      let result = await Self.result(of: work)
      effect { commit(&$0, result) }
    }
  }

  /// An effect that sends its result as an action.
  public init<Value>(
    id: String, policy: EffectPolicy = .latest,
    _ work: @escaping @MainActor () async throws -> Value,
    send: @escaping @MainActor (Result<Value, any Error>) -> Action
  ) {
    self.init(id: id, policy: policy) { effect in
      let result = await Self.result(of: work)
      effect.send(send(result))
    }
  }

  private static func result<Value>(of work: @MainActor () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  /// The same effect for a domain that contains this one.
  public func map<Whole>(_ place: WritableKeyPath<Whole, Domain>) -> Effect<Action, Whole> {
    map(place) { $0 }
  }

  /// The same effect for a domain that contains this one, and for actions that contain its actions.
  public func map<WholeAction, Whole>(
    _ place: WritableKeyPath<Whole, Domain>, action: @escaping @MainActor (Action) -> WholeAction
  ) -> Effect<WholeAction, Whole> {
    Effect<WholeAction, Whole>(id: id, policy: policy) { effect in
      await work(
        Handle(
          commitChange: { change in effect { change(&$0[keyPath: place]) } },
          sendAction: { effect.send(action($0)) }))
    }
  }
}
