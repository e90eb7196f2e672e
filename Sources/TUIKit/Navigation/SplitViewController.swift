/// Notified when a split view shows both sides, or one only.
@MainActor
public protocol SplitViewControllerDelegate: AnyObject {
  /// Both sides are seen now, or only one: ``SplitViewController/isCollapsed``.
  func splitViewControllerDidChangeCollapse(_ splitViewController: SplitViewController)
}

/// A list and what is chosen in it: side by side where it is wide enough, one at a time where it is not.
///
///     let split = SplitViewController(primary: list, secondary: card)
///     // When a person chooses a row:
///     split.showSecondary()
///
/// Collapsed, the secondary side takes the whole width when it is shown, and Esc goes back to the list; side by side,
/// these only move the focus.
@MainActor
open class SplitViewController: ViewController {
  /// Notified of changes; held weakly.
  public weak var delegate: (any SplitViewControllerDelegate)?
  /// The list.
  public let primary: ViewController
  /// The controller beside it.
  public let secondary: ViewController

  /// Narrower than this, only one side is shown.
  public var minimumExpandedWidth = 140 {
    didSet { splitView.setNeedsLayout() }
  }

  /// The share of the width that is the primary side's.
  public var primaryFraction = 0.6 {
    didSet { splitView.setNeedsLayout() }
  }

  /// Whether only one side is shown.
  public private(set) var isCollapsed = true
  /// Whether the secondary side is the one that is shown while there is room for one only.
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

  /// Goes to the secondary side: shows it, or gives it the focus.
  public func showSecondary() {
    showsSecondaryWhenCollapsed = true
    update(focusing: secondary)
  }

  /// Goes back to the primary side.
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
      // What one was looking at is what stays.
      let inSecondary = window?.firstResponder?.isInside(secondary.view) ?? false
      if collapses { showsSecondaryWhenCollapsed = inSecondary }
      update(focusing: inSecondary || collapses && showsSecondaryWhenCollapsed ? secondary : primary)
      delegate?.splitViewControllerDidChangeCollapse(self)
      // Who shows what can be done now looked before the layout.
      window?.frameClock.requestFrame()
    }
    let first = isCollapsed ? size.width : Int((Double(size.width) * min(max(primaryFraction, 0), 1)).rounded())
    splitView.divider = isCollapsed ? nil : first
    primary.view.frame = Rect(x: 0, y: 0, width: first, height: size.height)
    secondary.view.frame =
      isCollapsed
      ? Rect(size: size) : Rect(x: first + 1, y: 0, width: max(0, size.width - first - 1), height: size.height)
  }

  // MARK: As a container

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
  public var splitViewController: SplitViewController? {
    var controller = parent
    while let current = controller {
      if let split = current as? SplitViewController { return split }
      controller = current.parent
    }
    return nil
  }
}
