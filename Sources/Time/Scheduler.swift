/// A clock, and a queue of actions that run at given instants.
///
/// A scheduler runs its actions one after the other, in the order of their instants, and those of one instant in the
/// order in which they were scheduled. It belongs to the isolation domain that created it and is not `Sendable`.
///
/// The name is Combine's. Clock and queue are one object here, because a user interface has one of each.
public protocol Scheduler: AnyObject {
  /// The current instant. On a ``ManualScheduler`` it does not move while an action runs.
  var now: Instant { get }

  /// Runs `action` after all actions that are already due, never before this call returns.
  ///
  /// - Returns: The action, which can be cancelled until it runs.
  @discardableResult
  func schedule(_ action: @escaping () -> Void) -> ScheduledAction

  /// Runs `action` once `now` has reached `instant`.
  ///
  /// - Returns: The action, which can be cancelled until it runs.
  @discardableResult
  func schedule(at instant: Instant, _ action: @escaping () -> Void) -> ScheduledAction
}

extension Scheduler {
  /// Runs `action` after `delay` has passed.
  ///
  /// - Returns: The action, which can be cancelled until it runs.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> ScheduledAction {
    schedule(at: now + delay, action)
  }
}

/// A scheduled action, which can be cancelled.
///
/// Releasing it does not cancel the action.
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

  /// Whether the action has neither run nor been cancelled.
  public var isPending: Bool { action != nil }

  /// Cancels the action and frees what it captured.
  ///
  /// Has no effect once it has run.
  public func cancel() {
    guard action != nil else { return }
    action = nil
    let notify = onCancel
    onCancel = nil
    notify?(self)
  }

  func run() {
    let action = action
    self.action = nil
    onCancel = nil
    action?()
  }
}
