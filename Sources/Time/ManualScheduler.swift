/// A scheduler with a clock that only moves when a test advances it.
///
///     let scheduler = ManualScheduler()
///     scheduler.schedule(after: .seconds(1)) { print("one second later") }
///     scheduler.advance(by: .seconds(1))
public final class ManualScheduler: Scheduler {
  /// The current instant.
  ///
  /// Only ``advance(by:)`` and ``run(limit:)`` move it.
  public private(set) var now = Instant(nanoseconds: 0)
  private var actions = PendingActions()

  /// Creates a scheduler with its clock at 0.
  public init() {}

  /// Whether no action is pending.
  public var isIdle: Bool { actions.isEmpty }

  /// The instant of the next pending action; `nil` if there is none.
  ///
  /// - Complexity: O(1), and O(log *n*) for each cancelled action that it removes of *n* actions.
  public var nextInstant: Instant? { actions.earliest() }

  /// Runs `action` when the scheduler is next advanced; see ``Scheduler/schedule(_:)``.
  ///
  /// - Returns: The action, which can be cancelled.
  /// - Complexity: O(log *n*), where *n* is the number of pending actions.
  @discardableResult
  public func schedule(_ action: @escaping () -> Void) -> ScheduledAction {
    schedule(at: now, action)
  }

  /// Runs `action` once `now` has reached `instant`; see ``Scheduler/schedule(at:_:)``.
  ///
  /// - Returns: The action, which can be cancelled.
  /// - Complexity: O(log *n*), where *n* is the number of pending actions.
  @discardableResult
  public func schedule(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction {
    let scheduled = ScheduledAction(
      at: max(instant, now),
      order: actions.takeOrder(),
      onCancel: { [weak self] _ in self?.actions.noteCancellation() },
      action: action
    )
    actions.insert(scheduled)
    return scheduled
  }

  /// Advances the clock, and runs the actions that are due on the way, also those that they schedule.
  ///
  /// - Complexity: O(*k* log *n*) for *k* due actions of *n* pending ones.
  public func advance(by duration: Duration = .zero) {
    let end = now + duration
    while let instant = actions.earliest(), instant <= end {
      now = max(now, instant)
      actions.takeNext(dueAt: now)?.run()
    }
    now = max(now, end)
  }

  /// Advances the clock until no action is pending.
  ///
  /// - Parameter limit: The number of actions after which the scheduler stops, since actions may schedule each other
  ///   endlessly.
  /// - Returns: `false` if the limit was reached.
  /// - Complexity: O(*k* log *n*) for *k* actions of at most *n* pending ones.
  @discardableResult
  public func run(limit: Int = 1_000_000) -> Bool {
    var count = 0
    while let instant = actions.earliest() {
      guard count < limit else { return false }
      now = max(now, instant)
      actions.takeNext(dueAt: now)?.run()
      count += 1
    }
    return true
  }
}
