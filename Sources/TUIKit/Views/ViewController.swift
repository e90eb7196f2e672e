/// Owns a view and what it shows. Its view is made when it is first asked for.
@MainActor
open class ViewController: Responder {
  /// What the title line says.
  open var title: String = "" {
    didSet { if title != oldValue { onTitleChange?(title) } }
  }

  /// Called when the title changes; the container that shows it sets this.
  public var onTitleChange: ((String) -> Void)?

  /// The container: a navigation controller, for one.
  public private(set) weak var parent: ViewController?

  /// The controllers that this one contains.
  public private(set) var children: [ViewController] = []

  /// The controller that presented this one, and the one that this has presented.
  public internal(set) weak var presentingViewController: ViewController?
  /// What this controller has presented.
  public internal(set) weak var presentedViewController: ViewController?

  /// Called when this controller was presented and has been dismissed.
  public var onDismiss: (() -> Void)?

  /// The size of the sheet that this would like to be presented in; by default what fits its view.
  open var preferredContentSize: Size?

  /// What lives as long as this controller: binding groups above all.
  public private(set) lazy var attachments = Attachments()

  private var loadedView: View?
  /// Actions that wait for the end of the next appearance.
  private var actionsOnAppearance: [@MainActor () -> Void] = []

  /// Whether ``view`` has been made.
  public var isViewLoaded: Bool { loadedView != nil }

  /// The view, made by ``loadView()`` when it is first asked for; one that is set before takes its place.
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

  /// Makes the view. Override it to use a view of your own.
  open func loadView() -> View { View() }

  /// Called once, when the view has been made.
  open func viewDidLoad() {}
  /// Called before the view comes on screen, and after; and the same for leaving it.
  open func viewWillAppear() {}
  /// Called when the view is on screen, and has arrived there.
  open func viewDidAppear() {}
  /// Called before the view goes.
  open func viewWillDisappear() {}
  /// Called when the view has gone.
  open func viewDidDisappear() {}

  // MARK: Containing

  /// Makes `controller` a child. The container puts its view where it belongs.
  public func addChild(_ controller: ViewController) {
    controller.removeFromParent()
    children.append(controller)
    controller.parent = self
  }

  /// Ends being a child; the view stays where it is.
  public func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  /// The children that appear and disappear with this controller: by default all of them.
  open var visibleChildren: [ViewController] { children }

  // MARK: Appearing

  /// Whether the view is seen, or on its way.
  public enum Appearance: Sendable { case disappeared, appearing, appeared, disappearing }

  /// Whether the view is on screen, or on its way.
  public private(set) var appearance = Appearance.disappeared

  /// Says that the view is about to come on screen, or to leave it; containers call it for their children, which are notified
  /// once however often it is called.
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

  /// Says that what ``beginAppearance(_:)`` announced has happened.
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

  /// Runs `action` when this controller has appeared: at once where it is on screen or just leaves it.
  func whenAppeared(_ action: @escaping @MainActor () -> Void) {
    switch appearance {
    case .appeared, .disappearing: action()
    case .appearing, .disappeared: actionsOnAppearance.append(action)
    }
  }

  // MARK: Focus

  /// The view that takes the keys when this controller comes on screen; by default the first one that can.
  open var preferredFirstResponder: Responder? {
    var views: [View] = []
    view.collectFocusable(into: &views)
    return views.first
  }

  /// Whether a click beside the sheet in which this controller is presented dismisses it: not by default, since it may hold
  /// what the user typed.
  open var dismissesOnOutsideClick: Bool { false }

  /// The controller that provides the commands while nothing has the focus: this one, or the child in front.
  open var frontmost: ViewController { self }

  /// What had the focus when this controller went off screen.
  weak var rememberedFocus: Responder?

  /// What had the focus when this was last on screen, if it still can take it; else ``preferredFirstResponder``.
  var responderToFocus: Responder? {
    if let rememberedFocus, rememberedFocus.canBecomeFirstResponder, rememberedFocus.isInside(view),
      !rememberedFocus.isHidden(below: view)
    {
      return rememberedFocus
    }
    return preferredFirstResponder
  }

  /// Keeps in mind which of the views inside has the focus.
  func rememberFocus() {
    if let first = window?.firstResponder, first.isInside(view) { rememberedFocus = first }
  }

  open override var keyCommandsTitle: String { title }
  open override var next: Responder? { loadedView?.superview ?? parent ?? loadedView?.hostWindow }
  open override var window: Window? { loadedView?.window }
}
