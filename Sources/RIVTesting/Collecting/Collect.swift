import RIV
import Reactive

extension Interactor {
  /// The first `count` domain states that come while the steps are performed, and after them.
  ///
  ///     let states = try await counter.collect(3, performing: [.action(.add(1)), .action(.add(1)), .action(.add(-1))])
  ///     #expect(states.map(\.count) == [1, 2, 1])
  ///
  /// All steps are performed, in order, however soon the states have come. The subscription is its own: it can be used many
  /// times on one interactor, and takes nothing from other subscribers.
  ///
  /// - Parameters:
  ///   - includeFirst: Whether the present state is the first of those that are returned.
  ///   - clock: What ``TestStep/wait(_:)`` turns. No real time passes in it.
  ///   - timeout: How long effects that work elsewhere may take, in real time. When nothing is under way any more, it fails at
  ///     once.
  public func collect(
    _ count: Int, performing steps: [TestStep<Action>], includeFirst: Bool = false, clock: TestClock? = nil,
    timeout: Duration = .seconds(60)
  ) async throws(CollectError) -> [Domain] {
    try await News(domainStream, effects: self as? any RunsEffects, includeFirst: includeFirst)
      .collect(count, performing: steps, clock: clock, timeout: timeout) { interact(with: $0) }
  }
}

extension Feature {
  /// The first `count` view states that come while the steps are performed, and after them; the same as
  /// ``RIV/Interactor/collect(_:performing:includeFirst:clock:timeout:)``.
  public func collect(
    _ count: Int, performing steps: [TestStep<Action>], includeFirst: Bool = false, clock: TestClock? = nil,
    timeout: Duration = .seconds(60)
  ) async throws(CollectError) -> [ViewState] {
    try await News(viewStates, effects: effects, includeFirst: includeFirst)
      .collect(count, performing: steps, clock: clock, timeout: timeout, send: send)
  }
}

extension Reducer {
  /// The view states of several domains, in order.
  public func viewStates(of domains: Domain...) -> [ViewState] {
    domains.map(reduce)
  }
}
