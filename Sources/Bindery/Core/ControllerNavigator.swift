import RIV
import TUIKit

/// A `Navigator` that shows each route as a view controller of a navigation controller.
///
///     let navigation = NavigationController(root: list) { route, navigator in
///       switch route {
///       case .person(let id): PersonViewController(id: id)
///       }
///     }
///
/// It follows the navigation controller: a screen that a key or another part of the program closes is no longer among
/// the routes.
@MainActor
public final class ControllerNavigator<Route>: Navigator {
  /// The navigation controller that shows the screens, held weakly.
  ///
  /// Without it nothing is shown, which is reported.
  public weak var navigationController: NavigationController?
  private let makeController: (Route, ControllerNavigator<Route>) -> ViewController
  private let onMissing: (MissingNavigator) -> Void
  private var pushed: [ShownRoute] = []
  private var presented: [ShownRoute] = []

  /// A route, and the controller that shows it.
  private final class ShownRoute {
    let route: Route
    weak var controller: ViewController?

    init(_ route: Route, _ controller: ViewController) {
      self.route = route
      self.controller = controller
    }
  }

  /// A navigator without a navigation controller yet.
  ///
  /// `NavigationController(root:onMissing:makeController:)` makes both at once.
  ///
  /// - Parameters:
  ///   - onMissing: Receives a report of each route for which there is no navigation controller. Writes it to standard
  ///     error by default.
  ///   - makeController: Makes the screen of a route, each time the route is shown. A screen that keeps the navigator
  ///     captures it weakly.
  public init(
    onMissing: @escaping (MissingNavigator) -> Void = { $0.writeToStandardError() },
    makeController: @escaping (Route, ControllerNavigator<Route>) -> ViewController
  ) {
    self.onMissing = onMissing
    self.makeController = makeController
  }

  isolated deinit {}

  /// The pushed routes that are still in the navigation controller, from the bottom.
  ///
  /// - Complexity: O(*n* × *m*) for a stack of *n* controllers, of which *m* were pushed by the navigator.
  public var routes: [Route] {
    (navigationController?.viewControllers ?? []).compactMap { controller in
      pushed.first { $0.controller === controller }?.route
    }
  }

  /// The presented routes, the top one last.
  ///
  /// - Complexity: O(*n*), where *n* is the number of presented routes.
  public var presentedRoutes: [Route] { presented.map(\.route) }

  // MARK: The stack

  /// Pushes the screen of a route.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pushed screens.
  public func push(_ route: Route, animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigation = navigation(for: route, completion) else { return }
    navigation.push(controller(for: route), animated: animated, completion: completion)
  }

  /// Pops the top screen.
  public func pop(animated: Bool, completion: (@MainActor () -> Void)?) {
    if navigationController?.pop(animated: animated, completion: completion) == nil { completion?() }
  }

  /// Pops all screens but the root.
  public func popToRoot(animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigationController else {
      completion?()
      return
    }
    navigationController.popToRoot(animated: animated, completion: completion)
  }

  /// Replaces the top screen; pushes the new one above the root.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pushed screens.
  public func replace(with route: Route, animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigation = navigation(for: route, completion) else { return }
    let controller = controller(for: route)
    if navigation.viewControllers.count > 1 {
      navigation.replace(with: controller, animated: animated, completion: completion)
    } else {
      navigation.push(controller, animated: animated, completion: completion)
    }
  }

  /// Replaces all screens above the root.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public func setRoutes(_ routes: [Route], animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigation = navigation(for: routes, completion) else { return }
    let controllers = routes.map(controller(for:))
    navigation.setViewControllers(
      navigation.viewControllers.prefix(1) + controllers, animated: animated, completion: completion)
  }

  // MARK: Presenting

  /// Presents the screen of a route, and calls `onDismiss` with its result at its dismissal, after the screen's own
  /// `onDismiss`.
  ///
  /// - Complexity: O(1); at the dismissal O(*n*), where *n* is the number of presented screens.
  public func present(
    _ route: Route, as style: ModalStyle, animated: Bool, completion: (@MainActor () -> Void)?,
    onDismiss: (@MainActor (Any?) -> Void)?
  ) {
    guard let navigation = navigation(for: route, completion) else {
      onDismiss?(nil)
      return
    }
    let controller = makeController(route, self)
    let shown = ShownRoute(route, controller)
    let result = PresentationResult()
    controller.attachments[PresentationResult.attachmentKey] = result
    let ownOnDismiss = controller.onDismiss
    controller.onDismiss = { [weak self, weak controller] in
      controller?.onDismiss = ownOnDismiss
      controller?.attachments[PresentationResult.attachmentKey] = nil
      self?.presented.removeAll { $0 === shown }
      ownOnDismiss?()
      onDismiss?(result.value)
    }
    presented.append(shown)
    let style: PresentationStyle = style == .sheet ? .sheet : .fullScreen
    guard !navigation.present(controller, style: style, animated: animated, completion: completion) else { return }
    controller.onDismiss?()
    completion?()
  }

  /// Dismisses the top presented screen with a result, and all above it.
  ///
  /// A navigator that has presented nothing dismisses the presented controller that it is in.
  public func dismiss(returning result: Any?, completion: (@MainActor () -> Void)?) {
    guard let target = presented.last?.controller ?? presentedByOthers else {
      completion?()
      return
    }
    (target.attachments[PresentationResult.attachmentKey] as? PresentationResult)?.value = result
    if let presenter = target.presentingViewController {
      presenter.dismiss(completion: completion)
    } else {
      completion?()
    }
  }

  /// The presented controller that ``dismiss(returning:completion:)`` ends when this navigator has presented nothing:
  /// the one that the navigation controller is in, or one above the navigation controller.
  private var presentedByOthers: ViewController? {
    var controller: ViewController? = navigationController
    while let current = controller, current.presentingViewController == nil { controller = current.parent }
    return controller ?? navigationController?.presentedViewController
  }

  /// Dismisses all presented screens, and the navigation controller itself.
  ///
  /// - Complexity: O(*n*), where *n* is the number of presented screens.
  public func dismissSelf(completion: (@MainActor () -> Void)?) {
    for shown in presented.reversed() { shown.controller?.presentingViewController?.dismiss() }
    navigationController?.popToRoot(animated: false)
    presentedByOthers?.presentingViewController?.dismiss()
    completion?()
  }

  // MARK: Routes and controllers

  private func navigation(for wanted: Any, _ completion: (@MainActor () -> Void)?) -> NavigationController? {
    if let navigationController { return navigationController }
    onMissing(MissingNavigator(wanted: "\(wanted)"))
    completion?()
    return nil
  }

  private func controller(for route: Route) -> ViewController {
    let controller = makeController(route, self)
    // A controller has one route, the latest.
    pushed.removeAll { $0.controller == nil || $0.controller === controller }
    pushed.append(ShownRoute(route, controller))
    return controller
  }
}

/// The value that a presented controller is dismissed with.
///
/// The controller's attachments keep it, so a navigator inside the controller finds it.
@MainActor
private final class PresentationResult {
  static let attachmentKey = "presentation result"

  var value: Any?
}
