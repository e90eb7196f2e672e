import RIV
import Testing
import Time

/// Tests an interactor exhaustively: every state must be expected, one by one, and every effect must have ended.
///
///     let tester = InteractorTester(SearchInteractor(store))
///     try tester.send(.type("ad")) { $0.text = "ad"; $0.results = .loading }
///     try await tester.receive { $0.results = .loaded(["Ada"]) }
///     try await tester.finish()
///
/// A closure makes the expected state of the one before. An action that an effect sends is expected by
/// ``receive(_:_:)``.
///
/// A tester that is released while something is unaccounted for records an issue, also when the test never calls
/// ``finish()``. ``Exhaustivity/off`` checks only what the test mentions.
@MainActor
public final class InteractorTester<Action, Domain: Equatable> {
  /// The last state that the test has accounted for.
  public private(set) var domain: Domain
  /// The part of the behaviour that the test must account for.
  public var exhaustivity: Exhaustivity {
    get { events.exhaustivity }
    set { events.exhaustivity = newValue }
  }
  private let events: TestedEvents<Action, Domain>
  private let timeout: Duration
  private let releaseCheck: ReleaseCheck

  /// Creates an interactor tester.
  ///
  /// - Parameters:
  ///   - interactor: The interactor, which the tester keeps alive.
  ///   - exhaustivity: The part of the behaviour that the test must account for.
  ///   - timeout: The longest real time to wait for an effect that works elsewhere.
  ///   - sourceLocation: Where an issue is recorded when the tester is released too early.
  public init(
    _ interactor: some Interactor<Action, Domain>, exhaustivity: Exhaustivity = .on, timeout: Duration = .seconds(600),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let events = TestedEvents(interactor, exhaustivity: exhaustivity)
    self.events = events
    domain = interactor.domain
    self.timeout = timeout
    releaseCheck = ReleaseCheck { events.recordIssue(at: sourceLocation) }
  }

  /// The names of the effects under way.
  public var effectsUnderWay: [String] { events.effectsUnderWay }

  /// Sends an action, which must lead to one state for each closure at once; to none without a closure.
  ///
  /// - Throws: ``ExhaustiveError``, also for states that are left from before.
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public func send(_ action: Action, _ changes: (inout Domain) -> Void...) throws(ExhaustiveError) {
    try failing { () throws(ExhaustiveError) in
      try checkNothingIsLeft()
      events.interactor.send(action)
      for change in changes { try expectState(change) }
      try checkNothingIsLeft()
    }
  }

  /// Waits for an effect to commit, which must lead to the state that `change` makes.
  ///
  /// - Throws: ``ExhaustiveError``.
  public func receive(_ change: (inout Domain) -> Void) async throws(ExhaustiveError) {
    let deadline = MainScheduler.shared.now + timeout
    repeat {
      await events.waitForNext(until: deadline)
      if exhaustivity == .on || matchesNextState(change) { break }
    } while skipEvent()
    try failing { () throws(ExhaustiveError) in try expectState(change) }
  }

  /// Waits for an effect to send `action`, which must lead to one state for each closure at once; to none without a
  /// closure.
  ///
  /// - Throws: ``ExhaustiveError``.
  public func receive(
    _ action: Action, _ changes: (inout Domain) -> Void...
  ) async throws(ExhaustiveError) where Action: Equatable {
    let deadline = MainScheduler.shared.now + timeout
    repeat {
      await events.waitForNext(until: deadline)
      if exhaustivity == .on { break }
      if case .action(let seen)? = events.next, seen == action { break }
    } while skipEvent()
    try failing { () throws(ExhaustiveError) in
      switch events.next {
      case .action(let seen)? where seen == action: events.accountForNext()
      case .action(let seen)?: throw .differentAction(expected: "\(action)", seen: "\(seen)")
      case .state(let seen)?: throw .differentAction(expected: "\(action)", seen: "the state \(seen)")
      case nil: throw .missing(expected: "\(action)", effects: effectsUnderWay)
      }
      for change in changes { try expectState(change) }
    }
  }

  /// Waits until every effect has ended, and checks that no state and no action is left.
  ///
  /// - Throws: ``ExhaustiveError`` with everything that the test did not account for. A tester that is not exhaustive
  ///   only waits.
  public func finish() async throws(ExhaustiveError) {
    await events.waitForEffects(until: MainScheduler.shared.now + timeout)
    try failing { () throws(ExhaustiveError) in try check(effects: effectsUnderWay) }
  }

  // MARK: Events

  /// Skips an event that a test without exhaustivity does not mention; `false` when there is none.
  private func skipEvent() -> Bool {
    guard let event = events.next else { return false }
    if case .state(let state) = event { domain = state }
    events.accountForNext()
    return true
  }

  /// Whether the next event is a state that has every field which `change` sets.
  private func matchesNextState(_ change: (inout Domain) -> Void) -> Bool {
    guard case .state(let seen)? = events.next else { return false }
    var expected = seen
    change(&expected)
    return expected == seen
  }

  private func expectState(_ change: (inout Domain) -> Void) throws(ExhaustiveError) {
    if exhaustivity == .off {
      while events.next != nil, !matchesNextState(change), events.hasMore { _ = skipEvent() }
    }
    var expected = domain
    change(&expected)
    guard let event = events.next else { throw .missing(expected: "\(expected)", effects: effectsUnderWay) }
    guard case .state(let seen) = event else {
      throw .different(expected: "\(expected)", seen: event.description, fields: [])
    }
    events.accountForNext()
    domain = seen
    if exhaustivity == .off {
      expected = seen
      change(&expected)
    }
    guard seen == expected else {
      throw .different(
        expected: "\(expected)", seen: "\(seen)", fields: differences(expected: expected, seen: seen))
    }
  }

  private func checkNothingIsLeft() throws(ExhaustiveError) {
    try check(effects: [])
  }

  private func check(effects: [String]) throws(ExhaustiveError) {
    guard exhaustivity == .on else {
      while skipEvent() {}
      return
    }
    let left = events.left
    guard left.isEmpty, effects.isEmpty else { throw .unaccounted(events: left, effects: effects) }
  }

  private func failing(_ body: () throws(ExhaustiveError) -> Void) throws(ExhaustiveError) {
    do {
      try body()
    } catch {
      events.hasFailed = true
      throw error
    }
  }
}
