import RIV
import TUIKit

/// A navigation controller as a feature's `Navigator`: routes become view controllers by way of a closure.
///
///     let navigator = ControllerNavigator<PeopleRoute> { route, _ in
///       switch route {
///       case .person(let id): PersonViewController(id: id)
///       }
///     }
///     navigator.navigationController = NavigationController(rootViewController: list)
///
/// Whatever way a screen goes, by this navigator or by a key that its controllers take, the navigator knows.
@MainActor
public final class ControllerNavigator<Route>: Navigator {
  /// Where the screens are shown. It is not kept alive; as long as there is none, nothing is shown, and that is reported.
  public weak var navigationController: NavigationController?
  private let makeController: (Route, NavigationController) -> ViewController
  private let onMissing: (MissingNavigator) -> Void
  private var pushed: [Shown] = []
  private var presented: [Shown] = []

  /// A route, and the controller that it became.
  private final class Shown {
    let route: Route
    weak var controller: ViewController?
    /// What it is dismissed with.
    var result: Any?

    init(_ route: Route, _ controller: ViewController) {
      self.route = route
      self.controller = controller
    }
  }

  /// - Parameters:
  ///   - onMissing: Told of a route for which there is no navigation controller; by default it is written to standard error.
  ///   - makeController: Makes the screen for a route; called once each time the route is shown.
  public init(
    onMissing: @escaping (MissingNavigator) -> Void = { $0.writeToStandardError() },
    makeController: @escaping (Route, NavigationController) -> ViewController
  ) {
    self.onMissing = onMissing
    self.makeController = makeController
  }

  isolated deinit {}

  public var routes: [Route] {
    (navigationController?.viewControllers ?? []).compactMap { controller in
      pushed.first { $0.controller === controller }?.route
    }
  }

  public var presentedRoutes: [Route] { presented.map(\.route) }

  // MARK: The stack

  public func push(_ route: Route, animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigation = navigation(for: route, completion) else { return }
    navigation.push(controller(for: route, in: navigation), animated: animated, completion: completion)
  }

  public func pop(animated: Bool, completion: (@MainActor () -> Void)?) {
    if navigationController?.pop(animated: animated, completion: completion) == nil { completion?() }
  }

  public func popToRoot(animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigationController else {
      completion?()
      return
    }
    navigationController.popToRoot(animated: animated, completion: completion)
  }

  public func replace(with route: Route, animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigation = navigation(for: route, completion) else { return }
    let controller = controller(for: route, in: navigation)
    if navigation.viewControllers.count > 1 {
      navigation.replace(with: controller, animated: animated, completion: completion)
    } else {
      navigation.push(controller, animated: animated, completion: completion)
    }
  }

  public func setRoutes(_ routes: [Route], animated: Bool, completion: (@MainActor () -> Void)?) {
    guard let navigation = navigation(for: routes, completion) else { return }
    let controllers = routes.map { controller(for: $0, in: navigation) }
    navigation.setViewControllers(
      navigation.viewControllers.prefix(1) + controllers, animated: animated, completion: completion)
  }

  // MARK: Presenting

  public func present(
    _ route: Route, as style: ModalStyle, animated: Bool, completion: (@MainActor () -> Void)?,
    onDismiss: (@MainActor (Any?) -> Void)?
  ) {
    guard let navigation = navigation(for: route, completion) else {
      onDismiss?(nil)
      return
    }
    let controller = makeController(route, navigation)
    let shown = Shown(route, controller)
    controller.onDismiss = { [weak self, weak controller] in
      controller?.onDismiss = nil
      self?.presented.removeAll { $0 === shown }
      onDismiss?(shown.result)
    }
    presented.append(shown)
    let style: PresentationStyle = style == .sheet ? .sheet : .fullScreen
    guard !navigation.present(controller, style: style, animated: animated, completion: completion) else { return }
    controller.onDismiss?()
    completion?()
  }

  public func dismiss(returning result: Any?, completion: (@MainActor () -> Void)?) {
    guard let top = presented.last, let presenter = top.controller?.presentingViewController else {
      navigationController?.dismiss()
      completion?()
      return
    }
    top.result = result
    presenter.dismiss(completion: completion)
  }

  public func dismissSelf(completion: (@MainActor () -> Void)?) {
    for shown in presented.reversed() { shown.controller?.presentingViewController?.dismiss() }
    navigationController?.popToRoot(animated: false)
    navigationController?.dismiss()
    completion?()
  }

  // MARK: Routes and controllers

  private func navigation(for wanted: Any, _ completion: (@MainActor () -> Void)?) -> NavigationController? {
    if let navigationController { return navigationController }
    onMissing(MissingNavigator(wanted: "\(wanted)"))
    completion?()
    return nil
  }

  private func controller(for route: Route, in navigation: NavigationController) -> ViewController {
    pushed.removeAll { $0.controller == nil }
    let controller = makeController(route, navigation)
    pushed.append(Shown(route, controller))
    return controller
  }
}
