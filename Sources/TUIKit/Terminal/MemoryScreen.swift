/// A screen without a terminal, for tests: it stores the last frame, and forwards the events that it is given.
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
  /// Set by a test to act as a terminal that reports its background.
  public var background: TerminalBackground? {
    didSet { if background != oldValue { delegate?.screenDidLearnBackground(self) } }
  }
  /// Set to `false` by a test to act as a terminal that is too slow.
  public var isReady = true {
    didSet { if isReady, !oldValue { delegate?.screenDidBecomeReady(self) } }
  }

  /// The last frame.
  public let frame: Surface
  /// The last position of the cursor; `nil` when it was hidden.
  public private(set) var cursor: Point?
  /// The number of frames shown.
  public private(set) var frameCount = 0
  /// Whether the screen is open.
  public private(set) var isOpen = false
  /// The number of requests to stop the process.
  public private(set) var suspensions = 0
  /// The title of the window.
  public private(set) var title = ""
  /// The text that was copied last.
  public private(set) var clipboard = ""
  /// Called after each frame.
  public var onFrame: (Surface) -> Void = { _ in }

  /// Creates a screen of a size.
  public init(size: Size = Size(width: 80, height: 24)) {
    self.size = size
    frame = Surface(size: size)
  }

  isolated deinit {}

  /// Records that the screen is open.
  public func open() { isOpen = true }
  /// Records that the screen is closed.
  public func close() { isOpen = false }

  /// Counts the call.
  public func suspend() {
    suspensions += 1
    frame.resize(to: size)
  }

  /// Stores the frame.
  public func show(_ surface: Surface, cursor: Point?) {
    frame.copy(surface)
    self.cursor = cursor
    frameCount += 1
    onFrame(frame)
  }

  /// Stores the title.
  public func setTitle(_ title: String) { self.title = title.sanitized }
  /// Stores the text.
  public func copyToClipboard(_ text: String) { clipboard = text }

  /// Sends events as a terminal would.
  public func receive(_ events: Event...) {
    delegate?.screen(self, didReceive: events)
    delegate?.screenDidDrain(self)
  }

  /// Changes the size, as when the user drags the window's corner.
  public func resize(to size: Size) {
    self.size = size
    receive(.resize(size))
  }

  /// Acts as a terminal that is closed.
  public func disappear() {
    delegate?.screenDidDisappear(self)
  }
}
