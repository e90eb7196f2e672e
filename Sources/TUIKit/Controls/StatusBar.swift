import Time

/// The line that shows the position and, at the right end, what has just happened.
///
/// A message is shown for four seconds, an error until the next key. At rest nothing is scheduled.
@MainActor
open class StatusBar: View, WindowObserver {
  /// The position: `12 of 1,204`.
  public var position: StyledText = "" {
    didSet { if position != oldValue { setNeedsDisplay() } }
  }

  /// The message that is shown; empty when there is none.
  public private(set) var message: StyledText = ""
  private var isError = false
  private var duration = Duration.seconds(4)
  private var silence: ScheduledAction?
  private weak var observedWindow: Window?

  isolated deinit {
    silence?.cancel()
  }

  /// Shows a message for `duration`, in place of the previous one.
  public func show(_ message: StyledText, for duration: Duration = .seconds(4)) {
    say(message, isError: false)
    self.duration = duration
    scheduleSilence()
  }

  private func scheduleSilence() {
    guard !message.isEmpty, !isError else { return }
    silence = window?.frameClock.scheduler.schedule(after: duration) { [weak self] in self?.clearMessage() }
  }

  /// Shows an error until a key is pressed.
  public func showError(_ message: String) {
    say(StyledText(message, role: .danger), isError: true)
  }

  /// Removes the message at once.
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

  /// Removes an error: the user has seen it.
  public func windowWillSendKey(_ event: KeyEvent) {
    if isError { clearMessage() }
  }

  open override func didMoveToWindow() {
    guard window !== observedWindow else { return }
    observedWindow?.removeObserver(self)
    observedWindow = window
    window?.addObserver(self)
    // A message set before there was a window is shown from now on; one that the user has seen is removed with the window.
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
    // A message is more important than the position, which can be read again after four seconds.
    if position.plain.displayWidth <= positionRoom || messageWidth == 0 {
      canvas.write(position, at: Point(x: 1, y: 0), style: style, maxWidth: positionRoom)
    }
    canvas.write(
      message, at: Point(x: bounds.width - 1 - messageWidth, y: 0), style: style.foreground(.text), maxWidth: room)
  }
}
