import CTerminal
import Dispatch
import Glibc
import Time

/// A running program: a ``Window`` on a ``Screen``, and the clock that draws it.
///
///     let terminal = try Terminal(scheduler: MainScheduler.shared)
///     Application(screen: terminal, scheduler: MainScheduler.shared).run(root: MyController())
///
/// All pending input is handled before one frame is drawn, at once. Other changes are drawn by ``FrameClock``. At rest
/// nothing is scheduled. A test uses a ``MemoryScreen`` and a manual clock, and calls ``start(root:)`` and
/// ``send(_:)``.
@MainActor
public final class Application: ScreenDelegate {
  /// The screen that shows the frames.
  public let screen: any Screen
  /// The window with all views.
  public let window: Window
  /// Decides when a frame is drawn.
  public let frameClock: FrameClock
  /// Below this size a message asks for more room, and keys are ignored, because their effect would not be visible.
  public let minimumSize: Size

  /// Called once before the screen is released; not when a signal ends the process.
  public var onQuit: () -> Void = {}

  /// Whether the program uses the screen: from ``start(root:)`` to ``quit(status:)``.
  public private(set) var isRunning = false
  /// The argument of ``quit(status:)``.
  public private(set) var exitStatus: Int32?

  /// Retains the application after ``run(root:)`` has left its stack frame.
  private static var running: Application?

  private let surface: Surface
  private var notice: Surface?
  /// Whether a frame could not be drawn because the screen was not ready.
  private var isFrameOwed = false
  /// The time since which it is owed, unless another program has used the terminal since.
  private var owedSince: Instant?
  /// Whether the screen shows something other than the window's last frame, or another theme.
  private var isScreenStale = true
  private var shownCursor: Point?
  private var endsProcess = false
  private var clicks = ClickCounter()

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - screen: A ``Terminal``; a ``MemoryScreen`` in tests.
  ///   - scheduler: The source of time.
  ///   - theme: See ``chosenTheme``.
  ///   - isMotionEnabled: Whether animations run; see ``FrameClock/isMotionEnabled``.
  ///   - minimumSize: See ``minimumSize``.
  public init(
    screen: any Screen, scheduler: any Scheduler, theme: Theme? = nil, isMotionEnabled: Bool = true,
    minimumSize: Size = Size(width: 40, height: 8)
  ) {
    self.screen = screen
    self.minimumSize = minimumSize
    frameClock = FrameClock(scheduler: scheduler)
    frameClock.isMotionEnabled = isMotionEnabled
    window = Window(size: screen.size, frameClock: frameClock)
    surface = Surface(size: screen.size)
    chosenTheme = theme
    screen.theme = theme?.opaque ?? .matching(screen.background)
    window.isColored = screen.isColored
    screen.delegate = self
    window.pasteboard.onChange = { [weak screen] in screen?.copyToClipboard($0) }
    frameClock.onFrame = { [weak self] in self?.drawFrame() }
    window.onUnhandledInput = { [weak self] in
      switch $0 {
      case .key(Self.interruptKey): self?.interrupt()
      case .key(Self.suspendKey): self?.suspend()
      default: break
      }
    }
  }

  isolated deinit {}

  /// The theme that the user chose, as far as the screen can show it.
  ///
  /// `nil` follows the terminal's background: ``Theme/dark`` or ``Theme/light``, and ``Theme/neutral`` while that is
  /// unknown. A chosen theme brings its own background (``Theme/opaque``).
  public var chosenTheme: Theme? {
    didSet { if chosenTheme != oldValue { applyTheme() } }
  }

  /// The colours of the roles.
  ///
  /// Setting it chooses a theme, which the next frame shows.
  public var theme: Theme {
    get { screen.theme }
    set { chosenTheme = newValue }
  }

  private func applyTheme() {
    screen.theme = chosenTheme?.opaque ?? .matching(screen.background)
    window.isColored = screen.isColored
    isScreenStale = true
    frameClock.requestFrame()
  }

  /// Follows the background when no theme is chosen.
  public func screenDidLearnBackground(_ screen: any Screen) {
    if chosenTheme == nil { applyTheme() }
  }

  /// The title of the terminal's window.
  public var title = "" {
    didSet { if title != oldValue, isRunning { screen.setTitle(title) } }
  }

  // MARK: Start and end

  /// Takes the screen, shows `root`, and draws the first frame before it returns.
  public func start(root: ViewController) {
    isRunning = true
    window.rootViewController = root
    screen.open()
    if !title.isEmpty { screen.setTitle(title) }
    frameClock.requestFrame()
    frameClock.flush()
  }

  /// Starts, and serves the main queue until the process ends.
  public func run(root: ViewController) -> Never {
    endsProcess = true
    Self.running = self
    start(root: root)
    dispatchMain()
  }

  /// Releases the screen once, and ends the process with `status`.
  ///
  /// After ``start(root:)`` the process continues.
  public func quit(status: Int32 = 0) {
    leave(status: status) { exit(status) }
  }

  /// A screen with unsaved input declares a command for this key, which also works while the screen is too small.
  ///
  /// Without such a command the key dismisses what covers unsaved input, does nothing to a visible question about it,
  /// or else ends the program like SIGINT. Pressed again while it waits behind an ``InputHold``, it ends the program at
  /// once.
  private static let interruptKey = KeyEvent(.character("c"), .control)

  /// Suspends the program unless a responder handles the key; a text field undoes typing.
  private static let suspendKey = KeyEvent(.character("z"), .control)

  /// Dismisses what covers unsaved input, or else ends the program: no responder has handled the interrupt key.
  ///
  /// A question about unsaved input has to be answered, where the user can see it.
  private func interrupt() {
    if let cover {
      cover.dismiss()
    } else if isTooSmall || !window.hasUnsavedInput || !(window.topViewController is Alert) {
      quit(by: SIGINT)
    }
  }

  /// What is presented above unsaved input, unless it is an alert, which asks about that input.
  private var cover: ViewController? {
    guard window.hasUnsavedInput, let top = window.topViewController, top.presentingViewController != nil,
      !(top is Alert), !top.containsUnsavedInput
    else { return nil }
    return top
  }

  private func quit(by signal: Int32) {
    leave(status: 128 + signal) {
      cterminal_die(signal)
      // The signal has ended the process by now.
      exit(128 + signal)
    }
  }

  private func leave(status: Int32, endProcess: () -> Never) {
    guard isRunning else { return }
    onQuit()
    isRunning = false
    window.discardWaitingInput()
    exitStatus = status
    screen.close()
    if endsProcess { endProcess() }
  }

  /// Releases the terminal and stops the process, as Ctrl-Z does.
  public func suspend() {
    guard isRunning else { return }
    owedSince = nil
    screen.suspend()
  }

  /// Hands the terminal to another program (an editor, a pager) while `body` runs, and then restores the screen.
  ///
  /// Blocks the main queue.
  ///
  /// - Returns: The result of `body`.
  public func withTerminalHandedOver<Value>(_ body: () throws -> Value) rethrows -> Value {
    screen.close()
    // The time of the other program does not count as slowness of the terminal.
    owedSince = nil
    defer {
      if isRunning {
        isScreenStale = true
        screen.open()
        window.send(.resize(screen.size))
        frameClock.flush()
      }
    }
    return try body()
  }

  // MARK: Input

  /// Handles events as if the screen had sent them together, and then draws one frame.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events, besides the drawing.
  public func send(_ events: [Event]) {
    screen(screen, didReceive: events)
    screenDidDrain(screen)
  }

  /// Handles events of the screen.
  ///
  /// ``screenDidDrain(_:)`` draws the frame.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events.
  public func screen(_ screen: any Screen, didReceive events: [Event]) {
    for event in events {
      guard isRunning else { return }
      switch event {
      case .resize, .focus:
        window.send(event)
      case .mouse(let mouse):
        let counted = clicks.count(mouse, at: frameClock.now)
        if !isTooSmall { window.send(.mouse(counted)) }
      case .key(Self.interruptKey):
        if window.waitingInput.contains(event) { quit(by: SIGINT) } else if !window.send(event) { interrupt() }
      case .key(Self.suspendKey):
        if isTooSmall || !window.send(event) { suspend() }
      case .key, .paste:
        if !isTooSmall { window.send(event) }
      }
    }
  }

  /// Draws a frame, if anything has changed.
  public func screenDidDrain(_ screen: any Screen) {
    if isFrameOwed, screen.isReady { frameClock.requestFrame() }
    frameClock.flush()
  }

  /// Draws the frame that could not be drawn.
  public func screenDidBecomeReady(_ screen: any Screen) {
    guard isFrameOwed else { return }
    // On a line that is so slow, animations are skipped and their end is drawn.
    if let owedSince, frameClock.now - owedSince >= Self.slowness { frameClock.pauseMotion(for: Self.stillness) }
    frameClock.requestFrame()
    frameClock.flush()
  }

  /// Ends the program, because the terminal is closed.
  public func screenDidDisappear(_ screen: any Screen) {
    quit(status: 1)
  }

  // MARK: Drawing

  /// A screen that takes longer than `slowness` for a frame is too slow for animations, which are skipped for
  /// `stillness`.
  private static let slowness = Duration.milliseconds(100)
  private static let stillness = Duration.seconds(10)

  private var isTooSmall: Bool {
    window.size.width < minimumSize.width || window.size.height < minimumSize.height
  }

  private func drawFrame() {
    guard isRunning else { return }
    guard screen.isReady else {
      isFrameOwed = true
      owedSince = owedSince ?? frameClock.now
      return
    }
    isFrameOwed = false
    owedSince = nil
    if isTooSmall {
      screen.show(drawNotice(), cursor: nil)
      isScreenStale = true
      return
    }
    notice = nil
    showWindow()
    window.frameWasShown()
  }

  private func showWindow() {
    let hasChanged = window.draw(into: surface)
    let cursor = window.cursorPosition
    // Many frames of a slow animation are equal to the previous one and need not be shown.
    guard hasChanged || isScreenStale || cursor != shownCursor else { return }
    isScreenStale = false
    shownCursor = cursor
    screen.show(surface, cursor: cursor)
  }

  /// The text in place of a window that is too small; names what the interrupt key would lose or answer.
  private var noticeText: String {
    let size = "\(minimumSize.width) × \(minimumSize.height)"
    if let alert = window.topViewController as? Alert {
      return "\(alert.title) Answer in a larger window (\(size)); ctrl-c quits."
    }
    let command = window.availableKeyCommands.first { $0.matches(Self.interruptKey) }
    guard window.hasUnsavedInput else {
      let effect = command.map { " (\($0.title))" } ?? ""
      return "This window is too small: make it at least \(size). Only ctrl-c works here\(effect)."
    }
    if command == nil, cover != nil {
      return "Unsaved input: make this window larger (\(size)). ctrl-c closes what covers it."
    }
    let times = command == nil ? "" : " twice"
    return "Unsaved input: make this window larger (\(size)), or press ctrl-c\(times) to lose it."
  }

  private func drawNotice() -> Surface {
    let notice = notice ?? Surface(size: window.size)
    self.notice = notice
    if notice.size != window.size { notice.resize(to: window.size) }
    let canvas = Canvas(notice)
    canvas.fill(style: Style())
    let lines = noticeText.wrapped(toWidth: window.size.width)
    var y = max(0, (window.size.height - lines.count) / 2)
    for line in lines {
      canvas.write(line, at: Point(x: 0, y: y), width: window.size.width, alignment: .center, style: Style())
      y += 1
    }
    return notice
  }
}
