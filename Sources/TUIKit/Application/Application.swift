import CTerminal
import Dispatch
import Glibc
import Time

/// A running program: a ``Window`` on a ``Screen``, the clock that draws it, and the way in and out.
///
///     let terminal = try Terminal(scheduler: MainScheduler.shared)
///     Application(screen: terminal, scheduler: MainScheduler.shared).run(root: MyController())
///
/// All input that has come is handled before one frame is drawn, at once; other changes are drawn by ``FrameClock``. At
/// rest nothing is scheduled. In tests, on a ``MemoryScreen`` and with a clock that is turned by hand, everything is the
/// same: call ``start(root:)`` and ``send(_:)``.
@MainActor
public final class Application: ScreenDelegate {
  /// What frames are shown on.
  public let screen: any Screen
  /// The root of everything that is seen.
  public let window: Window
  /// Decides when a frame is drawn.
  public let frameClock: FrameClock
  /// Below this size one sentence asks for more room, and keys are ignored: their effect could not be seen.
  public let minimumSize: Size

  /// Called once, before the screen is given back; not when a signal ends the process.
  public var onQuit: () -> Void = {}

  /// Whether the program has the screen: from ``start(root:)`` to ``quit(status:)``.
  public private(set) var isRunning = false
  /// What ``quit(status:)`` was called with.
  public private(set) var exitStatus: Int32?

  /// Keeps the application alive: the stack that called ``run(root:)`` is gone.
  private static var running: Application?

  private let surface: Surface
  private var notice: Surface?
  /// Since when a frame could not be drawn because the screen was not ready; nil: all have been drawn.
  private var owedSince: Instant?
  /// The screen shows something else than the window's last frame, or shows it in another theme.
  private var isScreenStale = true
  private var shownCursor: Point?
  private var endsProcess = false
  private var clicks = ClickCounter()

  /// - Parameters:
  ///   - screen: a ``Terminal``; a ``MemoryScreen`` in tests.
  ///   - scheduler: what time is taken from.
  ///   - theme: see ``chosenTheme``.
  ///   - isMotionEnabled: whether things move; see ``FrameClock/isMotionEnabled``.
  ///   - minimumSize: see ``minimumSize``.
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
    screen.theme = theme ?? .matching(screen.background)
    window.isColored = screen.isColored
    screen.delegate = self
    window.pasteboard.onChange = { [weak screen] in screen?.copyToClipboard($0) }
    frameClock.onFrame = { [weak self] in self?.drawFrame() }
    window.onUnhandledInput = { [weak self] in
      switch $0 {
      case .key(Self.interruptKey): self?.quit(by: SIGINT)
      case .key(Self.suspendKey): self?.suspend()
      default: break
      }
    }
  }

  isolated deinit {}

  /// The theme that the user chose, as far as the screen can show it. `nil` follows the terminal's background: ``Theme/dark``
  /// or ``Theme/light``, and ``Theme/neutral`` while that is unknown.
  public var chosenTheme: Theme? {
    didSet { if chosenTheme != oldValue { applyTheme() } }
  }

  /// The colours of the roles. Setting it chooses a theme, which the next frame shows.
  public var theme: Theme {
    get { screen.theme }
    set { chosenTheme = newValue }
  }

  private func applyTheme() {
    screen.theme = chosenTheme ?? .matching(screen.background)
    window.isColored = screen.isColored
    isScreenStale = true
    frameClock.requestFrame()
  }

  /// Follows the background when no theme is chosen.
  public func screenDidLearnBackground(_ screen: any Screen) {
    if chosenTheme == nil { applyTheme() }
  }

  /// What the terminal's window is called.
  public var title = "" {
    didSet { if title != oldValue, isRunning { screen.setTitle(title) } }
  }

  // MARK: Coming and going

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

  /// Gives the screen back, once, and ends the process with `status`; under ``start(root:)`` the process goes on.
  public func quit(status: Int32 = 0) {
    leave(status: status) { exit(status) }
  }

  /// A screen with something to lose has a command for this key, which also works while the screen is too small. Without such
  /// a command the key ends the program as SIGINT does. Pressed again while it waits behind an ``InputHold``, it ends the
  /// program at once.
  private static let interruptKey = KeyEvent(.character("c"), .control)

  /// Suspends the program where no responder takes it; a text field undoes typing.
  private static let suspendKey = KeyEvent(.character("z"), .control)

  private func quit(by signal: Int32) {
    leave(status: 128 + signal) {
      cterminal_die(signal)
      // No signal that ends a process comes back from there.
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

  /// Gives the terminal back and stops, as Ctrl-Z does.
  public func suspend() {
    guard isRunning else { return }
    owedSince = nil
    screen.suspend()
  }

  /// Gives the terminal to another program (an editor, a pager) while `body` runs, and then shows everything again. Blocks the
  /// main queue.
  public func withTerminalHandedOver<Value>(_ body: () throws -> Value) rethrows -> Value {
    screen.close()
    // Another program has the terminal: that does not make it slow.
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

  /// Handles events as if the screen had sent them, all of them, and then draws one frame.
  public func send(_ events: [Event]) {
    screen(screen, didReceive: events)
    screenDidDrain(screen)
  }

  /// Handles events of the screen. The frame is drawn by ``screenDidDrain(_:)``.
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
        if window.waitingInput.contains(event) || !window.send(event) { quit(by: SIGINT) }
      case .key(Self.suspendKey):
        if isTooSmall || !window.send(event) { suspend() }
      case .key, .paste:
        if !isTooSmall { window.send(event) }
      }
    }
  }

  /// Draws a frame, if anything has changed.
  public func screenDidDrain(_ screen: any Screen) {
    frameClock.flush()
  }

  /// Draws the frame that could not be drawn.
  public func screenDidBecomeReady(_ screen: any Screen) {
    guard let owedSince else { return }
    // A line that takes so long for one frame shows where things end up, not how they get there.
    if frameClock.now - owedSince >= Self.slowness { frameClock.pauseMotion(for: Self.stillness) }
    frameClock.requestFrame()
    frameClock.flush()
  }

  /// Ends the program: there is no terminal any more.
  public func screenDidDisappear(_ screen: any Screen) {
    quit(status: 1)
  }

  // MARK: Drawing

  /// A screen that takes longer than this for a frame is too slow for motion, and is thought to be for so long.
  private static let slowness = Duration.milliseconds(100)
  private static let stillness = Duration.seconds(10)

  private var isTooSmall: Bool {
    window.size.width < minimumSize.width || window.size.height < minimumSize.height
  }

  private func drawFrame() {
    guard isRunning else { return }
    guard screen.isReady else {
      owedSince = owedSince ?? frameClock.now
      return
    }
    owedSince = nil
    if isTooSmall {
      screen.show(drawNotice(), cursor: nil)
      isScreenStale = true
      return
    }
    notice = nil
    let hasChanged = window.draw(into: surface)
    let cursor = window.cursorPosition
    // Many a frame of a slow animation looks like the one before: it costs next to nothing.
    guard hasChanged || isScreenStale || cursor != shownCursor else { return }
    isScreenStale = false
    shownCursor = cursor
    screen.show(surface, cursor: cursor)
  }

  private func drawNotice() -> Surface {
    let notice = notice ?? Surface(size: window.size)
    self.notice = notice
    if notice.size != window.size { notice.resize(to: window.size) }
    let canvas = Canvas(notice)
    canvas.fill(style: Style())
    let sentence = "This window is too small: make it at least \(minimumSize.width) × \(minimumSize.height)."
    let lines = sentence.wrapped(toWidth: window.size.width)
    var y = max(0, (window.size.height - lines.count) / 2)
    for line in lines {
      canvas.write(line, at: Point(x: 0, y: y), width: window.size.width, alignment: .center, style: Style())
      y += 1
    }
    return notice
  }
}
