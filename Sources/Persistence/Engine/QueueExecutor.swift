import Dispatch

/// Runs an actor's jobs in order on its own dispatch queue.
///
/// The queue may wait for a disk, for a server or for another writer, which the threads of the task pool must not do.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
