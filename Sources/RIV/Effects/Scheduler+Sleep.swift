import Synchronization
import Time

extension Scheduler {
  /// Waits until `duration` has passed on this scheduler's clock: a pause in an ``Effect``.
  ///
  /// With the main scheduler it costs no wake-up once it is cancelled, as `Task.sleep` does; with a manual one, tests turn the
  /// clock.
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  @MainActor
  public func sleep(for duration: Duration) async throws {
    let sleeper = Sleeper()
    let alarm = schedule(after: duration) { sleeper.wake() }
    defer { alarm.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper.sleep($0) }
    } onCancel: {
      sleeper.wake()
    }
    try Task.checkCancellation()
  }
}

/// One task that waits once, to be woken from any thread.
private final class Sleeper: Sendable {
  private enum State {
    case awake
    case about
    case asleep(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.about)

  func sleep(_ continuation: CheckedContinuation<Void, Never>) {
    let isAwake = state.withLock { state in
      if case .awake = state { return true }
      state = .asleep(continuation)
      return false
    }
    if isAwake { continuation.resume() }
  }

  func wake() {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      defer { state = .awake }
      if case .asleep(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }
}
