/// A screen without a terminal: keeps the last frame, and hands on the events it is given. For tests.
///
///     let screen = MemoryScreen(size: Size(width: 80, height: 24))
///     let application = Application(screen: screen, scheduler: ManualScheduler())
///     application.start(root: controller)
///     application.send([.key(KeyEvent(.down))])
///     #expect(screen.frame.line(0) == "…")
@MainActor
public final class MemoryScreen: Screen {
  /// The size in columns and lines.
  public private(set) var size: Size
  /// Notified of the events that the test sends; held weakly.
  public weak var delegate: (any ScreenDelegate)?
  /// The theme that was set last.
  public var theme = Theme.dark
  /// Set it to play a terminal that reports its background.
  public var background: TerminalBackground? {
    didSet { if background != oldValue { delegate?.screenDidLearnBackground(self) } }
  }
  /// Set it to `false` to play a terminal that is too slow.
  public var isReady = true {
    didSet { if isReady, !oldValue { delegate?.screenDidBecomeReady(self) } }
  }

  /// What was shown last.
  public let frame: Surface
  /// Where the cursor stood; `nil` while it was hidden.
  public private(set) var cursor: Point?
  /// How often something was shown.
  public private(set) var frameCount = 0
  /// Whether it has been taken, and not given back.
  public private(set) var isOpen = false
  /// How often it was asked to stop the process.
  public private(set) var suspensions = 0
  /// What the window is called.
  public private(set) var title = ""
  /// What was copied last.
  public private(set) var clipboard = ""
  /// Called after each frame.
  public var onFrame: (Surface) -> Void = { _ in }

  /// Creates a screen of a size.
  public init(size: Size = Size(width: 80, height: 24)) {
    self.size = size
    frame = Surface(size: size)
  }

  isolated deinit {}

  /// Notes that the screen is open.
  public func open() { isOpen = true }
  /// Notes that the screen is closed.
  public func close() { isOpen = false }

  /// Counts the call.
  public func suspend() {
    suspensions += 1
    frame.resize(to: size)
  }

  /// Keeps the frame.
  public func show(_ surface: Surface, cursor: Point?) {
    frame.copy(surface)
    self.cursor = cursor
    frameCount += 1
    onFrame(frame)
  }

  /// Keeps the title.
  public func setTitle(_ title: String) { self.title = title.sanitized }
  /// Keeps the text.
  public func copyToClipboard(_ text: String) { clipboard = text }

  /// Plays a person: sends events as a terminal would.
  public func receive(_ events: Event...) {
    delegate?.screen(self, didReceive: events)
    delegate?.screenDidDrain(self)
  }

  /// Plays a window that is dragged to another size.
  public func resize(to size: Size) {
    self.size = size
    receive(.resize(size))
  }

  /// Plays a terminal that goes away.
  public func disappear() {
    delegate?.screenDidDisappear(self)
  }
}
