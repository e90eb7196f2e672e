/// Notified when a split view changes between one side and both.
@MainActor
public protocol SplitViewControllerDelegate: AnyObject {
  /// Called when ``SplitViewController/isCollapsed`` has changed.
  func splitViewControllerDidChangeCollapse(_ splitViewController: SplitViewController)
}

/// A list and the details of its selected row: side by side in a wide window, one at a time in a narrow one.
///
///     let split = SplitViewController(primary: list, secondary: card)
///     // When a person chooses a row:
///     split.showSecondary()
///
/// Collapsed, the secondary side covers the whole width when it is shown, and Esc returns to the list. Side by side,
/// both methods only move the focus.
@MainActor
open class SplitViewController: ViewController {
  /// Notified of changes; held weakly.
  public weak var delegate: (any SplitViewControllerDelegate)?
  /// The controller of the list.
  public let primary: ViewController
  /// The controller of the details.
  public let secondary: ViewController

  /// The width below which only one side is shown.
  public var minimumExpandedWidth = 140 {
    didSet { splitView.setNeedsLayout() }
  }

  /// The fraction of the width for the primary side.
  public var primaryFraction = 0.6 {
    didSet { splitView.setNeedsLayout() }
  }

  /// Whether only one side is shown.
  public private(set) var isCollapsed = true
  /// Whether a collapsed split view shows its secondary side.
  public private(set) var showsSecondaryWhenCollapsed = false

  private let splitView = SplitView()

  /// Creates a controller that shows two controllers beside each other.
  public init(primary: ViewController, secondary: ViewController) {
    self.primary = primary
    self.secondary = secondary
    super.init()
    addChild(primary)
    addChild(secondary)
    splitView.onLayout = { [weak self] in self?.layOut() }
  }

  // MARK: The two sides

  /// Shows the secondary side, or focuses it.
  public func showSecondary() {
    showsSecondaryWhenCollapsed = true
    update(focusing: secondary)
  }

  /// Shows the primary side, or focuses it.
  public func showPrimary() {
    showsSecondaryWhenCollapsed = false
    update(focusing: primary)
  }

  private func update(focusing controller: ViewController) {
    guard isViewLoaded else { return }
    let isOurs = window.map { $0.firstResponder?.isInside(splitView) ?? true } ?? false
    for side in [primary, secondary] { side.rememberFocus() }
    showSides()
    if isOurs { window?.makeFirstResponder(controller.responderToFocus) }
  }

  open override var visibleChildren: [ViewController] {
    isCollapsed ? [showsSecondaryWhenCollapsed ? secondary : primary] : [primary, secondary]
  }

  /// Shows the visible controllers, and notifies all of their appearance.
  private func showSides() {
    let visible = visibleChildren
    let isOnScreen = appearance == .appearing || appearance == .appeared
    for side in [primary, secondary] {
      let isVisible = visible.contains { $0 === side }
      if isOnScreen { side.beginAppearance(isVisible) }
      side.view.isHidden = !isVisible
      if appearance == .appeared { side.endAppearance() }
    }
    splitView.setNeedsLayout()
  }

  private func layOut() {
    let size = splitView.bounds.size
    let collapses = size.width < minimumExpandedWidth
    if collapses != isCollapsed {
      isCollapsed = collapses
      // The side with the focus stays visible.
      let inSecondary = window?.firstResponder?.isInside(secondary.view) ?? false
      if collapses { showsSecondaryWhenCollapsed = inSecondary }
      update(focusing: inSecondary || collapses && showsSecondaryWhenCollapsed ? secondary : primary)
      delegate?.splitViewControllerDidChangeCollapse(self)
      // Hint bars have read the commands before this layout.
      window?.frameClock.requestFrame()
    }
    let first = isCollapsed ? size.width : Int((Double(size.width) * min(max(primaryFraction, 0), 1)).rounded())
    splitView.divider = isCollapsed ? nil : first
    primary.view.frame = Rect(x: 0, y: 0, width: first, height: size.height)
    secondary.view.frame =
      isCollapsed
      ? Rect(size: size) : Rect(x: first + 1, y: 0, width: max(0, size.width - first - 1), height: size.height)
  }

  // MARK: Container

  open override func loadView() -> View {
    splitView.addSubview(primary.view)
    splitView.addSubview(secondary.view)
    showSides()
    return splitView
  }

  open override var frontmost: ViewController {
    (isCollapsed && showsSecondaryWhenCollapsed ? secondary : primary).frontmost
  }

  open override var preferredFirstResponder: Responder? {
    (isCollapsed && showsSecondaryWhenCollapsed ? secondary : primary).responderToFocus
  }

  private var isInSecondary: Bool {
    isCollapsed
      ? showsSecondaryWhenCollapsed : isViewLoaded && window?.firstResponder?.isInside(secondary.view) == true
  }

  open override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.escape), title: "back", detail: "Back to the list",
        isEnabled: { [weak self] in self?.isInSecondary ?? false }
      ) { [weak self] in self?.showPrimary() }
    ]
  }
}

/// The two sides, and the line between them.
private final class SplitView: View {
  var onLayout: () -> Void = {}
  var divider: Int? {
    didSet { if divider != oldValue { setNeedsDisplay() } }
  }

  override func layoutSubviews() { onLayout() }

  override func draw(in canvas: Canvas) {
    guard let divider else { return }
    canvas.fill(
      Rect(x: divider, y: 0, width: 1, height: bounds.height), with: "│", style: Style(.border, on: background))
  }
}

extension ViewController {
  /// The nearest split view controller that contains this one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of ancestors.
  public var splitViewController: SplitViewController? { nearestAncestor() }
}
