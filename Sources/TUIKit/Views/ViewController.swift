/// Owns a view and what it shows. Its view is made when it is first asked for.
@MainActor
open class ViewController: Responder {
  /// What the title line says.
  open var title: String = "" {
    didSet { if title != oldValue { onTitleChange?(title) } }
  }

  /// Told when the title changes; the container that shows it sets this.
  var onTitleChange: ((String) -> Void)?

  /// The container: a navigation controller, or who presented this.
  public internal(set) weak var parent: ViewController?

  /// What lives as long as this controller: binding groups above all.
  public var attachments = Attachments()

  private var loadedView: View?

  public var isViewLoaded: Bool { loadedView != nil }

  public var view: View {
    if let loadedView { return loadedView }
    let view = loadView()
    loadedView = view
    view.viewController = self
    viewDidLoad()
    return view
  }

  /// Makes the view. Override it to use a view of your own.
  open func loadView() -> View { View() }

  open func viewDidLoad() {}
  /// Called before the view comes on screen, and after; and the same for leaving it.
  open func viewWillAppear() {}
  open func viewDidAppear() {}
  open func viewWillDisappear() {}
  open func viewDidDisappear() {}

  /// The view that takes the keys when this controller comes on screen; the first one that can, unless told.
  open var preferredFirstResponder: Responder? {
    var views: [View] = []
    view.collectFocusable(into: &views)
    return views.first
  }

  open override var next: Responder? { loadedView?.superview ?? parent ?? loadedView?.hostWindow }
  open override var window: Window? { loadedView?.window }
}
