import Time

/// A line with the position and, at the right end, the latest message.
///
/// A message is shown for four seconds, an error until the next key. At rest nothing is scheduled.
@MainActor
open class StatusBar: View, WindowObserver {
  /// The position: `12 of 1,204`.
  public var position: StyledText = "" {
    didSet { if position != oldValue { setNeedsDisplay() } }
  }

  /// The shown message; empty when there is none.
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
    // A message set before the view had a window is shown from now on. A seen message is removed when the view leaves
    // the window.
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
    // A message has precedence over the position, which is visible again after four seconds.
    if position.plain.displayWidth <= positionRoom || messageWidth == 0 {
      canvas.write(position, at: Point(x: 1, y: 0), style: style, maxWidth: positionRoom)
    }
    canvas.write(
      message, at: Point(x: bounds.width - 1 - messageWidth, y: 0), style: style.foreground(.text), maxWidth: room)
  }
}
