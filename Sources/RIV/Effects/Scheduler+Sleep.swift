import Reactive
import Time

extension Scheduler {
  /// Waits until `duration` has passed on this scheduler's clock: a pause in an ``Effect``.
  ///
  /// A cancelled pause of the main scheduler costs no wake-up, unlike `Task.sleep`. With a manual scheduler, tests
  /// advance the clock.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  @MainActor
  public func sleep(for duration: Duration) async throws {
    let latch = Latch()
    let alarm = schedule(after: duration) { latch.open() }
    defer { alarm.cancel() }
    await latch.waitUntilOpenOrCancelled()
    try Task.checkCancellation()
  }
}
