import Algorithms

/// Notified when the user or the program selects another tab.
@MainActor
public protocol TabControllerDelegate: AnyObject {
  /// Called when another tab is shown.
  func tabController(_ tabController: TabController, didSelect viewController: ViewController)
}

/// Several controllers with one on screen, and a line with their titles above it.
///
/// Alt with a digit selects a tab, Alt with Left and Right the next one. On the line itself, Left and Right select, and
/// Down moves into the tab. A tab that is shown again has its earlier focus.
@MainActor
open class TabController: ViewController {
  /// Notified of changes; held weakly.
  public weak var delegate: (any TabControllerDelegate)?
  /// The line with the titles of the tabs.
  public let tabBar = SegmentedControl()
  private let container = View()

  /// The controllers in order.
  ///
  /// The selected one stays selected if it is still among them.
  ///
  /// - Complexity: O(*n* · *m*) to set, where *n* and *m* are the numbers of controllers before and after.
  public var viewControllers: [ViewController] {
    didSet { controllersDidChange(from: oldValue) }
  }

  /// The index of the visible controller.
  ///
  /// An out-of-range index is ignored.
  public var selectedIndex: Int {
    get { index }
    set { if viewControllers.indices.contains(newValue) { select(newValue) } }
  }

  private var index = 0

  /// Creates a controller with a tab for each of `viewControllers`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of controllers.
  public init(viewControllers: [ViewController] = []) {
    self.viewControllers = viewControllers
    super.init()
    controllersDidChange(from: [])
    tabBar.addAction(for: .valueChanged) { [weak self] in
      if let self { selectedIndex = tabBar.selectedSegmentIndex ?? 0 }
    }
  }

  /// The visible controller; `nil` without tabs.
  public var selectedViewController: ViewController? {
    viewControllers[ifPresent: index]
  }

  // MARK: Changing

  private func controllersDidChange(from old: [ViewController]) {
    let selected = old[ifPresent: index]
    let hadFocus = selected.map { $0.isViewLoaded && window?.firstResponder?.isInside($0.view) == true } ?? false
    for controller in old where !viewControllers.contains(where: { $0 === controller }) {
      controller.onTitleChange = nil
      leave(controller)
      controller.removeFromParent()
    }
    for controller in viewControllers where controller.parent !== self {
      addChild(controller)
      controller.onTitleChange = { [weak self] _ in self?.nameTabs() }
    }
    index =
      viewControllers.firstIndex { $0 === selected } ?? min(index, max(0, viewControllers.count - 1))
    nameTabs()
    show()
    guard hadFocus, let present = selectedViewController, present !== selected else { return }
    window?.makeFirstResponder(present.responderToFocus ?? tabBar)
  }

  private func nameTabs() {
    tabBar.segments = viewControllers.map(\.title)
    tabBar.selectedSegmentIndex = viewControllers.isEmpty ? nil : index
  }

  private func select(_ new: Int) {
    guard new != index, let old = selectedViewController else { return }
    old.rememberFocus()
    let hadFocus = window.map { $0.firstResponder?.isInside(old.view) ?? true } ?? false
    index = new
    tabBar.selectedSegmentIndex = new
    leave(old)
    show()
    guard let selected = selectedViewController else { return }
    if hadFocus { window?.makeFirstResponder(selected.responderToFocus ?? tabBar) }
    delegate?.tabController(self, didSelect: selected)
  }

  private func leave(_ controller: ViewController) {
    controller.beginAppearance(false)
    if controller.isViewLoaded { controller.view.removeFromSuperview() }
    controller.endAppearance()
  }

  private func show() {
    guard isViewLoaded, let selected = selectedViewController, selected.view.superview !== container else { return }
    let isOnScreen = appearance == .appearing || appearance == .appeared
    if isOnScreen { selected.beginAppearance(true) }
    selected.view.frame = container.bounds
    container.addSubview(selected.view)
    if appearance == .appeared { selected.endAppearance() }
  }

  // MARK: Container

  open override func loadView() -> View {
    TabView(bar: tabBar, container: container)
  }

  open override func viewDidLoad() { show() }

  open override var visibleChildren: [ViewController] { selectedViewController.map { [$0] } ?? [] }
  open override var frontmost: ViewController { selectedViewController?.frontmost ?? self }
  open override var preferredFirstResponder: Responder? { selectedViewController?.responderToFocus ?? tabBar }

  open override var keyCommands: [KeyCommand] {
    let tabs = viewControllers.prefix(9).enumerated().map { index, controller in
      KeyCommand(
        KeyEvent(.character(Character("\(index + 1)")), .alt), title: controller.title,
        detail: "Go to “\(controller.title)”", isHint: false
      ) { [weak self] in self?.selectedIndex = index }
    }
    func go(_ key: KeyEvent, _ title: String, by step: Int) -> KeyCommand {
      KeyCommand(key, title: title, isHint: false, isEnabled: { [weak self] in self?.viewControllers.count ?? 0 > 1 }) {
        [weak self] in
        guard let self else { return }
        selectedIndex = (index + step + viewControllers.count) % viewControllers.count
      }
    }
    return tabs + [
      go(KeyEvent(.right, .alt), "next tab", by: 1), go(KeyEvent(.left, .alt), "previous tab", by: -1),
      KeyCommand(
        KeyEvent(.down), title: "into the tab", isHint: false,
        isEnabled: { [weak self] in self?.tabBar.isFirstResponder ?? false }
      ) { [weak self] in
        if let focus = self?.selectedViewController?.responderToFocus { self?.window?.makeFirstResponder(focus) }
      },
    ]
  }
}

/// The titles of the tabs, and the tab.
private final class TabView: View {
  let bar: View
  let container: View

  init(bar: View, container: View) {
    self.bar = bar
    self.container = container
    super.init()
    addSubview(bar)
    addSubview(container)
  }

  override func layoutSubviews() {
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(1, bounds.height))
    container.frame = bounds.inset(by: Insets(top: min(1, bounds.height)))
    for view in container.subviews { view.frame = container.bounds }
  }
}
