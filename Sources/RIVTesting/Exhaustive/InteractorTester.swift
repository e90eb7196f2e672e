import RIV
import Reactive
import Time

/// Tests an interactor exhaustively: every state must be expected, one by one, and every effect must have ended.
///
///     let tester = InteractorTester(SearchInteractor(store))
///     try tester.send(.type("ad")) { $0.text = "ad"; $0.results = .loading }
///     try await tester.receive { $0.results = .loaded(["Ada"]) }
///     try tester.finish()
///
/// What is expected is said as a change of the last state.
@MainActor
public final class InteractorTester<Action, Domain: Equatable> {
  /// The last state that was expected.
  public private(set) var domain: Domain
  private let interact: (Action) -> Void
  private let news: News<Domain>
  private let timeout: Duration
  private var accounted = 0

  /// - Parameter timeout: How long ``receive(_:)`` waits for an effect that works elsewhere, in real time.
  public init(_ interactor: some Interactor<Action, Domain>, timeout: Duration = .seconds(60)) {
    domain = interactor.domain
    interact = interactor.interact
    news = News(interactor.domainStream, effects: interactor as? any RunsEffects, includeFirst: false)
    self.timeout = timeout
  }

  isolated deinit {}

  /// The names of the effects under way.
  public var effectsUnderWay: [String] { news.effectsUnderWay }

  /// Sends an action, which must bring about one state for each of the changes, at once; none, if there is none.
  ///
  /// - Throws: ``ExhaustiveError``, also when there are states left from before.
  public func send(_ action: Action, _ changes: (inout Domain) -> Void...) throws(ExhaustiveError) {
    try checkNothingIsLeft()
    interact(action)
    for change in changes { try expect(change) }
    try checkNothingIsLeft()
  }

  /// Waits for an effect to commit, which must bring about the state that `change` makes.
  public func receive(_ change: (inout Domain) -> Void) async throws(ExhaustiveError) {
    _ = await news.wait(for: accounted, until: MainScheduler.shared.now + timeout)
    try expect(change)
  }

  /// Says that this is all: no state is left, and no effect under way.
  public func finish() throws(ExhaustiveError) {
    try check(effects: effectsUnderWay)
  }

  private func expect(_ change: (inout Domain) -> Void) throws(ExhaustiveError) {
    var expected = domain
    change(&expected)
    guard news.values.count > accounted else {
      throw .missing(expected: "\(expected)", effects: effectsUnderWay)
    }
    let seen = news.values[accounted]
    accounted += 1
    domain = seen
    guard seen == expected else { throw .different(expected: "\(expected)", seen: "\(seen)") }
  }

  private func checkNothingIsLeft() throws(ExhaustiveError) {
    try check(effects: [])
  }

  private func check(effects: [String]) throws(ExhaustiveError) {
    let left = news.values[accounted...].map { "\($0)" }
    guard left.isEmpty, effects.isEmpty else { throw .unaccounted(states: left, effects: effects) }
  }
}
