/// A rectangle that draws itself and its subviews, and takes part in the responder chain.
///
/// Frames are set by the superview in ``layoutSubviews()``; nothing is drawn at once: ``setNeedsDisplay(_:)`` marks
/// what has to be drawn again, and the next frame draws it.
@MainActor
open class View: Responder {
  /// The view that contains this one.
  public private(set) weak var superview: View?
  /// The contained views, from the lowest to the topmost.
  public private(set) var subviews: [View] = []

  /// The view controller of which this is the root view; it is between this view and its superview in the responder
  /// chain.
  public internal(set) weak var viewController: ViewController?

  /// The objects with the lifetime of this view, mainly the tokens of bindings.
  public private(set) lazy var attachments = Attachments()

  /// The window of a content view; all other views find it through their superviews.
  weak var hostWindow: Window?

  /// Creates a view.
  ///
  /// - Parameter frame: The frame; most superviews set it in their layout.
  public init(frame: Rect = .zero) {
    self.frame = frame
    super.init()
  }

  // MARK: Geometry

  /// The rectangle of the view in its superview.
  ///
  /// - Complexity: O(*d*) to set, where *d* is the depth of the view in the tree.
  open var frame: Rect {
    didSet {
      guard frame != oldValue else { return }
      if frame.size != oldValue.size { setNeedsLayout() }
      // A superview that has yet to be laid out is drawn whole.
      guard !isHidden, let superview, !superview.needsLayout else { return }
      superview.setNeedsDisplay(oldValue.union(frame))
    }
  }

  /// The rectangle of the view in its own coordinates.
  public var bounds: Rect { Rect(size: frame.size) }

  /// Whether Tab stops here.
  ///
  /// Other views can still be focused with the cursor keys or a click.
  public var isTabStop = true

  /// Whether the view and its subviews are invisible, receive no keys and take no room in a stack.
  open var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      superview?.setNeedsDisplay(frame)
      superview?.setNeedsLayout()
      if isHidden { window?.giveUpFocus(inside: self) }
    }
  }

  /// The preferred size of the view in a given room.
  open func sizeThatFits(_ size: Size) -> Size { size }

  /// Notifies the views around this one that ``sizeThatFits(_:)`` has changed, so that they are laid out again.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public func invalidateIntrinsicContentSize() {
    var view = superview
    while let current = view {
      current.setNeedsLayout()
      view = current.superview
    }
  }

  /// Converts a point of this view to the window's coordinates.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public func convertToWindow(_ point: Point) -> Point {
    var result = point
    var view: View? = self
    while let current = view {
      result.x += current.frame.minX
      result.y += current.frame.minY
      view = current.superview
    }
    return result
  }

  /// Converts a point of the window to this view's coordinates.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public func convertFromWindow(_ point: Point) -> Point {
    let origin = convertToWindow(.zero)
    return Point(x: point.x - origin.x, y: point.y - origin.y)
  }

  // MARK: The tree

  /// Adds a view above the other subviews, and removes it from its earlier superview.
  ///
  /// - Complexity: That of ``insertSubview(_:at:)``.
  open func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts a view below the subviews from `index` on; the last subview is drawn topmost.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views inside the inserted one, and of the subviews.
  open func insertSubview(_ view: View, at index: Int) {
    view.removeFromSuperview()
    subviews.insert(view, at: min(index, subviews.count))
    view.superview = self
    view.didMoveToSuperview()
    if window != nil { view.notifyMovedToWindow() }
    setNeedsLayout()
    view.setNeedsLayout()
    setNeedsDisplay(view.frame)
  }

  /// Removes the view from its superview, and passes a focus inside it on.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views inside this one, and of its siblings.
  open func removeFromSuperview() {
    guard let superview else { return }
    let window = window
    if let window, let first = window.firstResponder, first.isInside(self) { window.makeFirstResponder(nil) }
    superview.setNeedsDisplay(frame)
    superview.setNeedsLayout()
    superview.removeSubview(self)
    self.superview = nil
    didMoveToSuperview()
    if window != nil { notifyMovedToWindow() }
  }

  private func removeSubview(_ view: View) {
    for index in subviews.indices where subviews[index] === view {
      subviews.remove(at: index)
      return
    }
  }

  /// Called when ``superview`` has changed.
  open func didMoveToSuperview() {}

  /// Called when this view, alone or with a superview, has entered or left a ``window``.
  open func didMoveToWindow() {}

  private func notifyMovedToWindow() {
    didMoveToWindow()
    for view in subviews { view.notifyMovedToWindow() }
  }

  /// Whether it is `ancestor` or inside of it.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public func isDescendant(of ancestor: View) -> Bool {
    var view: View? = self
    while let current = view {
      if current === ancestor { return true }
      view = current.superview
    }
    return false
  }

  /// The topmost view at `point` (in this view's coordinates).
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree below this one.
  open func hitTest(_ point: Point) -> View? {
    guard !isHidden, bounds.contains(point) else { return nil }
    for view in subviews.reversed() {
      let inside = Point(x: point.x - view.frame.minX, y: point.y - view.frame.minY)
      if let hit = view.hitTest(inside) { return hit }
    }
    return self
  }

  // MARK: Responder chain

  open override var next: Responder? { viewController ?? superview ?? hostWindow }

  open override var window: Window? {
    var view = self
    while let parent = view.superview { view = parent }
    return view.hostWindow
  }

  /// Adds the views at which Tab stops to `views`, by default in the order of the tree.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree below this one.
  open func collectFocusable(into views: inout [View]) {
    guard !isHidden else { return }
    if canBecomeFirstResponder { views.append(self) }
    for view in subviews { view.collectFocusable(into: &views) }
  }

  // MARK: Layout

  private(set) var needsLayout = true
  private(set) var subtreeNeedsLayout = true

  /// Requests ``layoutSubviews()`` before the next frame.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public func setNeedsLayout() {
    needsLayout = true
    var view = superview
    while let current = view, !current.subtreeNeedsLayout {
      current.subtreeNeedsLayout = true
      view = current.superview
    }
    window?.setNeedsFrame()
  }

  /// Whether this view or one inside it has to be laid out.
  var isLayoutPending: Bool { needsLayout || subtreeNeedsLayout }

  /// Places the subviews.
  ///
  /// Called before drawing after a change of the size or ``setNeedsLayout()``.
  open func layoutSubviews() {}

  /// Lays out this view and its subviews now.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree below this one.
  public func layoutIfNeeded() {
    if needsLayout {
      setNeedsDisplay()
      layoutSubviews()
      // Views that are added, removed or moved during the layout do not request another one.
      needsLayout = false
    }
    guard subtreeNeedsLayout else { return }
    subtreeNeedsLayout = false
    for view in subviews { view.layoutIfNeeded() }
  }

  // MARK: Drawing

  /// The background of the view; by default that of its superview, so that a label fits a sheet too.
  ///
  /// It is not transparent: a view over a sibling with another background needs its own.
  ///
  /// - Complexity: O(*d*) to set, where *d* is the depth of the view in the tree.
  public var backgroundRole: ColorRole? {
    didSet { if backgroundRole != oldValue { setNeedsDisplay() } }
  }

  /// ``backgroundRole``, or the nearest one up the tree.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public var background: ColorRole {
    var view: View? = self
    while let current = view {
      if let role = current.backgroundRole { return role }
      view = current.superview
    }
    return .surface
  }

  /// Marks `rect`, or the whole view, to be drawn in the next frame.
  ///
  /// - Complexity: O(*d*), where *d* is the depth of the view in the tree.
  public func setNeedsDisplay(_ rect: Rect? = nil) {
    var dirty = (rect ?? bounds).intersection(bounds)
    var view = self
    while !dirty.isEmpty, !view.isHidden {
      dirty = dirty.offset(by: view.frame.origin)
      guard let parent = view.superview else {
        view.hostWindow?.invalidate(dirty)
        return
      }
      dirty = dirty.intersection(parent.bounds)
      view = parent
    }
  }

  /// Draws the view itself; subviews are drawn on top of it afterwards.
  open func draw(in canvas: Canvas) {}

  /// Draws this view and its subviews.
  ///
  /// To draw *over* the subviews, override this and call `super` first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree below this one.
  open func drawTree(in canvas: Canvas) {
    if let backgroundRole { canvas.fill(style: Style(on: backgroundRole)) }
    draw(in: canvas)
    for view in subviews where !view.isHidden {
      let part = canvas.part(view.frame)
      if !part.isFullyClipped { view.drawTree(in: part) }
    }
  }

  /// The position of the terminal's cursor while this view is the first responder; `nil` hides it.
  open var cursorPosition: Point? { nil }
}

extension Responder {
  /// Whether this is `view`, or reaches it up the chain.
  func isInside(_ view: View) -> Bool {
    var responder: Responder? = self
    while let current = responder {
      if current === view { return true }
      responder = current.next
    }
    return false
  }

  /// Whether this or a superview of it is hidden, up to but not including `ancestor`.
  func isHidden(below ancestor: View?) -> Bool {
    var view = self as? View
    while let current = view, current !== ancestor {
      if current.isHidden { return true }
      view = current.superview
    }
    return false
  }
}
