import Dispatch
import Synchronization

/// A place where a task waits until somebody lets it go on, from any thread.
///
/// A continuation would do the same, but whoever it resumes goes on by way of the threads that all tasks share, and those, once
/// used, wake the process every second. Here the task waits as a job of an actor whose executor keeps it, and goes on by way of
/// the main queue.
actor Latch {
  private nonisolated let door = Door()

  nonisolated var unownedExecutor: UnownedSerialExecutor { door.asUnownedSerialExecutor() }

  /// Returns as soon as the latch is open; at once when it is already.
  func pass() {
    // The executor keeps whoever comes until then, so this always holds. It is more than a check: to an actor's method that does
    // nothing, an optimised build would not even go.
    precondition(door.isOpen, "a task has passed a latch that is shut")
  }

  /// Lets go on whoever waits, and whoever comes.
  nonisolated func open() {
    door.open()
  }

  private final class Door: SerialExecutor {
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
}
