import Time

/// A line with the position and, at the right end, the latest message.
///
/// A message is shown for four seconds, an error until the next key. One that is wider than the line is wrapped, and a
/// condition has lines of its own above: the bar then takes more lines, where its superview gives them. At rest nothing
/// is scheduled.
@MainActor
open class StatusBar: View, WindowObserver {
  /// The position: `12 of 1,204`.
  public var position: StyledText = "" {
    didSet { if position != oldValue { setNeedsDisplay() } }
  }

  /// An error that lasts until it is set to another text: the state of what the screen shows; empty without one.
  public var condition = "" {
    didSet { if condition != oldValue { contentDidChange() } }
  }

  /// The shown message; empty when there is none.
  public private(set) var message: StyledText = ""
  private static let mostLines = 4
  private var isError = false
  private var duration = Duration.seconds(4)
  private var silence: ScheduledAction?
  private weak var observedWindow: Window?
  /// The clock of the last window, which also ends a message that is set while the bar is in no window.
  private weak var clock: FrameClock?

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
    silence = clock?.scheduler.schedule(after: duration) { [weak self] in self?.clearMessage() }
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
    contentDidChange()
  }

  private func contentDidChange() {
    setNeedsDisplay()
    if lineCount(inWidth: bounds.width) != bounds.height { invalidateIntrinsicContentSize() }
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
    // A message set before the view had its first window is shown from now on. A seen message is removed when the view
    // leaves the window.
    if let window {
      clock = window.frameClock
      if silence == nil { scheduleSilence() }
    } else if !isError {
      clearMessage()
    }
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(lineCount(inWidth: size.width), size.height))
  }

  private func lineCount(inWidth width: Int) -> Int {
    lines(of: StyledText(condition), inWidth: width) + max(1, lines(of: message, inWidth: width))
  }

  private func lines(of text: StyledText, inWidth width: Int) -> Int {
    guard !text.isEmpty else { return 0 }
    return Label(text, numberOfLines: Self.mostLines).sizeThatFits(Size(width: max(1, width - 2), height: 99)).height
  }

  open override func draw(in canvas: Canvas) {
    let room = max(0, bounds.width - 2)
    // The line with the position and the message has precedence over the condition.
    let above = min(lines(of: StyledText(condition), inWidth: bounds.width), bounds.height - 1)
    draw(StyledText(condition, role: .danger), in: Rect(x: 1, y: 0, width: room, height: above), of: canvas)
    let rest = Rect(x: 0, y: above, width: bounds.width, height: bounds.height - above)
    if rest.height > 1, lines(of: message, inWidth: bounds.width) > 1 {
      draw(message, in: Rect(x: 1, y: above, width: room, height: rest.height), of: canvas)
    } else {
      drawLine(in: canvas.part(rest))
    }
  }

  private func draw(_ text: StyledText, in rect: Rect, of canvas: Canvas) {
    guard rect.height > 0 else { return }
    let label = Label(text, numberOfLines: rect.height)
    label.frame = Rect(size: rect.size)
    label.draw(in: canvas.part(rect))
  }

  private func drawLine(in canvas: Canvas) {
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
