import RIV
import Reactive
import Time

/// Collects the values of one stream, and lets a test wait for the next one.
///
/// A wait ends when a value comes, when nothing can come any more because nothing is under way, or when time is up.
@MainActor
final class News<Value> {
  private(set) var values: [Value] = []
  private var subscription: AnyCancellable?
  private weak var effects: (any RunsEffects)?
  private var waiter: CheckedContinuation<Void, Never>?

  enum Outcome { case value, nothingUnderWay, timeUp }

  init(_ stream: AnyPublisher<Value, Never>, effects: (any RunsEffects)?, includeFirst: Bool) {
    self.effects = effects
    subscription = stream.dropFirst(includeFirst ? 0 : 1).sink { [unowned self] value in
      values.append(value)
      wake()
    }
  }

  isolated deinit {}

  var effectsUnderWay: [String] { effects?.effectsUnderWay ?? [] }

  /// Waits until there are more than `count` values.
  func wait(for count: Int, until deadline: Instant) async -> Outcome {
    let clock = MainScheduler.shared
    while values.count <= count {
      if let effects, effects.effectsUnderWay.isEmpty { return .nothingUnderWay }
      if clock.now >= deadline { return .timeUp }
      let alarm = clock.schedule(at: deadline) { [weak self] in self?.wake() }
      let end = Task { [weak self, weak effects] in
        await effects?.settled()
        if effects != nil { self?.wake() }
      }
      await withCheckedContinuation { waiter = $0 }
      alarm.cancel()
      end.cancel()
    }
    return .value
  }

  private func wake() {
    let waiter = waiter
    self.waiter = nil
    waiter?.resume()
  }

  /// Performs the steps, then waits until `count` values have come.
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
      case .timeUp:
        throw .timedOut(after: timeout, seen: described, expected: count, effects: effectsUnderWay)
      }
    }
    return Array(values.prefix(count))
  }

  private var described: [String] { values.map { "\($0)" } }
}
