import Time

/// A pure function of the clock, applied at every frame until it is over.
@MainActor
public final class Animation {
  let start: Instant
  let duration: Duration
  let easing: Easing
  private var step: ((Double) -> Void)?
  private var completion: (() -> Void)?

  init(
    start: Instant, duration: Duration, easing: Easing, step: @escaping (Double) -> Void,
    completion: @escaping () -> Void
  ) {
    self.start = start
    self.duration = duration
    self.easing = easing
    self.step = step
    self.completion = completion
  }

  /// Whether it has ended or was stopped.
  public var isFinished: Bool { step == nil }

  /// Stops at the current progress: neither `step` nor `completion` is called again.
  public func cancel() {
    step = nil
    completion = nil
  }

  /// Jumps to the end.
  public func finish() {
    guard let step else { return }
    let completion = completion
    cancel()
    step(1)
    completion?()
  }

  func advance(to now: Instant) {
    guard let step else { return }
    let elapsed = now - start
    if elapsed >= duration {
      finish()
    } else if elapsed >= .zero {
      step(easing.value(at: elapsed / duration))
    }
  }
}

/// The relation of progress and time.
public enum Easing: Sendable {
  /// Constant speed, or a speed that decreases towards the end.
  case linear, outCubic

  /// The progress at a fraction of the time, both from 0 to 1.
  public func value(at time: Double) -> Double {
    switch self {
    case .linear:
      return time
    case .outCubic:
      let left = 1 - time
      return 1 - left * left * left
    }
  }
}
