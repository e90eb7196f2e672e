import Dispatch

/// The scheduler of the main queue, with the monotonic clock.
///
/// One dispatch timer serves all delayed actions, and is armed only while there is one: a program at rest is never
/// woken. (`Task.sleep` does not replace it: its cancelled timers still wake the process.)
public final class MainScheduler: Scheduler {
  /// The scheduler of the main queue.
  @MainActor public static let shared = MainScheduler()

  private var actions = PendingActions()
  private var timer: (any DispatchSourceTimer)?
  private var armed: Instant?
  private var isDrainPending = false

  private init() {}

  /// The time of the monotonic clock.
  public var now: Instant {
    Instant(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
  }

  /// Runs `action` in a later turn of the main queue; see ``Scheduler/schedule(_:)``.
  ///
  /// - Returns: The action, which can be cancelled.
  /// - Complexity: O(log *n*), where *n* is the number of pending actions.
  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = insert(at: now, action)
    requestDrain()
    return scheduled
  }

  /// Runs `action` once `now` has reached `instant`; see ``Scheduler/schedule(at:_:)``.
  ///
  /// - Returns: The action, which can be cancelled.
  /// - Complexity: O(log *n*), where *n* is the number of pending actions.
  @discardableResult
  public func schedule(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = insert(at: max(instant, now), action)
    arm()
    return scheduled
  }

  private func insert(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = ScheduledAction(
      at: instant,
      order: actions.takeOrder(),
      onCancel: { [unowned self] _ in
        actions.noteCancellation()
        arm()
      },
      action: action
    )
    actions.insert(scheduled)
    return scheduled
  }

  private func requestDrain() {
    guard !isDrainPending else { return }
    isDrainPending = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated { MainScheduler.shared.drain() }
    }
  }

  /// Runs the actions that are due.
  ///
  /// Actions that these schedule wait for the next turn of the queue, so that input is not delayed.
  private func drain() {
    isDrainPending = false
    let present = now
    while let action = actions.takeNext(dueAt: present) { action.run() }
    if let next = actions.earliest(), next <= now { requestDrain() }
    arm()
  }

  /// Makes the timer fire at the earliest instant, or not at all.
  private func arm() {
    let earliest = actions.earliest()
    guard earliest != armed else { return }
    armed = earliest
    guard let earliest else {
      timer?.schedule(deadline: .distantFuture)
      return
    }
    let timer = timer ?? makeTimer()
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(max(earliest.nanoseconds, 0))), leeway: .nanoseconds(0))
  }

  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler {
      MainActor.assumeIsolated {
        let scheduler = MainScheduler.shared
        scheduler.armed = nil
        scheduler.drain()
      }
    }
    timer.resume()
    self.timer = timer
    return timer
  }
}
