import Dispatch
import Synchronization

/// A queue for work that blocks or computes for long, away from the main actor: one piece after the other.
///
///     let queue = WorkQueue(label: "thumbnails")
///     let thumbnail = try await queue.run { try shrink(photo) }
///
/// It is a dispatch queue, not the global executor: the threads of that, once used, wake the process every second.
public final class WorkQueue: Sendable {
  private let queue: DispatchQueue

  /// Creates a queue with a label, which debuggers show.
  public init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Runs `work` on the queue and returns its result.
  ///
  /// Work that has not begun when the waiting task is cancelled is skipped.
  ///
  /// - Throws: The error of `work`, or `CancellationError` when it was skipped.
  public func run<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let job = Job<Value>()
    let latch = Latch()
    await withTaskCancellationHandler {
      _ = isolation
      queue.async {
        job.result.withLock { result in
          result = Result {
            if job.isCancelled.load(ordering: .relaxed) { throw CancellationError() } else { try work() }
          }
        }
        latch.open()
      }
      await latch.pass()
    } onCancel: {
      job.isCancelled.store(true, ordering: .relaxed)
    }
    return try job.result.withLock { $0 }.get()
  }

  private final class Job<Value: Sendable>: Sendable {
    let isCancelled = Atomic(false)
    /// The result of the work; `CancellationError` until it is done.
    let result = Mutex(Result<Value, any Error>.failure(CancellationError()))
  }
}
