/// A stack of controllers with the last one on screen.
///
/// The stack changes at once: a key pressed during a transition is sent to the new controller, and a second change
/// finishes the first. A controller that reappears has its earlier focus. The appearance methods are called as in
/// UIKit: *will* before the view changes, *did* when the transition is over.
///
/// A completion is called when the transition is over and this controller is on screen: at once for a change without
/// motion, and after the next appearance for a change that is made off screen. It is called at once when the top stays
/// the same, and never when the change is refused: to pop the root or to a controller that is not on the stack, or to
/// set an empty stack.
open class NavigationController: ViewController {
  /// The stack, from the root to the top.
  public private(set) var viewControllers: [ViewController] = []
  private let container = NavigationView()
  private var transition: Animation?

  /// Creates a navigation controller.
  ///
  /// - Parameter rootViewController: The first controller, which cannot be popped.
  public init(rootViewController: ViewController) {
    super.init()
    change(from: .none, completion: nil) { _ in [rootViewController] }
  }

  open override func loadView() -> View { container }

  /// The first controller of the stack.
  public var rootViewController: ViewController? { viewControllers.first }
  /// The last controller of the stack, which is visible.
  public var topViewController: ViewController? { viewControllers.last }

  /// The visible controller: the one presented last, or the top of the stack.
  public var visibleViewController: ViewController? {
    guard let window, !window.presentations.isEmpty else { return topViewController }
    return window.topViewController
  }

  /// Whether a transition is running.
  public var isInTransition: Bool { transition?.isFinished == false }

  // MARK: Changing the stack

  /// Pushes `controller`.
  ///
  /// If it is on the stack already, pops to it.
  ///
  /// - Parameters:
  ///   - controller: The new top.
  ///   - animated: Whether it slides in.
  ///   - completion: Called when the transition is over.
  /// - Complexity: O(*n*), where *n* is the number of controllers.
  public func push(_ controller: ViewController, animated: Bool = true, completion: (@MainActor () -> Void)? = nil) {
    if viewControllers.contains(where: { $0 === controller }) {
      popTo(controller, animated: animated, completion: completion)
    } else {
      change(from: animated ? .right : .none, completion: completion) { $0 + [controller] }
    }
  }

  /// Pops the top controller.
  ///
  /// - Returns: The controller; `nil` when it is the only one, which stays.
  /// - Complexity: O(*n*), where *n* is the number of controllers.
  @discardableResult
  public func pop(animated: Bool = true, completion: (@MainActor () -> Void)? = nil) -> ViewController? {
    finishTransition()
    guard viewControllers.count > 1, let top = viewControllers.last else { return nil }
    change(from: animated ? .left : .none, completion: completion) { $0.dropLast() }
    return top
  }

  /// Pops the controllers above the root.
  ///
  /// - Returns: The controllers, lowest first.
  /// - Complexity: O(*n*), where *n* is the number of controllers.
  @discardableResult
  public func popToRoot(animated: Bool = true, completion: (@MainActor () -> Void)? = nil) -> [ViewController] {
    guard let root = viewControllers.first else { return [] }
    return popTo(root, animated: animated, completion: completion)
  }

  /// Pops the controllers above `controller`.
  ///
  /// - Returns: The controllers, lowest first; none when `controller` is not on the stack.
  /// - Complexity: O(*n*), where *n* is the number of controllers.
  @discardableResult
  public func popTo(
    _ controller: ViewController, animated: Bool = true, completion: (@MainActor () -> Void)? = nil
  ) -> [ViewController] {
    finishTransition()
    guard let index = viewControllers.firstIndex(where: { $0 === controller }) else { return [] }
    let popped = Array(viewControllers[(index + 1)...])
    change(from: animated ? .left : .none, completion: completion) { Array($0[...index]) }
    return popped
  }

  /// Replaces the top controller with `controller`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of controllers.
  public func replace(
    with controller: ViewController, animated: Bool = false, completion: (@MainActor () -> Void)? = nil
  ) {
    change(from: animated ? .right : .none, completion: completion) { stack in
      stack.dropLast().filter { $0 !== controller } + [controller]
    }
  }

  /// Replaces the whole stack.
  ///
  /// An empty one is refused, since a screen is always visible.
  ///
  /// - Complexity: O(*n*), where *n* is the number of controllers before and after.
  public func setViewControllers(
    _ controllers: [ViewController], animated: Bool = false, completion: (@MainActor () -> Void)? = nil
  ) {
    guard !controllers.isEmpty else { return }
    change(from: animated ? .right : .none, completion: completion) { _ in controllers }
  }

  /// The side from which the new screen slides in.
  private enum Side { case left, right, none }

  /// Finishes the running transition, and those that its completion begins.
  private func finishTransition() {
    while let transition, !transition.isFinished { transition.finish() }
  }

  /// - Parameter makeStack: Returns the new stack for the current one. It is called after the completions of the last
  ///   transition, which may change the stack too.
  private func change(
    from side: Side, completion: (@MainActor () -> Void)?, _ makeStack: ([ViewController]) -> [ViewController]
  ) {
    finishTransition()
    let stack = makeStack(viewControllers)
    let old = topViewController
    let new = stack.last
    let isOnScreen = appearance == .appearing || appearance == .appeared
    let isSame = old === new
    if !isSame {
      old?.rememberFocus()
      if isOnScreen { old?.beginAppearance(false) }
    }
    let hadFocus = hasFocus(old)

    let kept = Set(stack.map(ObjectIdentifier.init))
    let removed = viewControllers.filter { !kept.contains(ObjectIdentifier($0)) }
    viewControllers = stack
    for controller in stack where controller.parent !== self { addChild(controller) }
    for controller in removed { controller.removeFromParent() }
    guard !isSame, let new else {
      completion?()
      return
    }
    if isOnScreen { new.beginAppearance(true) }
    container.show(new.view)
    // While something is presented above, the window only records the focus.
    let focus = new.responderToFocus
    if hadFocus, focus != nil || !isCovered { window?.makeFirstResponder(focus) }

    let finish: @MainActor () -> Void = { [weak self] in
      if isOnScreen {
        old?.endAppearance()
        new.endAppearance()
      }
      guard let completion else { return }
      if let self { whenAppeared(completion) } else { completion() }
    }
    guard side != .none, isOnScreen, let window, window.frameClock.isMotionPossible else { return finish() }
    transition = window.frameClock.animate(
      duration: .milliseconds(120),
      step: { [weak container] progress in
        container?.transition = (side == .right ? 1 - progress : progress - 1)
      },
      completion: finish)
    container.transition = side == .right ? 1 : -1
  }

  /// Whether the keys are sent to `controller`, to no view, or to a controller presented above this one.
  private func hasFocus(_ controller: ViewController?) -> Bool {
    guard let window, let first = window.firstResponder, let controller else { return true }
    return isCovered || first.isInside(controller.view)
  }

  private var isCovered: Bool { window?.focusScope.map { !container.isInside($0) } ?? false }

  // MARK: Container

  open override var visibleChildren: [ViewController] { topViewController.map { [$0] } ?? [] }
  open override var frontmost: ViewController { topViewController?.frontmost ?? self }
  open override var preferredFirstResponder: Responder? { topViewController?.responderToFocus }

  open override func viewWillDisappear() {
    finishTransition()
  }

  /// Esc goes back if the top screen does not handle it.
  open override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.escape), title: "back", detail: "Go back",
        isEnabled: { [weak self] in self?.viewControllers.count ?? 0 > 1 },
        action: { [weak self] in _ = self?.pop() })
    ]
  }
}

extension ViewController {
  /// The nearest navigation controller that contains this one.
  public var navigationController: NavigationController? { nearestAncestor() }
}

/// Shows one screen, and draws it displaced and faded while it slides in.
///
/// Only the drawing is animated: the screen has its final frame and receives events from the start.
final class NavigationView: View {
  private var content: View?

  /// The remaining displacement: 1 is one width to the right, -1 one to the left, 0 is none.
  var transition = 0.0 {
    didSet { if transition != oldValue { setNeedsDisplay() } }
  }

  func show(_ view: View) {
    content?.removeFromSuperview()
    content = view
    view.frame = bounds
    addSubview(view)
  }

  override func layoutSubviews() {
    content?.frame = bounds
  }

  override func drawTree(in canvas: Canvas) {
    guard transition != 0, let content else { return super.drawTree(in: canvas) }
    let shift = Int((Double(bounds.width) / 4 * transition).rounded())
    let part = canvas.part(content.frame.offset(by: Point(x: shift, y: 0)))
    content.drawTree(in: part)
    let amount = abs(transition) * 0.75
    part.restyle { $0.mixed(with: $0.background, by: amount) }
  }
}
