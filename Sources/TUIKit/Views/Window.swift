/// The root of everything on a screen: holds the first responder, sends events along the responder chain, collects what has
/// to be drawn, and draws it.
@MainActor
public final class Window: Responder {
  /// Holds the root controller's view and, above it, whatever is presented.
  public let contentView = View()
  public let frameClock: FrameClock
  public private(set) weak var firstResponder: Responder?

  private var dirtyRects: [Rect] = []
  private var isDrawing = false

  public init(size: Size, frameClock: FrameClock) {
    self.frameClock = frameClock
    super.init()
    contentView.hostWindow = self
    contentView.frame = Rect(size: size)
    invalidate(contentView.frame)
  }

  public override var window: Window? { self }

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
  public var rootViewController: ViewController? {
    didSet {
      oldValue?.viewWillDisappear()
      oldValue?.view.removeFromSuperview()
      oldValue?.viewDidDisappear()
      guard let controller = rootViewController else { return }
      controller.viewWillAppear()
      controller.view.frame = contentView.bounds
      contentView.insertSubview(controller.view, at: 0)
      makeFirstResponder(controller.preferredFirstResponder)
      controller.viewDidAppear()
    }
  }

  // MARK: First responder

  @discardableResult
  public func makeFirstResponder(_ responder: Responder?) -> Bool {
    guard responder !== firstResponder else { return true }
    if let responder, !responder.canBecomeFirstResponder { return false }
    let previous = firstResponder
    firstResponder = responder
    previous?.firstResponderDidChange()
    responder?.firstResponderDidChange()
    setNeedsFrame()
    return true
  }

  public enum FocusDirection { case next, previous }

  /// Moves the focus to the next view, or the one before, of the controller on top; round at the ends.
  public func moveFocus(_ direction: FocusDirection) {
    var views: [View] = []
    contentView.subviews.last?.collectFocusable(into: &views)
    guard !views.isEmpty else { return }
    let current = views.firstIndex { $0 === firstResponder }
    let index =
      switch (direction, current) {
      case (.next, let current?): (current + 1) % views.count
      case (.next, nil): 0
      case (.previous, let current?): (current + views.count - 1) % views.count
      case (.previous, nil): views.count - 1
      }
    makeFirstResponder(views[index])
  }

  // MARK: Events

  /// The responders from the first one (or the controller on top, when there is none) up to the window.
  public var responderChain: [Responder] {
    var chain: [Responder] = []
    var responder: Responder? = firstResponder ?? contentView.subviews.last ?? self
    while let current = responder {
      chain.append(current)
      responder = current.next
    }
    return chain
  }

  /// Every key command that works now, nearest first.
  public var availableKeyCommands: [KeyCommand] {
    responderChain.flatMap(\.keyCommands).filter { $0.isEnabled() }
  }

  /// Sends one event to whom it concerns; returns whether anybody took it.
  @discardableResult
  public func send(_ event: Event) -> Bool {
    switch event {
    case .key(let key): sendKey(key)
    case .paste(let text): responderChain.contains { $0.pasted(text) }
    case .mouse(let mouse): sendMouse(mouse)
    case .resize(let size): resize(to: size)
    case .focus: false
    }
  }

  private func sendKey(_ event: KeyEvent) -> Bool {
    for responder in responderChain {
      if responder.keyPressed(event) { return true }
      if let command = responder.keyCommands.first(where: { $0.matches(event) && $0.isEnabled() }) {
        command.action()
        return true
      }
    }
    switch event {
    case KeyEvent(.tab): moveFocus(.next)
    case KeyEvent(.tab, .shift): moveFocus(.previous)
    default: return false
    }
    return true
  }

  private func sendMouse(_ event: MouseEvent) -> Bool {
    var responder: Responder? = contentView.hitTest(event.location)
    while let current = responder {
      if current.mouseEvent(event) { return true }
      responder = current.next
    }
    return false
  }

  private func resize(to size: Size) -> Bool {
    self.size = size
    return true
  }

  // MARK: Drawing

  public func setNeedsFrame() {
    // What layout changes while a frame is being made is part of that frame.
    guard !isDrawing else { return }
    frameClock.requestFrame()
  }

  func invalidate(_ rect: Rect) {
    var rect = rect.intersection(contentView.frame)
    guard !rect.isEmpty else { return }
    // Rectangles that meet become one, so no cell is drawn twice; a few dozen are all that a screen needs.
    while let index = dirtyRects.firstIndex(where: { $0.intersects(rect) }) {
      rect = rect.union(dirtyRects.remove(at: index))
    }
    dirtyRects.append(rect)
    if dirtyRects.count > 64 { dirtyRects = [dirtyRects.reduce(.zero) { $0.union($1) }] }
    setNeedsFrame()
  }

  /// Lays out and draws what has changed since the last call. Returns whether anything was drawn.
  @discardableResult
  public func draw(into surface: Surface) -> Bool {
    isDrawing = true
    defer {
      isDrawing = false
      if contentView.isLayoutPending || !dirtyRects.isEmpty { setNeedsFrame() }
    }
    // Views that are laid out may ask others for it; those that never agree wait for the next frame.
    for _ in 0..<8 where contentView.isLayoutPending { contentView.layoutIfNeeded() }
    if surface.size != size {
      surface.resize(to: size)
      dirtyRects = [contentView.bounds]
    }
    let rects = dirtyRects
    dirtyRects = []
    for rect in rects {
      let canvas = Canvas(surface: surface, size: size, clip: rect)
      canvas.fill(rect, style: Style())
      contentView.drawTree(in: canvas)
    }
    return !rects.isEmpty
  }

  /// Where the terminal's cursor belongs.
  public var cursorPosition: Point? {
    guard let view = firstResponder as? View, let position = view.cursorPosition else { return nil }
    return view.convertToWindow(position)
  }
}
