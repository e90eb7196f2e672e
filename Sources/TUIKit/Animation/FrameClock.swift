import Time

/// Decides when a frame is drawn, and moves the animations that are running.
///
/// The first change after rest is drawn at the end of the same turn of the queue; while frames follow each other they
/// are at least ``interval`` apart. What a person does is drawn without waiting (``flush()``): hands are slow. When
/// nothing has changed and nothing moves, nothing is scheduled: an idle program is never woken.
@MainActor
public final class FrameClock {
  /// What time is taken from.
  public let scheduler: any Scheduler
  /// The least time between two frames that no key has requested.
  public let interval: Duration
  /// Draws one frame.
  public var onFrame: () -> Void = {}
  /// With motion off, animations are at their end at once. Turning it off ends those that are running.
  public var isMotionEnabled = true {
    didSet { if !isMotionEnabled { endMotion() } }
  }

  /// Whether things move now: motion is on, and the screen has not been found too slow for it lately.
  public var isMotionPossible: Bool { isMotionEnabled && stillUntil.map { $0 <= now } ?? true }

  /// Until when nothing moves because the screen was too slow.
  private var stillUntil: Instant?
  private var lastFrame: Instant?
  private var pending: ScheduledAction?
  private var animations: [Animation] = []

  /// - Parameters:
  ///   - scheduler: what time is taken from; tests hand one that is turned by hand.
  ///   - interval: the least time between two frames; by default 60 frames a second.
  public init(scheduler: any Scheduler, interval: Duration = .nanoseconds(16_666_667)) {
    self.scheduler = scheduler
    self.interval = interval
  }

  isolated deinit {
    pending?.cancel()
  }

  /// The time of ``scheduler``.
  public var now: Instant { scheduler.now }
  /// Whether anything moves: another frame will follow.
  public var isAnimating: Bool { !animations.isEmpty }
  /// Whether a frame has been asked for and is still to come.
  public var isFramePending: Bool { pending != nil }

  /// Asks for a frame; asking again before it is drawn changes nothing.
  public func requestFrame() {
    guard pending == nil else { return }
    if let lastFrame, lastFrame + interval > now {
      pending = scheduler.schedule(at: lastFrame + interval) { [weak self] in self?.frame() }
    } else {
      pending = scheduler.schedule { [weak self] in self?.frame() }
    }
  }

  /// Draws the frame that has been asked for now, however short ago the last one was. Does nothing when none has.
  public func flush() {
    guard let pending else { return }
    pending.cancel()
    frame()
  }

  /// Lets everything be at its end at once for a while: the screen does not keep up with what moves.
  public func pauseMotion(for duration: Duration) {
    stillUntil = now + duration
    endMotion()
  }

  private func endMotion() {
    for animation in animations { animation.finish() }
    animations.removeAll(where: \.isFinished)
    requestFrame()
  }

  /// Starts an animation. `step` gets the eased progress, 0 to 1, at every frame, and 1 exactly once, last.
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
    let now = now
    lastFrame = now
    for animation in animations { animation.advance(to: now) }
    animations.removeAll(where: \.isFinished)
    onFrame()
    if isAnimating { requestFrame() }
  }
}
