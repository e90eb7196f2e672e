import Time

/// The line that says where one is and, at the right, what was just done.
///
/// A message falls silent after four seconds; an error stays until the next key. Nothing is scheduled otherwise.
@MainActor
open class StatusBar: View, WindowObserver {
  /// Where one is: `12 of 1,204`.
  public var position: StyledText = "" {
    didSet { if position != oldValue { setNeedsDisplay() } }
  }

  /// What is being said; empty in silence.
  public private(set) var message: StyledText = ""
  private var isError = false
  private var duration = Duration.seconds(4)
  private var silence: ScheduledAction?
  private weak var observedWindow: Window?

  isolated deinit {
    silence?.cancel()
  }

  /// Says something, in place of what was said before, and falls silent after `duration`.
  public func show(_ message: StyledText, for duration: Duration = .seconds(4)) {
    say(message, isError: false)
    self.duration = duration
    scheduleSilence()
  }

  private func scheduleSilence() {
    guard !message.isEmpty, !isError else { return }
    silence = window?.frameClock.scheduler.schedule(after: duration) { [weak self] in self?.clearMessage() }
  }

  /// Says what went wrong, and goes on saying it until a key is pressed.
  public func showError(_ message: String) {
    say(StyledText(message, role: .danger), isError: true)
  }

  /// Takes the message away before its time.
  public func clearMessage() {
    say("", isError: false)
  }

  private func say(_ message: StyledText, isError: Bool) {
    silence?.cancel()
    silence = nil
    self.isError = isError
    guard message != self.message else { return }
    self.message = message
    setNeedsDisplay()
  }

  public func windowWillSendKey(_ event: KeyEvent) {
    if isError { clearMessage() }
  }

  open override func didMoveToWindow() {
    guard window !== observedWindow else { return }
    observedWindow?.removeObserver(self)
    observedWindow = window
    window?.addObserver(self)
    // What was said before there was a window is only heard from now on; what was said when it went has been heard.
    if window != nil { scheduleSilence() } else if !isError { clearMessage() }
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(1, size.height))
  }

  open override func draw(in canvas: Canvas) {
    let style = Style(.textDim, on: background)
    let room = max(0, bounds.width - 2)
    let messageWidth = min(message.plain.displayWidth, room)
    let positionRoom = messageWidth == 0 ? room : room - messageWidth - 2
    // News is worth more than the place, which can be read again in four seconds.
    if position.plain.displayWidth <= positionRoom || messageWidth == 0 {
      canvas.write(position, at: Point(x: 1, y: 0), style: style, maxWidth: positionRoom)
    }
    canvas.write(
      message, at: Point(x: bounds.width - 1 - messageWidth, y: 0), style: style.foreground(.text), maxWidth: room)
  }
}
