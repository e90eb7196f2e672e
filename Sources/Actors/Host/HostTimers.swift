import CWebSockets
import Time

/// The timers of a host, on a clock of its own.
///
/// One timer of the network's thread serves all of them. It is armed for the earliest; a cancelled timer does not move
/// it, so that an action per millisecond with a limit of a minute wakes the thread once a minute.
@NetworkActor
public final class HostTimers {
  private var pending: [Int: (due: Instant, action: () -> Void)] = [:]
  private var last = 0
  private var armed: Instant?
  private var manual: Instant?
  private static var wakes: [UnsafeMutablePointer<lws_sorted_usec_list_t>: HostTimers] = [:]
  private var entry: UnsafeMutablePointer<lws_sorted_usec_list_t>?

  /// Creates timers on the clock of the system.
  public nonisolated init() {}

  /// Creates timers with a clock that only moves when it is advanced.
  static func manual() -> HostTimers {
    let timers = HostTimers()
    timers.manual = Instant(nanoseconds: 0)
    return timers
  }

  var now: Instant { manual ?? Instant(nanoseconds: Int64(lws_now_usecs()) * 1_000) }

  /// Calls `action` after a while, unless it is cancelled with the number that is returned.
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Int {
    last += 1
    let due = now + delay
    pending[last] = (due, action)
    if armed.map({ due < $0 }) ?? true { arm(due) }
    return last
  }

  func cancel(_ number: Int) { pending[number] = nil }

  /// Moves the clock of manual timers.
  func advance(by duration: Duration) {
    guard let now = manual else { return }
    manual = now + duration
    runDue()
  }

  private func runDue() {
    armed = nil
    let due = pending.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    for (number, timer) in due where pending.removeValue(forKey: number) != nil { timer.action() }
    if let earliest = pending.values.map(\.due).min() { arm(earliest) } else { disarm() }
  }

  private func arm(_ due: Instant) {
    armed = due
    guard manual == nil else { return }
    let entry = entry ?? .allocate(capacity: 1)
    if self.entry == nil {
      entry.initialize(to: lws_sorted_usec_list_t())
      self.entry = entry
    }
    Self.wakes[entry] = self
    lws_sul_schedule(
      NetworkLoop.shared.context, 0, entry, { HostTimers.wake($0) }, max(1, (due - now).nanoseconds / 1_000))
  }

  /// Ends all timers.
  func cancelAll() {
    pending = [:]
    disarm()
  }

  private func disarm() {
    armed = nil
    guard let entry else { return }
    lws_sul_schedule(NetworkLoop.shared.context, 0, entry, nil, -1)
    Self.wakes[entry] = nil
    entry.deallocate()
    self.entry = nil
  }

  private nonisolated static func wake(_ entry: UnsafeMutablePointer<lws_sorted_usec_list_t>?) {
    let bits = UInt(bitPattern: entry)
    NetworkActor.assumeIsolated {
      guard let entry = UnsafeMutablePointer<lws_sorted_usec_list_t>(bitPattern: bits) else { return }
      wakes[entry]?.runDue()
    }
  }
}
