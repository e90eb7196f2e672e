/// A scheduler whose clock stands still until a test turns it.
///
///     let scheduler = ManualScheduler()
///     scheduler.schedule(after: .seconds(1)) { print("one second later") }
///     scheduler.advance(by: .seconds(1))
public final class ManualScheduler: Scheduler {
  public private(set) var now = Instant(nanoseconds: 0)
  private var agenda = Agenda()

  public init() {}

  /// Whether anything is still to come.
  public var isIdle: Bool { agenda.isEmpty }

  /// When the next thing is due; `nil` when nothing is still to come.
  public var nextInstant: Instant? { agenda.earliest() }

  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> ScheduledAction {
    schedule(at: now, action)
  }

  @discardableResult
  public func schedule(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = ScheduledAction(
      at: max(instant, now),
      order: agenda.takeOrder(),
      onCancel: { [weak self] _ in self?.agenda.noteCancellation() },
      action: action
    )
    agenda.insert(scheduled)
    return scheduled
  }

  /// Turns the clock, stopping at each instant at which something is due; what these actions schedule within the same
  /// span runs too.
  public func advance(by duration: Duration = .zero) {
    let end = now + duration
    while let instant = agenda.earliest(), instant <= end {
      now = max(now, instant)
      agenda.takeNext(dueAt: now)?.run()
    }
    now = max(now, end)
  }

  /// Turns the clock until nothing is left to run.
  ///
  /// An action that schedules itself forever would never end: after `limit` actions this gives up and returns `false`.
  @discardableResult
  public func run(limit: Int = 1_000_000) -> Bool {
    var count = 0
    while let instant = agenda.earliest() {
      guard count < limit else { return false }
      now = max(now, instant)
      agenda.takeNext(dueAt: now)?.run()
      count += 1
    }
    return true
  }
}
