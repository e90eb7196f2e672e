import Time

/// Shows that work of unknown duration is under way.
///
/// It only wakes the program while it can be seen turning: each drawing asks for the next, and what is hidden is not
/// drawn. With motion off it is an ellipsis.
@MainActor
open class Spinner: View {
  private static let phases = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let interval = Duration.milliseconds(100)

  private var phase = 0
  private var tick: ScheduledAction?

  /// Whether it turns; at rest nothing of it is to be seen.
  public var isAnimating = false {
    didSet {
      guard isAnimating != oldValue else { return }
      if !isAnimating { stop() }
      setNeedsDisplay()
    }
  }

  isolated deinit {
    tick?.cancel()
  }

  private func stop() {
    tick?.cancel()
    tick = nil
  }

  open override func didMoveToWindow() {
    stop()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(1, size.width), height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    guard isAnimating, let clock = window?.frameClock else { return }
    let style = Style(.accent, on: background)
    guard clock.isMotionEnabled else {
      canvas.write("…", at: .zero, style: style, truncates: false)
      return
    }
    canvas.write(Self.phases[phase], at: .zero, style: style, truncates: false)
    guard tick == nil else { return }
    tick = clock.scheduler.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      tick = nil
      phase = (phase + 1) % Self.phases.count
      setNeedsDisplay()
    }
  }
}
