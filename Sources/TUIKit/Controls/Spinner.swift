import Time

/// Shows that work of unknown duration is running.
///
/// It wakes the program only while it is visible: each drawing requests the next frame, and a hidden view is not drawn.
/// Without motion it is an ellipsis.
@MainActor
open class Spinner: View {
  private static let phases = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let interval = Duration.milliseconds(100)

  private var phase = 0
  private var tick: ScheduledAction?

  /// Whether it turns; otherwise it is not visible.
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
      canvas.write("…", at: .zero, style: style)
      return
    }
    canvas.write(Self.phases[phase], at: .zero, style: style)
    guard tick == nil else { return }
    tick = clock.scheduler.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      tick = nil
      phase = (phase + 1) % Self.phases.count
      setNeedsDisplay()
    }
  }
}
