import RIV
import Reactive
import Time

/// Collects values, and lets a test wait for the next one.
///
/// A wait ends when a value arrives, when no effect is under way that could bring one, when time is up, or when the
/// waiting task is cancelled.
@MainActor
final class ValueCollector<Value> {
  enum Outcome { case value, nothingUnderWay, timeUp }

  private(set) var values: [Value] = []
  private var subscription: AnyCancellable?
  private weak var effects: (any RunsEffects)?
  /// Whether the end of the effects can be observed.
  private let observesEffects: Bool
  private var latch: Latch?

  /// A collector of values that ``append(_:)`` adds.
  init(effects: (any RunsEffects)?) {
    self.effects = effects
    observesEffects = effects != nil
  }

  /// A collector of the values of `stream`.
  convenience init(_ stream: AnyPublisher<Value, Never>, effects: (any RunsEffects)?, includeFirst: Bool) {
    self.init(effects: effects)
    observe(includeFirst ? stream : stream.dropFirst().eraseToAnyPublisher()) { $0 }
  }

  isolated deinit {}

  /// Adds the values of `stream` from now on, transformed.
  func observe<Output>(_ stream: AnyPublisher<Output, Never>, _ transform: @escaping (Output) -> Value) {
    subscription = stream.sink { [weak self] in self?.append(transform($0)) }
  }

  func append(_ value: Value) {
    values.append(value)
    latch?.open()
  }

  var effectsUnderWay: [String] { effects?.effectsUnderWay ?? [] }

  /// Waits until there are more than `count` values.
  func wait(for count: Int, until deadline: Instant) async -> Outcome {
    while values.count <= count {
      if observesEffects, effectsUnderWay.isEmpty { return .nothingUnderWay }
      guard await waitForNews(until: deadline) else { return .timeUp }
    }
    return .value
  }

  /// Waits until no effect is under way, or time is up.
  func waitForEffects(until deadline: Instant) async {
    while !effectsUnderWay.isEmpty, await waitForNews(until: deadline) {}
  }

  /// Waits for a value or the end of an effect, without keeping the interactor alive.
  ///
  /// - Returns: `false` when time is up, or the task is cancelled.
  private func waitForNews(until deadline: Instant) async -> Bool {
    let clock = MainScheduler.shared
    guard clock.now < deadline, !Task.isCancelled else { return false }
    let latch = Latch()
    self.latch = latch
    let alarm = clock.schedule(at: deadline) { latch.open() }
    let ending = effects?.effectEndings.sink { latch.open() }
    await latch.waitUntilOpenOrCancelled()
    alarm.cancel()
    ending?.cancel()
    return true
  }

  /// Performs the steps, then waits until `count` values have arrived.
  func collect<Action>(
    _ count: Int, performing steps: [TestStep<Action>], clock: TestClock?, timeout: Duration, send: (Action) -> Void
  ) async throws(CollectError) -> [Value] {
    guard count > 0 else { throw .invalidCount(count) }
    guard timeout > .zero else { throw .invalidTimeout(timeout) }
    let deadline = MainScheduler.shared.now + timeout
    for step in steps {
      switch step {
      case .action(let action): send(action)
      case .wait(let duration):
        guard let clock else { throw .noClock }
        await clock.advance(by: duration)
      }
    }
    while values.count < count {
      switch await wait(for: values.count, until: deadline) {
      case .value: break
      case .nothingUnderWay: throw .unfulfilled(seen: described, expected: count)
      case .timeUp where Task.isCancelled: throw .cancelled(seen: described, expected: count)
      case .timeUp:
        throw .timedOut(after: timeout, seen: described, expected: count, effects: effectsUnderWay)
      }
    }
    return Array(values.prefix(count))
  }

  private var described: [String] { values.map { "\($0)" } }
}
