/// When, and in which order, things run: the one door through which time enters the house.
///
/// A scheduler runs its actions one after the other, in the order of their instants, and those of one instant in the
/// order in which they were scheduled. It is part of the isolation domain that made it and is not `Sendable`.
///
/// The idea, and the name, are Combine's; the clock and the queue are one here, because an interface has one of each.
public protocol Scheduler: AnyObject {
  /// The present. It does not move while an action runs on a ``ManualScheduler``; on the main scheduler it does.
  var now: Instant { get }

  /// Runs `action` after all that is already due, never before this call returns.
  @discardableResult
  func schedule(_ action: @escaping () -> Void) -> ScheduledAction

  /// Runs `action` once `now` has reached `instant`.
  @discardableResult
  func schedule(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction
}

extension Scheduler {
  /// Runs `action` when `delay` has passed.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> ScheduledAction {
    schedule(at: now + delay, action)
  }
}

/// What was scheduled and can be called off.
///
/// Dropping it does not call the action off: most of what is scheduled is meant to happen.
public final class ScheduledAction {
  private var action: (() -> Void)?
  private var onCancel: ((ScheduledAction) -> Void)?

  let instant: Instant
  let order: UInt64

  init(at instant: Instant, order: UInt64, onCancel: @escaping (ScheduledAction) -> Void, action: @escaping () -> Void)
  {
    self.instant = instant
    self.order = order
    self.onCancel = onCancel
    self.action = action
  }

  /// Whether the action is still to come.
  public var isPending: Bool { action != nil }

  /// Calls the action off and frees what it captured. Does nothing once it has run.
  public func cancel() {
    guard action != nil else { return }
    action = nil
    let tell = onCancel
    onCancel = nil
    tell?(self)
  }

  func run() {
    let action = action
    self.action = nil
    onCancel = nil
    action?()
  }
}
