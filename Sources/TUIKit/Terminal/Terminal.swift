import CTerminal
import FoundationEssentials
import Glibc
import Time

/// The process's terminal, which this type opens, draws, reads and restores.
///
/// It is restored once: by ``close()``, `exit`, a fatal signal or a trap, and before a stop. (`CTerminal` restores it
/// inside the signal handler.) Output never blocks, and input is read with `read(2)` from a dispatch source. Both use a
/// separate descriptor, so that other processes that share the terminal never find it non-blocking.
@MainActor
public final class Terminal: Screen {
  /// The number of columns and lines.
  public private(set) var size: Size
  /// Whether the background is dark or light, from `COLORFGBG` and then from the terminal's answer.
  public private(set) var background: TerminalBackground?
  /// Notified of input and changes; held weakly.
  public weak var delegate: (any ScreenDelegate)?

  private let device: TerminalDevice
  private var descriptor: Int32 { device.descriptor }
  private let catchesSignals: Bool
  private let renderer: CursesRenderer
  private let output: TerminalOutput
  private let input: TerminalInput
  private var signals: TerminalSignals?

  private var isOpen = false
  private var isCursorShown = false
  private var title: String?
  /// The last frame, to show it again after a stop.
  private var lastFrame: (surface: Surface, cursor: Point?)?
  /// Whether the last frame has to be shown again once the terminal accepts it.
  private var needsRepaint = false
  private var hasSync = false
  private var isAnswerDue = false

  /// Shorter frames arrive in one piece anyway.
  private static let syncThreshold = 512

  /// Detects the terminal and its capabilities.
  ///
  /// Nothing is written to it before ``open()``. A process should have one instance, since it has one terminal.
  ///
  /// - Throws: The reason why this terminal cannot be used, such as an unknown name.
  public convenience init(scheduler: any Scheduler) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    try self.init(device: Self.openDevice(), scheduler: scheduler, environment: TerminalEnvironment())
  }

  /// Owns `device`, a non-blocking descriptor; a test does not catch signals, which concern the whole process.
  init(
    device: Int32, scheduler: any Scheduler, environment: TerminalEnvironment, catchesSignals: Bool = true
  ) throws(TerminalError) {
    let owned = TerminalDevice(descriptor: device)
    self.device = owned
    self.catchesSignals = catchesSignals
    background = environment.background
    // Before ncurses starts: it would ignore SIGTSTP while it draws, and so discard one that is pending.
    if catchesSignals { TerminalSignals.catchSignals() }
    renderer = try CursesRenderer(theme: .matching(environment.background), environment: environment)
    output = TerminalOutput(device: owned)
    input = TerminalInput(device: owned, keys: renderer.capabilities.keys, scheduler: scheduler)
    size = Self.windowSize(of: device)
    renderer.resize(to: size)
    output.onIdle = { [weak self] in self?.outputIsIdle() }
    output.onFailure = { [weak self] in self?.disappear() }
    input.onEvents = { [weak self] in self?.deliver($0) }
    input.onReport = { [weak self] in self?.apply($0) }
    input.onDrain = { [weak self] in self?.inputIsDrained() }
    input.onEnd = { [weak self] in self?.disappear() }
  }

  isolated deinit {
    close()
  }

  // MARK: Screen

  /// The colours of the roles, from the next frame on.
  public var theme: Theme {
    get { renderer.theme }
    set { renderer.theme = newValue }
  }

  /// Whether colours are visible: the theme has some, and the terminal shows them.
  public var isColored: Bool { renderer.isColored }

  /// Whether the terminal has accepted the last frame.
  public var isReady: Bool { isOpen && output.isIdle }

  /// Opens the terminal: sets modes, begins to read, and queries the terminal's capabilities.
  public func open() {
    guard !isOpen else { return }
    isOpen = true
    takeTerminal()
    input.start()
    listenToSignals()
    updateSize()
  }

  /// Restores the terminal.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    input.stop()
    output.drain(within: 500)
    awaitAnswer()
    cterminal_guard_restore()
  }

  /// Stops the process as Ctrl-Z does in a shell, together with the other processes of its group.
  ///
  /// A program that waits for this one (`make`, a script) stops too, and the shell takes over.
  public func suspend() {
    guard isOpen else { return }
    if catchesSignals { kill(0, SIGTSTP) } else { stop() }
  }

  /// Restores the terminal, stops this process, and draws everything again once it continues.
  private func stop() {
    guard isOpen else { return }
    close()
    cterminal_stop()
    resume()
  }

  /// Writes the changes since the last frame.
  ///
  /// - Complexity: O(cells).
  public func show(_ surface: Surface, cursor: Point?) {
    guard isOpen else { return }
    lastFrame = (surface, cursor)
    guard output.isIdle else { return }
    cterminal_guard_thread()
    let body = renderer.frame(of: surface, cursor: cursor)
    let wantsCursor = cursor.map(surface.bounds.contains) ?? false
    guard !body.isEmpty || wantsCursor != isCursorShown else { return }
    let isSynced = hasSync && body.count >= Self.syncThreshold
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 32)
    if isSynced { bytes += TerminalCapabilities.beginSync }
    if isCursorShown, !wantsCursor { bytes += renderer.capabilities.hideCursor }
    bytes += body
    if !isCursorShown, wantsCursor { bytes += renderer.capabilities.showCursor }
    if isSynced { bytes += TerminalCapabilities.endSync }
    isCursorShown = wantsCursor
    output.write(bytes)
  }

  /// Sets the title of the terminal's window, if it has one.
  public func setTitle(_ title: String) {
    self.title = title
    if isOpen { writeTitle() }
  }

  private func writeTitle() {
    guard let title, renderer.capabilities.hasTitle else { return }
    let text = TextLocale.isUTF8 ? title.sanitized : title.sanitized.asciiStandIns
    output.write(Array("\u{1B}]2;\(text)\u{1B}\\".utf8))
  }

  /// Copies text to the terminal's clipboard (OSC 52), if it has one.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func copyToClipboard(_ text: String) {
    guard isOpen, renderer.capabilities.hasClipboard else { return }
    output.write(Array("\u{1B}]52;c;".utf8) + Data(text.utf8).base64EncodedData() + Array("\u{1B}\\".utf8))
  }

  // MARK: Opening and restoring

  private func takeTerminal() {
    cterminal_guard_thread()
    var settings = termios()
    tcgetattr(descriptor, &settings)
    let leave = renderer.capabilities.leave
    // From here on the terminal is restored however the program ends.
    leave.withUnsafeBytes { bytes in
      _ = cterminal_guard_arm(descriptor, &settings, bytes.baseAddress, bytes.count)
    }
    if catchesSignals { cterminal_guard_catch_signals() }
    enterModes(from: settings)
  }

  /// Another process may have left the terminal in any state, so modes are set again, but nothing is saved again.
  private func enterModes(from settings: termios, again: Bool = false) {
    var raw = settings
    raw.c_iflag &= ~tcflag_t(IXON | IXOFF | ICRNL | INLCR | IGNCR | ISTRIP)
    raw.c_oflag &= ~tcflag_t(OPOST)
    // Ctrl-\ sends its signal. Ctrl-C is a key, since the program may have to ask the user first, and so is Ctrl-Z,
    // which undoes typing in a text field.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      characters[Int(VINTR)] = 0
      characters[Int(VSUSP)] = 0
    }
    tcsetattr(descriptor, TCSADRAIN, &raw)
    isCursorShown = false
    isAnswerDue = isAnswerDue || !again && renderer.capabilities.asks
    renderer.repaint()
    output.write(again ? renderer.capabilities.reenter : renderer.capabilities.enter)
    writeTitle()
  }

  /// After a stop, the modes, the size and the content of the screen may have changed.
  private func resume() {
    open()
    repaint()
    delegate?.screenDidDrain(self)
  }

  private func repaint() {
    needsRepaint = !output.isIdle
    renderer.repaint()
    if let lastFrame, lastFrame.surface.size == size { show(lastFrame.surface, cursor: lastFrame.cursor) }
  }

  /// The process was stopped from outside and continues: other processes may have used the terminal.
  func retake() {
    guard isOpen else { return }
    var settings = termios()
    tcgetattr(descriptor, &settings)
    enterModes(from: settings, again: true)
    updateSize()
    repaint()
    delegate?.screenDidDrain(self)
  }

  /// Discards the terminal's late answer, so that the shell does not read it.
  private func awaitAnswer() {
    guard isAnswerDue else { return }
    isAnswerDue = false
    input.discard(within: 30)
  }

  private func disappear() {
    guard isOpen else { return }
    isOpen = false
    input.stop()
    delegate?.screenDidDisappear(self)
  }

  // MARK: Input

  private func listenToSignals() {
    guard catchesSignals, signals == nil else { return }
    signals = TerminalSignals { [weak self] in self?.receiveSignals($0) }
  }

  private func deliver(_ events: [Event]) {
    delegate?.screen(self, didReceive: events)
  }

  private func apply(_ report: InputDecoder.Report) {
    switch report {
    case .mode(TerminalCapabilities.syncMode, let state):
      hasSync = state == 1 || state == 2
      isAnswerDue = false
    case .mode: break
    case .background(let background):
      guard background != self.background else { return }
      self.background = background
      delegate?.screenDidLearnBackground(self)
    }
  }

  private func inputIsDrained() {
    guard isOpen else { return }
    delegate?.screenDidDrain(self)
  }

  private func receiveSignals(_ signals: Set<Int32>) {
    if signals.contains(SIGTSTP) {
      stop()
    } else if signals.contains(SIGCONT) {
      retake()
    } else if signals.contains(SIGWINCH), isOpen {
      // A window that has its former size again may have been smaller, and has lost a part of its content.
      if !updateSize() { repaint() }
      delegate?.screenDidDrain(self)
    }
  }

  /// Returns whether the size has changed.
  @discardableResult
  private func updateSize() -> Bool {
    let size = Self.windowSize(of: descriptor)
    guard size != self.size else { return false }
    self.size = size
    renderer.resize(to: size)
    deliver([.resize(size)])
    return true
  }

  private func outputIsIdle() {
    guard isOpen else { return }
    if needsRepaint { repaint() }
    guard output.isIdle else { return }
    delegate?.screenDidBecomeReady(self)
  }
}
