import Dispatch
import Time

/// A clock for tests of effects, which only the test advances.
///
///     let clock = TestClock()
///     let search = SearchInteractor(store, scheduler: clock.scheduler)
///     search.send(.type("a"))
///     await clock.advance(by: .milliseconds(200))
@MainActor
public final class TestClock {
  /// The scheduler for the object under test.
  public let scheduler = ManualScheduler()

  /// A clock at its first instant.
  public init() {}

  /// Advances the clock, and stops at each instant at which an action is due.
  ///
  /// Tasks that it resumes run on, as long as they stay on the main actor and suspend at most sixteen times. It does
  /// not wait for work on other threads: collect what that commits.
  public func advance(by duration: Duration) async {
    await Self.runMainQueue()
    let end = scheduler.now + duration
    while let next = scheduler.nextInstant, next <= end {
      scheduler.advance(by: max(.zero, next - scheduler.now))
      await Self.runMainQueue()
    }
    scheduler.advance(by: end - scheduler.now)
  }

  /// Lets the jobs of the main actor run, and those that they enqueue.
  static func runMainQueue() async {
    for _ in 0..<16 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }
}
