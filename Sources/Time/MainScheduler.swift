import Dispatch

/// The main queue and the monotonic clock.
///
/// One dispatch timer serves every delayed action, and is armed only while there is one: a program at rest is never woken.
/// (`Task.sleep` is no substitute: its cancelled timers still wake the process.)
public final class MainScheduler: Scheduler {
  @MainActor public static let shared = MainScheduler()

  private var agenda = Agenda()
  private var timer: (any DispatchSourceTimer)?
  private var armed: Instant?
  private var isDrainPending = false

  private init() {}

  public var now: Instant {
    Instant(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
  }

  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = insert(at: now, action)
    requestDrain()
    return scheduled
  }

  @discardableResult
  public func schedule(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = insert(at: instant, action)
    arm()
    return scheduled
  }

  private func insert(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = ScheduledAction(
      at: instant,
      order: agenda.takeOrder(),
      onCancel: { [unowned self] _ in
        agenda.noteCancellation()
        arm()
      },
      action: action
    )
    agenda.insert(scheduled)
    return scheduled
  }

  private func requestDrain() {
    guard !isDrainPending else { return }
    isDrainPending = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated { MainScheduler.shared.drain() }
    }
  }

  /// Runs what is due now. What these actions schedule waits for the next turn of the queue, so that input is not starved.
  private func drain() {
    isDrainPending = false
    let present = now
    while let action = agenda.takeNext(dueAt: present) { action.run() }
    if let next = agenda.earliest(), next <= now { requestDrain() }
    arm()
  }

  /// Makes the timer fire at the earliest instant, or not at all.
  private func arm() {
    let earliest = agenda.earliest()
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
