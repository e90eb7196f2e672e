import Reactive
import Time

/// What tasks wait for on the main actor: a point in time, or the end of a request.
@MainActor
final class PendingResult<Value: Sendable> {
  private var waiters: [Latch] = []
  private var result: Result<Value, any Error>?

  /// Ends the wait; the first result counts.
  func finish(_ result: Result<Value, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    for waiter in waiters { waiter.open() }
    waiters = []
  }

  /// Waits; cancelling the task ends its wait with a `CancellationError`.
  func value() async throws -> Value {
    if let result { return try result.get() }
    let latch = Latch()
    waiters.append(latch)
    await latch.waitUntilOpenOrCancelled()
    guard let result else {
      waiters.removeAll { $0 === latch }
      throw CancellationError()
    }
    return try result.get()
  }
}

extension Scheduler {
  /// Returns after `duration`, or throws when the task is cancelled.
  @MainActor
  func wait(for duration: Duration) async throws {
    let waiting = PendingResult<Void>()
    let timer = schedule(after: duration) { waiting.finish(.success(())) }
    defer { timer.cancel() }
    try await waiting.value()
  }
}
