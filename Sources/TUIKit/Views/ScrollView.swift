/// Shows a part of a larger content.
///
/// The content is in ``contentView``; its height is ``contentHeight``, its width that of the scroll view.
///
/// A focused view inside is scrolled into sight. The wheel scrolls, and so do PgUp and PgDn unless a view inside
/// handles them.
open class ScrollView: View {
  /// Contains the scrolled views.
  public let contentView = View()

  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addSubview(contentView)
  }

  /// The number of lines of the content.
  ///
  /// Set it in the layout.
  public var contentHeight = 0 {
    didSet { if contentHeight != oldValue { setNeedsLayout() } }
  }

  /// The first visible line; clamped to the content.
  public var contentOffset = 0 {
    didSet {
      let allowed = min(max(contentOffset, 0), maximumOffset)
      if allowed != contentOffset { contentOffset = allowed }
      if contentOffset != oldValue { placeContent() }
    }
  }

  /// The offset at which the last line is at the bottom.
  public var maximumOffset: Int { max(0, contentHeight - bounds.height) }

  /// Whether a mark in the last column shows the visible part.
  ///
  /// It takes no column away from the content.
  public var showsScrollMark = true

  /// Scrolls as little as needed to show `rect` (in the content's coordinates); if it is higher than the view, its top.
  public func scrollRectToVisible(_ rect: Rect) {
    layoutIfNeeded()
    show(rect)
  }

  private func show(_ rect: Rect) {
    guard !bounds.isEmpty else { return }
    var offset = contentOffset
    if rect.maxY > offset + bounds.height { offset = rect.maxY - bounds.height }
    if rect.minY < offset { offset = rect.minY }
    contentOffset = offset
  }

  /// The part of the content to show for `view`, a view inside; by default `rect`, in its coordinates.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views between this one and the view.
  open func rectToShow(_ rect: Rect, of view: View) -> Rect {
    var rect = rect
    var current: View? = view
    while let view = current, view !== contentView {
      rect = rect.offset(by: view.frame.origin)
      current = view.superview
    }
    return rect
  }

  open override func layoutSubviews() {
    contentOffset = min(contentOffset, maximumOffset)
    placeContent()
    // Keeps the focused view visible in a smaller window.
    guard bounds.size != lastSize else { return }
    lastSize = bounds.size
    guard let first = window?.firstResponder as? View, first !== self, first.isDescendant(of: contentView) else {
      return
    }
    show(
      rectToShow(
        first.cursorPosition.map { Rect(origin: $0, size: Size(width: 1, height: 1)) } ?? first.bounds, of: first))
  }

  private var lastSize = Size.zero

  private func placeContent() {
    contentView.frame = Rect(
      x: 0, y: -contentOffset, width: bounds.width, height: max(contentHeight, bounds.height))
  }

  open override func drawTree(in canvas: Canvas) {
    super.drawTree(in: canvas)
    guard showsScrollMark, bounds.height > 1 else { return }
    canvas.drawScrollMark(
      in: bounds, offset: contentOffset, contentHeight: contentHeight, style: Style(.border, on: background))
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.pageUp): return scroll(by: -max(1, bounds.height - 1))
    case KeyEvent(.pageDown): return scroll(by: max(1, bounds.height - 1))
    default: return false
    }
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .scrollUp: scroll(by: -3)
    case .scrollDown: scroll(by: 3)
    case .press, .release, .drag: false
    }
  }

  /// Scrolls by a number of lines; a negative one scrolls up.
  ///
  /// - Returns: `false` when the whole content is visible.
  @discardableResult
  public func scroll(by lines: Int) -> Bool {
    guard maximumOffset > 0 else { return false }
    contentOffset += lines
    return true
  }
}

extension View {
  /// Scrolls every scroll view around this one so that `rect`, or all of the view, is visible.
  ///
  /// - Complexity: O(*n*), where *n* is the number of superviews, and the layout of those that need it.
  public func scrollToVisible(_ rect: Rect? = nil) {
    var view = superview
    while let current = view {
      if let scrollView = current as? ScrollView {
        // A row that was just inserted moves those below it.
        scrollView.layoutIfNeeded()
        scrollView.scrollRectToVisible(scrollView.rectToShow(rect ?? bounds, of: self))
      }
      view = current.superview
    }
  }
}
