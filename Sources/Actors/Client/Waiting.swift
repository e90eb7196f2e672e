import Time

/// A task that waits for something on the main actor: a point in time, or the end of a request.
@MainActor
final class Waiting<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, any Error>?
  private var result: Result<Value, any Error>?

  /// Ends the wait; the first result counts.
  func finish(_ result: Result<Value, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    continuation?.resume(with: result)
    continuation = nil
  }

  /// Waits; cancelling the task ends it with a `CancellationError`.
  func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let result {
          continuation.resume(with: result)
        } else {
          self.continuation = continuation
          if Task.isCancelled { finish(.failure(CancellationError())) }
        }
      }
    } onCancel: {
      Task { @MainActor in self.finish(.failure(CancellationError())) }
    }
  }
}

extension Scheduler {
  /// Returns after `duration`, or throws when the task is cancelled.
  @MainActor
  func wait(for duration: Duration) async throws {
    let waiting = Waiting<Void>()
    let timer = schedule(after: duration) { waiting.finish(.success(())) }
    defer { timer.cancel() }
    try await waiting.value()
  }
}
