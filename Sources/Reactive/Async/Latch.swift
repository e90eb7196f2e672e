import Dispatch
import Synchronization

/// Lets tasks wait until it is opened, from any thread.
///
/// A closure that waits, such as that of `withTaskCancellationHandler`, names the isolation of its function. It would
/// run on the global executor otherwise.
///
/// A continuation resumes its task on the global executor. The threads of that, once used, wake the process every
/// second. Here a task waits as a job of an actor with its own executor, and goes on through the main queue.
package actor Latch {
  private nonisolated let executor = LatchExecutor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  package init() {}

  /// Returns as soon as the latch is open; at once when it is already.
  package func pass() {
    // The executor keeps the job until then, so this holds. The check also makes an optimised build enter the actor,
    // which it would skip for a method that does nothing.
    precondition(executor.isOpen, "a task has passed a closed latch")
  }

  /// Returns as soon as the latch is open; a cancellation of the waiting task opens it.
  @MainActor
  package func waitUntilOpenOrCancelled() async {
    await withTaskCancellationHandler {
      await pass()
    } onCancel: {
      open()
    }
  }

  /// Lets every task pass from now on.
  package nonisolated func open() {
    executor.open()
  }
}

/// Keeps the jobs of a latch until it is open, then runs them on the main queue.
private final class LatchExecutor: SerialExecutor {
  private struct State {
    var isOpen = false
    var waiting: [UnownedJob] = []
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(job) }
      return state.isOpen
    }
    if isOpen { run(job) }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for job in waiting { run(job) }
  }

  private func run(_ job: UnownedJob) {
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
