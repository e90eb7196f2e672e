import Glibc
import Synchronization

/// The thread that services all sockets of this module, and runs hosted actors.
///
/// Nothing of it may block: an action that computes for long delays every connection. At rest the thread waits in
/// `poll(2)` and is not woken.
@globalActor public actor NetworkActor {
  /// The actor.
  public static let shared = NetworkActor()

  /// The thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { NetworkThread.shared.asUnownedSerialExecutor() }

  /// Runs `body`, which is called on the thread by C, as the actor that it is on.
  ///
  /// - Precondition: The caller is on the thread.
  static func assumeIsolated<T>(_ body: @NetworkActor () -> T) -> T {
    shared.preconditionIsolated()
    // The standard library has this for the main actor only. The types differ in the isolation alone, which has just
    // been checked.
    return withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> T).self)() }
  }

  /// Runs `body` on the thread, after what other calls and tasks of this caller have enqueued there.
  nonisolated static func perform(_ body: @escaping @Sendable @NetworkActor () -> Void) {
    NetworkThread.shared.enqueue(body)
  }

  /// Calls `body` after the events of all sockets that are ready, so that their receiver is woken once; at once when it
  /// is not the thread that calls.
  nonisolated static func afterEvents(_ body: @escaping @Sendable () -> Void) {
    NetworkThread.shared.runAfterEvents(body)
  }
}

/// A thread that alternates between waiting for sockets and running what other threads have enqueued.
final class NetworkThread: SerialExecutor, Sendable {
  static let shared = NetworkThread()

  private enum Work {
    case job(UnownedJob)
    case call(@Sendable @NetworkActor () -> Void)
  }

  private struct State {
    var work: [Work] = []
    /// What is called after the current events.
    var followUps: [@Sendable () -> Void] = []
    /// Whether the thread may wait for sockets before it runs its work.
    var mayWait = false
    var thread: pthread_t?
    /// Ends the wait for sockets; `nil` until the thread waits for the first time.
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(.job(UnownedJob(job)))
  }

  func enqueue(_ call: @escaping @Sendable @NetworkActor () -> Void) {
    enqueue(.call(call))
  }

  private func enqueue(_ work: Work) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      state.work.append(work)
      guard let thread = state.thread else {
        state.thread = start()
        return nil
      }
      // Mostly the thread itself runs its work before it waits again, and one wake-up suffices for a burst.
      let isAwake = !state.mayWait && pthread_equal(thread, pthread_self()) != 0
      return state.work.count == 1 && !isAwake ? state.wake : nil
    }
    wake?()
  }

  private func start() -> pthread_t {
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, { _ in NetworkThread.shared.run() }, nil)
    // An executor cannot refuse a job, and without its thread none would ever run.
    guard status == 0 else { fatalError("no thread for the network: \(String(cString: strerror(status)))") }
    return thread
  }

  private func run() -> Never {
    let wake = NetworkActor.assumeIsolated { NetworkLoop.shared.wake }
    state.withLock { $0.wake = wake }
    while true {
      repeat { runWork() } while runFollowUps()
      NetworkActor.assumeIsolated { NetworkLoop.shared.waitAndService() }
      runFollowUps()
    }
  }

  func runAfterEvents(_ body: @escaping @Sendable () -> Void) {
    let (isCurrent, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard let thread = state.thread, pthread_equal(thread, pthread_self()) != 0 else { return (false, nil) }
      state.followUps.append(body)
      return (true, state.mayWait && state.followUps.count == 1 ? state.wake : nil)
    }
    if !isCurrent { body() }
    wake?()
  }

  /// Runs an event after which the thread may wait for sockets: what it enqueues ends that wait.
  func runBeforeWait<T>(_ body: () -> T) -> T {
    let former = state.withLock { state in
      defer { state.mayWait = true }
      return state.mayWait
    }
    defer { state.withLock { $0.mayWait = former } }
    return body()
  }

  /// Returns whether there were any.
  @discardableResult
  private func runFollowUps() -> Bool {
    let followUps = state.withLock { state in
      let followUps = state.followUps
      state.followUps = []
      return followUps
    }
    for body in followUps { body() }
    return !followUps.isEmpty
  }

  private func runWork() {
    while true {
      let work = state.withLock { state in
        let work = state.work
        state.work = []
        return work
      }
      if work.isEmpty { return }
      for piece in work {
        switch piece {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .call(let call): NetworkActor.assumeIsolated(call)
        }
      }
    }
  }

  func isIsolatingCurrentContext() -> Bool? {
    state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the network thread")
  }
}
