import Dispatch
import Time

/// A clock for tests of effects: it stands still until the test turns it, and then lets what it wakes run on.
///
///     let clock = TestClock()
///     let search = SearchInteractor(store, scheduler: clock.scheduler)
///     search.interact(with: .type("a"))
///     await clock.advance(by: .milliseconds(200))
@MainActor
public final class TestClock {
  /// What is given to whatever is tested.
  public let scheduler = ManualScheduler()

  public init() {}

  /// Turns the clock, stopping at each instant at which something is due.
  ///
  /// What is woken runs on, as long as it stays on the main actor and suspends no more than sixteen times. What waits for
  /// another thread is not waited for: collect what it commits.
  public func advance(by duration: Duration) async {
    await Self.turns()
    let end = scheduler.now + duration
    while let next = scheduler.nextInstant, next <= end {
      scheduler.advance(by: max(.zero, next - scheduler.now))
      await Self.turns()
    }
    scheduler.advance(by: end - scheduler.now)
  }

  /// Lets everything run that is in line for the main actor, and what that puts in line.
  static func turns() async {
    for _ in 0..<16 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }
}
