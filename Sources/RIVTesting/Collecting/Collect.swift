import RIV
import Reactive

extension Interactor {
  /// Performs steps, and returns the first `count` domain states that follow.
  ///
  ///     let states = try await counter.collect(3, performing: [.action(.add(1)), .action(.add(1)), .action(.add(-1))])
  ///     #expect(states.map(\.count) == [1, 2, 1])
  ///
  /// Every step is performed, in order, even when enough states have arrived. Each call subscribes on its own: it can
  /// be used many times on one interactor, and takes nothing from other subscribers.
  ///
  /// - Parameters:
  ///   - count: The number of states, at least 1.
  ///   - steps: The actions to send, and the pauses between them.
  ///   - includeFirst: Whether the current state is the first of the returned ones.
  ///   - clock: The clock that ``TestStep/wait(_:)`` advances. No real time passes.
  ///   - timeout: The longest real time to wait for effects that work elsewhere. When no effect is under way, the call
  ///     fails at once.
  /// - Throws: ``CollectError`` with the states that were seen.
  public func collect(
    _ count: Int, performing steps: [TestStep<Action>], includeFirst: Bool = false, clock: TestClock? = nil,
    timeout: Duration = .seconds(600)
  ) async throws(CollectError) -> [Domain] {
    try await ValueCollector(domainStream, effects: self as? any RunsEffects, includeFirst: includeFirst)
      .collect(count, performing: steps, clock: clock, timeout: timeout, send: send)
  }
}

extension Feature {
  /// Performs steps, and returns the first `count` view states that follow.
  ///
  /// The parameters are those of ``RIV/Interactor/collect(_:performing:includeFirst:clock:timeout:)``.
  ///
  /// - Throws: ``CollectError`` with the states that were seen.
  public func collect(
    _ count: Int, performing steps: [TestStep<Action>], includeFirst: Bool = false, clock: TestClock? = nil,
    timeout: Duration = .seconds(600)
  ) async throws(CollectError) -> [ViewState] {
    try await ValueCollector(viewStates, effects: effects, includeFirst: includeFirst)
      .collect(count, performing: steps, clock: clock, timeout: timeout, send: send)
  }
}

extension Reducer {
  /// The view states of several domains, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of domains.
  public func viewStates(of domains: Domain...) -> [ViewState] {
    domains.map(reduce)
  }
}
