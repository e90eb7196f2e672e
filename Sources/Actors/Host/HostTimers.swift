import Time

/// The timers of a host.
///
/// One alarm of the clock serves all of them. It is set for the earliest; a cancelled timer does not move it, so that
/// an action per millisecond with a limit of a minute wakes the thread once a minute.
@NetworkActor
final class HostTimers {
  private let clock: any HostClock
  private var pending: [Int: (due: Instant, action: () -> Void)] = [:]
  private var last = 0
  private var alarm: Instant?

  init(on clock: any HostClock) {
    self.clock = clock
    clock.onAlarm = { [weak self] in self?.runDue() }
  }

  /// Calls `action` after a while, unless it is cancelled with the number that is returned.
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Int {
    last += 1
    let due = clock.now + delay
    pending[last] = (due, action)
    if alarm.map({ due < $0 }) ?? true { setAlarm(due) }
    return last
  }

  func cancel(_ number: Int) { pending[number] = nil }

  /// Ends all timers.
  func cancelAll() {
    pending = [:]
    setAlarm(nil)
  }

  private func runDue() {
    alarm = nil
    let now = clock.now
    let due = pending.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    for (number, timer) in due where pending.removeValue(forKey: number) != nil { timer.action() }
    setAlarm(pending.values.map(\.due).min())
  }

  private func setAlarm(_ instant: Instant?) {
    alarm = instant
    clock.setAlarm(instant)
  }
}
