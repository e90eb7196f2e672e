/// The root of a screen: it owns the views and the first responder, sends events along the responder chain, collects
/// the parts to draw, and draws them.
@MainActor
public final class Window: Responder {
  /// Contains the root controller's view and, above it, the presentations.
  public let contentView = View()
  /// Draws the window.
  public let frameClock: FrameClock
  /// The first responder of keys; set with ``makeFirstResponder(_:)``.
  public internal(set) weak var firstResponder: Responder?

  /// The commands that work on every screen, even during a presentation.
  public var commands: [KeyCommand] = []

  /// The titles of the commands that were run from the palette, the last one first.
  var usedCommands: [String] = []

  /// Whether the screen shows colours; set by the application.
  ///
  /// Without colours, a sign has to replace the meaning of a colour.
  public var isColored = true

  /// Called with input that waited for an ``InputHold`` and was dropped at its end: a press of a mouse button, since
  /// another object may be under the pointer by then, and all input after it.
  ///
  /// It is called in the turn of the queue in which the input would have been sent.
  public var onDiscardedInput: ([Event]) -> Void = { _ in }
  /// Called with input that waited for an ``InputHold`` and that no responder handled.
  var onUnhandledInput: (Event) -> Void = { _ in }
  /// The held input.
  var heldInput = HeldInput()

  /// The copied text, which the keys for copy, cut and paste use.
  public let pasteboard = Pasteboard()

  /// The presentations, from the lowest to the topmost.
  var presentations: [Presentation] = []

  /// The responder that handled the press of the held mouse button.
  private(set) weak var mouseCaptor: Responder?
  private var observers: [WeakObserver] = []
  private var dirtyRects: [Rect] = []
  private var isDrawing = false

  /// Creates a window that the clock draws.
  public init(size: Size, frameClock: FrameClock) {
    self.frameClock = frameClock
    super.init()
    contentView.hostWindow = self
    contentView.frame = Rect(size: size)
    invalidate(contentView.frame)
  }

  public override var window: Window? { self }
  /// ``commands``, and Tab and Shift-Tab.
  public override var keyCommands: [KeyCommand] {
    commands + [
      KeyCommand(KeyEvent(.tab), title: "next", detail: "Next field", role: .movement, isHint: false) { [weak self] in
        self?.moveFocus(.next)
      },
      KeyCommand(KeyEvent(.tab, .shift), title: "previous", detail: "Previous field", role: .movement, isHint: false) {
        [weak self] in
        self?.moveFocus(.previous)
      },
    ]
  }

  public override var keyCommandsTitle: String { "Everywhere" }

  /// The number of columns and lines; setting it lays everything out again.
  ///
  /// - Complexity: O(1) to read; setting it lays out every view.
  public var size: Size {
    get { contentView.frame.size }
    set {
      contentView.frame = Rect(size: newValue)
      for view in contentView.subviews { view.frame = contentView.bounds }
      dirtyRects = []
      invalidate(contentView.frame)
    }
  }

  /// The controller that fills the window.
  ///
  /// Setting it dismisses all presentations.
  ///
  /// - Complexity: O(1) to read; setting it costs O(presentations), and moves all views of both controllers.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      while let top = presentations.last { end(top) }
      oldValue?.beginAppearance(false)
      oldValue?.view.removeFromSuperview()
      oldValue?.endAppearance()
      guard let controller = rootViewController else { return }
      controller.beginAppearance(true)
      controller.view.frame = contentView.bounds
      contentView.insertSubview(controller.view, at: 0)
      makeFirstResponder(controller.responderToFocus)
      controller.endAppearance()
    }
  }

  /// The controller that receives keys: the one presented last, or the root.
  public var topViewController: ViewController? { presentations.last?.controller ?? rootViewController }

  /// Whether a controller of the window has input that the end of the program would lose.
  var hasUnsavedInput: Bool {
    rootViewController?.containsUnsavedInput == true
      || presentations.contains { $0.controller.containsUnsavedInput }
  }

  // MARK: Observers

  private struct WeakObserver {
    weak var observer: (any WindowObserver)?
  }

  /// Notifies `observer` of keys and frames from now on.
  ///
  /// The window does not retain it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of observers.
  public func addObserver(_ observer: any WindowObserver) {
    guard !observers.contains(where: { $0.observer === observer }) else { return }
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// The observers of a type.
  func observers<Observer>(of type: Observer.Type) -> [Observer] {
    observers.compactMap { $0.observer as? Observer }
  }

  /// Removes an observer.
  ///
  /// - Complexity: O(*n*), where *n* is the number of observers.
  public func removeObserver(_ observer: any WindowObserver) {
    observers.removeAll { $0.observer === observer || $0.observer == nil }
  }

  // MARK: Events

  /// The responders from the first one (or, without one, the controller in front) up to the window.
  ///
  /// - Complexity: O(*n*), where *n* is the number of responders.
  public var responderChain: [Responder] {
    var chain: [Responder] = []
    var responder: Responder? =
      firstResponder ?? topViewController?.frontmost.view ?? contentView.subviews.last ?? self
    while let current = responder {
      chain.append(current)
      responder = current.next
    }
    return chain
  }

  /// Every key command that works now, nearest first.
  ///
  /// Of several for one key only the nearest is included. Where characters become text, commands with plain characters
  /// further up are not included. While the screen shows work, a key that stops it belongs to no other command. A
  /// command has only the keys that run it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of responders and their commands.
  public var availableKeyCommands: [KeyCommand] { keyCommandGroups.flatMap(\.self) }

  /// The commands of ``keyCommands``, grouped by responder.
  var keyCommandGroups: [[KeyCommand]] {
    var groups: [[KeyCommand]] = []
    var taken: Set<KeyEvent> = []
    var isText = false
    for responder in responderChain {
      var commands: [KeyCommand] = []
      for var command in responder.keyCommands where command.isEnabled() {
        let keys = command.keys.filter {
          !taken.contains($0) && !(isText && $0.isPlainCharacter) && (stopper(of: $0) ?? responder) === responder
        }
        if keys.isEmpty { continue }
        taken.formUnion(keys)
        command.keys = keys
        commands.append(command)
      }
      groups.append(commands)
      if responder.takesText { isText = true }
    }
    return groups
  }

  /// Sends one event to its responders.
  ///
  /// Returns whether one of them handled it.
  func dispatch(_ event: Event) -> Bool {
    switch event {
    case .key(let key): sendKey(key)
    case .paste(let text): responderChain.contains { $0.pasted(text) }
    case .mouse(let mouse): sendMouse(mouse)
    case .resize(let size): resize(to: size)
    case .focus: false
    }
  }

  private func sendKey(_ event: KeyEvent) -> Bool {
    for entry in observers { entry.observer?.windowWillSendKey(event) }
    for responder in responderChain {
      if responder.keyPressed(event) { return true }
      if let command = responder.keyCommands.first(where: { $0.matches(event) && $0.isEnabled() }) {
        command.action()
        return true
      }
    }
    return false
  }

  /// The responder that handled the press receives the drag and the release too, wherever they happen; no responder
  /// does once something was presented above it.
  private func sendMouse(_ event: MouseEvent) -> Bool {
    let captor = mouseCaptor
    if event.action == .press || event.action == .release { mouseCaptor = nil }
    if event.action == .drag || event.action == .release, let captor, captor.window === self {
      return isCovered(captor) ? false : captor.mouseEvent(event)
    }
    var responder: Responder? = contentView.hitTest(event.location)
    while let current = responder {
      if current.mouseEvent(event) {
        if event.action == .press { mouseCaptor = current }
        return true
      }
      responder = current.next
    }
    return false
  }

  private func resize(to size: Size) -> Bool {
    self.size = size
    return true
  }

  func notifyOfWaitingInput() {
    for entry in observers { entry.observer?.windowDidChangeWaitingInput(self) }
  }

  // MARK: Drawing

  /// Requests a frame.
  ///
  /// Requests during a layout are part of the current frame.
  public func setNeedsFrame() {
    guard !isDrawing else { return }
    frameClock.requestFrame()
  }

  func invalidate(_ rect: Rect) {
    var rect = rect.intersection(contentView.frame)
    guard !rect.isEmpty else { return }
    // The usual case during the layout of a view that has to be drawn as a whole.
    for dirty in dirtyRects where dirty.contains(rect) { return setNeedsFrame() }
    // Rectangles that meet are merged, so that no cell is drawn twice. A screen needs only a few of them.
    while let index = dirtyRects.firstIndex(where: { $0.intersects(rect) }) {
      rect = rect.union(dirtyRects.remove(at: index))
    }
    dirtyRects.append(rect)
    if dirtyRects.count > 64 { dirtyRects = [dirtyRects.reduce(.zero) { $0.union($1) }] }
    setNeedsFrame()
  }

  /// Lays out and draws the changes since the last call.
  ///
  /// - Returns: Whether anything was drawn.
  /// - Complexity: O(*n*), where *n* is the number of changed cells, and of the views that draw them.
  @discardableResult
  public func draw(into surface: Surface) -> Bool {
    isDrawing = true
    defer {
      isDrawing = false
      if contentView.isLayoutPending || !dirtyRects.isEmpty { setNeedsFrame() }
    }
    for entry in observers { entry.observer?.windowWillDraw() }
    // Views may request the layout of others. Those that never agree wait for the next frame.
    for _ in 0..<8 where contentView.isLayoutPending { contentView.layoutIfNeeded() }
    if surface.size != size {
      surface.resize(to: size)
      dirtyRects = [contentView.bounds]
    }
    surface.isColored = isColored
    let rects = dirtyRects
    dirtyRects = []
    for rect in rects {
      let canvas = Canvas(surface: surface, size: size, clip: rect)
      canvas.fill(rect, style: Style())
      contentView.drawTree(in: canvas)
    }
    return !rects.isEmpty
  }

  /// Called after a frame was shown, or turned out to be equal to the one before.
  ///
  /// - Complexity: O(*n*), where *n* is the number of observers.
  public func frameWasShown() {
    for entry in observers { entry.observer?.windowDidShow() }
  }

  /// The position of the terminal's cursor; `nil` when the first responder has none or is scrolled out of sight.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the first responder.
  public var cursorPosition: Point? {
    guard let first = firstResponder as? View, var position = first.cursorPosition else { return nil }
    var view = first
    while true {
      guard !view.isHidden, view.bounds.contains(position) else { return nil }
      position = Point(x: position.x + view.frame.minX, y: position.y + view.frame.minY)
      guard let parent = view.superview else { return view === contentView ? position : nil }
      view = parent
    }
  }
}

/// Observes the keys and the frames of a window outside of the responder chain.
@MainActor
public protocol WindowObserver: AnyObject {
  /// Called before a key is sent to the first responder.
  func windowWillSendKey(_ event: KeyEvent)
  /// Called before a frame is laid out and drawn; the frame includes views that are marked dirty here.
  func windowWillDraw()
  /// Called when a frame is on its way to the terminal: work that the frame need not wait for.
  func windowDidShow()
  /// Called when input has begun to wait, was sent or was dropped; see ``Window/waitingInput``.
  func windowDidChangeWaitingInput(_ window: Window)
}

extension WindowObserver {
  /// Does nothing.
  public func windowWillSendKey(_ event: KeyEvent) {}
  /// Does nothing.
  public func windowWillDraw() {}
  /// Does nothing.
  public func windowDidShow() {}
  /// Does nothing.
  public func windowDidChangeWaitingInput(_ window: Window) {}
}
