import Time

/// Decides when a frame is drawn, and advances the running animations.
///
/// The first change after rest is drawn at the end of the same turn of the queue. Consecutive frames are at least
/// ``interval`` apart. Input of the user is drawn without waiting (``flush()``), and so is the first change after it,
/// such as the results of a search. Without changes and animations nothing is scheduled, so that an idle program is
/// never woken.
@MainActor
public final class FrameClock {
  /// The source of time.
  public let scheduler: any Scheduler
  /// The least time between two frames, except those that input requests.
  public let interval: Duration
  /// Draws one frame.
  public var onFrame: () -> Void = {}
  /// Whether animations run; without motion they are at their end at once.
  ///
  /// Switching it off ends running animations.
  ///
  /// - Complexity: O(*n*) to set, where *n* is the number of running animations.
  public var isMotionEnabled = true {
    didSet { if !isMotionEnabled { endMotion() } }
  }

  /// Whether animations run now: motion is enabled, and the screen was not too slow lately.
  public var isMotionPossible: Bool { isMotionEnabled && stillUntil.map { $0 <= now } ?? true }

  /// The time until which animations are skipped because the screen was too slow.
  private var stillUntil: Instant?
  /// The time of the last frame, except those that input has requested.
  private var lastFrame: Instant?
  /// Whether the next change is the first one after input.
  private var isAnswerDue = false
  private var isDrawing = false
  private var pending: ScheduledAction?
  private var pendingTime: Instant?
  private var animations: [Animation] = []

  /// Creates a frame clock.
  ///
  /// - Parameters:
  ///   - scheduler: The source of time; a manual one in tests.
  ///   - interval: The least time between two frames; by default 60 frames a second.
  public init(scheduler: any Scheduler, interval: Duration = .nanoseconds(16_666_667)) {
    self.scheduler = scheduler
    self.interval = interval
  }

  isolated deinit {
    pending?.cancel()
  }

  /// The time of ``scheduler``.
  public var now: Instant { scheduler.now }
  /// Whether an animation runs, so that another frame will follow.
  public var isAnimating: Bool { !animations.isEmpty }

  /// Requests a frame.
  ///
  /// Further requests before it is drawn have no effect.
  public func requestFrame() {
    if isAnswerDue, !isDrawing {
      isAnswerDue = false
      schedule(at: now)
    } else {
      schedule(at: lastFrame.map { max($0 + interval, now) } ?? now)
    }
  }

  /// Schedules a frame, unless an earlier one is scheduled.
  private func schedule(at time: Instant) {
    if let pendingTime, pendingTime <= time { return }
    pending?.cancel()
    pendingTime = time
    let body = { [weak self] in self?.frame() ?? () }
    pending = time > now ? scheduler.schedule(at: time, body) : scheduler.schedule(body)
  }

  /// Draws a requested frame now, however recent the last one is, and does not let the next request wait either.
  ///
  /// - Complexity: O(*n*), where *n* is the number of running animations, besides the drawing.
  public func flush() {
    defer { isAnswerDue = true }
    guard let pending else { return }
    pending.cancel()
    let lastFrame = lastFrame
    frame()
    self.lastFrame = lastFrame
  }

  /// Skips animations for a while, because the screen is too slow for them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of running animations.
  public func pauseMotion(for duration: Duration) {
    stillUntil = now + duration
    endMotion()
  }

  private func endMotion() {
    for animation in animations { animation.finish() }
    animations.removeAll(where: \.isFinished)
    requestFrame()
  }

  /// Starts an animation.
  ///
  /// `step` receives the eased progress from 0 to 1 at every frame; the last call, and only that, has 1.
  ///
  /// - Returns: The animation, with which the caller can cancel it.
  @discardableResult
  public func animate(
    duration: Duration, delay: Duration = .zero, easing: Easing = .outCubic,
    step: @escaping @MainActor (Double) -> Void, completion: @escaping @MainActor () -> Void = {}
  ) -> Animation {
    let animation = Animation(
      start: now + delay, duration: isMotionPossible ? duration : .zero, easing: easing, step: step,
      completion: completion)
    if !isMotionPossible || duration <= .zero && delay <= .zero {
      animation.finish()
      return animation
    }
    animations.append(animation)
    requestFrame()
    return animation
  }

  private func frame() {
    pending = nil
    pendingTime = nil
    isDrawing = true
    defer { isDrawing = false }
    let now = now
    lastFrame = now
    for animation in animations { animation.advance(to: now) }
    animations.removeAll(where: \.isFinished)
    onFrame()
    if isAnimating { schedule(at: now + interval) }
  }
}
