import Dispatch
import Synchronization

/// A queue for work that blocks or computes for long, away from the main actor: one piece after the other.
///
///     let worker = Worker(label: "thumbnails")
///     run(effect(id: "thumbnail") { try await worker.run { try shrink(photo) } } commit: { … })
///
/// It is a dispatch queue, and not the threads that all tasks share: those, once used, wake the process every second.
public final class Worker: Sendable {
  private let queue: DispatchQueue

  public init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Runs `work` on the queue and returns what it returns.
  ///
  /// Work that is still in line when the task that waits for it is cancelled is not begun.
  /// - Throws: What `work` throws, or `CancellationError` when it was not begun.
  nonisolated(nonsending) public func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let order = Order<Value>()
    let latch = Latch()
    await withTaskCancellationHandler {
      queue.async {
        order.result.withLock { result in
          result = Result {
            if order.isCancelled.load(ordering: .relaxed) { throw CancellationError() } else { try work() }
          }
        }
        latch.open()
      }
      await latch.pass()
    } onCancel: {
      order.isCancelled.store(true, ordering: .relaxed)
    }
    return try order.result.withLock { $0 }.get()
  }

  private final class Order<Value: Sendable>: Sendable {
    let isCancelled = Atomic(false)
    /// What came of it; until then, nothing was done.
    let result = Mutex(Result<Value, any Error>.failure(CancellationError()))
  }
}
