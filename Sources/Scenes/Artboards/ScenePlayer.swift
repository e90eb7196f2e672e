import Time

/// Advances a state machine on a scheduler, as long as something moves.
///
/// A settled scene schedules nothing: the next change of a value or an input starts it again.
@MainActor
public final class ScenePlayer {
  private let stateMachine: StateMachine
  private let scheduler: any Scheduler
  private let interval: Duration
  private let isMotionEnabled: () -> Bool
  private let onFrame: () -> Void
  private var pending: ScheduledAction?
  private var lastFrame: Instant?

  /// Starts to advance a state machine; the first advance is scheduled at once.
  ///
  /// - Parameters:
  ///   - stateMachine: The state machine.
  ///   - scheduler: The source of time; a manual one in tests.
  ///   - interval: The least time between two advances; by default 60 a second.
  ///   - onFrame: Called after each advance.
  ///   - isMotionEnabled: Whether things move; without motion, each advance is as long as the longest timeline, and
  ///     time alone does not cause another.
  public init(
    _ stateMachine: StateMachine, on scheduler: any Scheduler, interval: Duration = .nanoseconds(16_666_667),
    onFrame: @escaping () -> Void = {}, isMotionEnabled: @escaping () -> Bool = { true }
  ) {
    self.stateMachine = stateMachine
    self.scheduler = scheduler
    self.interval = interval
    self.isMotionEnabled = isMotionEnabled
    self.onFrame = onFrame
    stateMachine.onNeedsAdvance = { [weak self] in self?.requestFrame() }
    requestFrame()
  }

  isolated deinit {
    pending?.cancel()
  }

  /// Longer than any timeline that shows something.
  private static let stillSeconds = 3_600.0

  /// Whether an advance is due.
  @exclusivity(unchecked) public private(set) var isFramePending = false

  private func requestFrame() {
    isFramePending = true
    // An advance that the program has made instead stays scheduled: the next change uses it.
    guard pending == nil else { return }
    let next = lastFrame.map { $0 + interval } ?? scheduler.now
    pending = scheduler.schedule(at: max(next, scheduler.now)) { [weak self] in self?.fire() }
  }

  private func fire() {
    pending = nil
    if isFramePending { frame() }
  }

  private func frame() {
    pending = nil
    isFramePending = false
    let now = scheduler.now
    // After rest, time begins with the change that ended it.
    let seconds = lastFrame.map { Double(($0 + interval * 2 < now ? interval : now - $0).nanoseconds) / 1e9 } ?? 0
    lastFrame = now
    let isMoving = isMotionEnabled()
    // What starts to move with this frame is at its end too.
    if !isMoving { stateMachine.advance(by: 0) }
    let keepsGoing = stateMachine.advance(by: isMoving ? seconds : Self.stillSeconds)
    onFrame()
    // No advance by 0 reports that the scene has settled; the next one does.
    let isUnreported = isMoving && seconds == 0 && stateMachine.isFollowedToRest
    if isUnreported || keepsGoing && (isMoving || stateMachine.hasChanges) { requestFrame() }
  }

  /// Goes on after motion was disabled for a while, if something still moves: timelines that play once are over.
  public func resume() {
    if !isFramePending, isMotionEnabled(), stateMachine.keepsGoing { requestFrame() }
  }

  /// Advances now, if an advance is scheduled: before a frame is drawn for another reason.
  ///
  /// Does nothing if the program has already advanced the state machine; the scheduled advance is then skipped too.
  public func flush() {
    guard isFramePending, let pending else { return }
    guard stateMachine.keepsGoing else {
      isFramePending = false
      return onFrame()
    }
    pending.cancel()
    frame()
  }
}
