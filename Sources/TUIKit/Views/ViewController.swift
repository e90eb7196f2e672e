import Algorithms

/// Owns a view and controls its content.
///
/// The view is made when it is first accessed.
@MainActor
open class ViewController: Responder {
  /// The text of the title line.
  open var title: String = "" {
    didSet { if title != oldValue { onTitleChange?(title) } }
  }

  /// Called when the title changes; the container that shows it sets this.
  public var onTitleChange: ((String) -> Void)?

  /// The container, such as a navigation controller.
  public private(set) weak var parent: ViewController? {
    didSet { EnvironmentChanges.notify() }
  }

  /// The contained controllers.
  public private(set) var children: [ViewController] = []

  /// The controller that presented this one.
  public internal(set) weak var presentingViewController: ViewController? {
    didSet { EnvironmentChanges.notify() }
  }
  /// The controller that this one presented.
  public internal(set) weak var presentedViewController: ViewController?

  /// Called when this controller was presented and has been dismissed.
  public var onDismiss: (() -> Void)?

  /// A fixed size of a sheet or popover for this controller; `nil` by default.
  public var preferredContentSize: Size?

  /// The objects with the lifetime of this controller, mainly binding groups.
  public private(set) lazy var attachments = Attachments()

  /// What other modules have set on this controller, for it and for all that it contains, presents and pushes.
  public var environment: [String: AnyObject] = [:]

  private var loadedView: View?
  /// The actions to run at the end of the next appearance.
  private var actionsOnAppearance: [@MainActor () -> Void] = []

  /// Whether ``view`` has been made.
  public var isViewLoaded: Bool { loadedView != nil }

  /// The view, made by ``loadView()`` when it is first accessed, unless it was set before.
  public var view: View {
    get {
      if let loadedView { return loadedView }
      let view = loadView()
      loadedView = view
      view.viewController = self
      viewDidLoad()
      return view
    }
    set {
      loadedView?.viewController = nil
      loadedView?.removeFromSuperview()
      loadedView = newValue
      newValue.viewController = self
    }
  }

  /// Makes the view.
  ///
  /// Override it to provide a custom view.
  open func loadView() -> View { View() }

  /// Returns the size of a sheet or popover for this controller without a ``preferredContentSize``; by default the size
  /// that fits its view.
  ///
  /// - Parameter size: The space for the content, which limits a larger size.
  open func contentSizeThatFits(_ size: Size) -> Size { view.sizeThatFits(size) }

  /// Whether a sheet for this controller gives up its margins where all of the content is shown only without them.
  var showsAllContent: Bool { false }

  /// Called once, when the view has been made.
  open func viewDidLoad() {}
  /// Called before the view appears on screen.
  open func viewWillAppear() {}
  /// Called when the view is on screen and its transition is over.
  open func viewDidAppear() {}
  /// Called before the view disappears.
  open func viewWillDisappear() {}
  /// Called when the view has disappeared.
  open func viewDidDisappear() {}

  // MARK: Container

  /// Adds `controller` as a child.
  ///
  /// The container adds its view to the hierarchy.
  public func addChild(_ controller: ViewController) {
    controller.removeFromParent()
    children.append(controller)
    controller.parent = self
  }

  /// Removes this controller from its parent; the view stays where it is.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the parent's children.
  public func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  /// Returns the nearest ancestor of a type; `nil` when there is none.
  ///
  /// - Complexity: O(ancestors).
  func nearestAncestor<Ancestor: ViewController>() -> Ancestor? {
    var ancestor = parent
    while let current = ancestor {
      if let found = current as? Ancestor { return found }
      ancestor = current.parent
    }
    return nil
  }

  /// The children that appear and disappear with this controller; by default all of them.
  open var visibleChildren: [ViewController] { children }

  /// Whether the end of the program would lose input of the user; `false` by default.
  ///
  /// A window that is too small says so.
  open var hasUnsavedInput: Bool { false }

  /// Whether this controller or one that it contains has unsaved input.
  var containsUnsavedInput: Bool { hasUnsavedInput || children.contains { $0.containsUnsavedInput } }

  // MARK: Appearing

  /// Whether the view is on screen or appearing.
  public enum Appearance: Sendable { case disappeared, appearing, appeared, disappearing }

  /// Whether the view is on screen or appearing.
  public private(set) var appearance = Appearance.disappeared

  /// Notifies this controller that its view is about to appear or disappear.
  ///
  /// Containers call it for their children; repeated calls have no effect.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible descendants.
  public final func beginAppearance(_ isAppearing: Bool) {
    if isAppearing {
      guard appearance == .disappeared || appearance == .disappearing else { return }
      appearance = .appearing
      viewWillAppear()
    } else {
      guard appearance == .appeared || appearance == .appearing else { return }
      appearance = .disappearing
      viewWillDisappear()
    }
    for child in visibleChildren { child.beginAppearance(isAppearing) }
  }

  /// Notifies this controller that the change announced by ``beginAppearance(_:)`` is complete.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible descendants.
  public final func endAppearance() {
    switch appearance {
    case .appearing:
      appearance = .appeared
      viewDidAppear()
    case .disappearing:
      appearance = .disappeared
      viewDidDisappear()
    case .appeared, .disappeared:
      return
    }
    for child in visibleChildren { child.endAppearance() }
    guard appearance == .appeared else { return }
    let actions = actionsOnAppearance
    actionsOnAppearance = []
    for action in actions { action() }
  }

  /// Runs `action` when this controller has appeared: at once if it is on screen or disappearing.
  func whenAppeared(_ action: @escaping @MainActor () -> Void) {
    switch appearance {
    case .appeared, .disappearing: action()
    case .appearing, .disappeared: actionsOnAppearance.append(action)
    }
  }

  // MARK: Focus

  /// The responder that is focused when this controller appears; by default the first one that can be.
  open var preferredFirstResponder: Responder? {
    var views: [View] = []
    view.collectFocusable(into: &views)
    return views.first
  }

  /// Whether a click beside this controller's sheet dismisses it; `false` by default, since the sheet may contain typed
  /// text.
  open var dismissesOnOutsideClick: Bool { false }

  /// The controller that provides the commands without a first responder: this one, or the child in front.
  open var frontmost: ViewController { self }

  /// The first responder when this controller disappeared.
  weak var rememberedFocus: Responder?

  /// The remembered first responder if it can still be focused, else ``preferredFirstResponder``.
  var responderToFocus: Responder? {
    if let rememberedFocus, rememberedFocus.canBecomeFirstResponder, rememberedFocus.isInside(view),
      !rememberedFocus.isHidden(below: view)
    {
      return rememberedFocus
    }
    return preferredFirstResponder
  }

  /// Remembers the first responder inside.
  func rememberFocus() {
    if let first = window?.firstResponder, first.isInside(view) { rememberedFocus = first }
  }

  open override var keyCommandsTitle: String { title }
  open override var next: Responder? { loadedView?.superview ?? parent ?? loadedView?.hostWindow }
  open override var window: Window? { loadedView?.window }
}

extension ViewController: EnvironmentNode {
  /// The controller that contains this one, or else the one that presented it.
  public var environmentParent: (any EnvironmentNode)? { parent ?? presentingViewController }
}
