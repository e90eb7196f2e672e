import RIV
import TUIKit

/// A navigation controller as a feature's ``Navigator``: routes become view controllers by way of a closure.
@MainActor
public final class ControllerNavigator<Route>: Navigator {
  private weak var navigationController: NavigationController?
  private let makeController: (Route) -> ViewController
  private var shown: [(route: Route, controller: WeakController)] = []

  private struct WeakController {
    weak var controller: ViewController?
  }

  /// - Parameter makeController: makes the screen for a route; called once each time the route is shown.
  public init(_ navigationController: NavigationController, makeController: @escaping (Route) -> ViewController) {
    self.navigationController = navigationController
    self.makeController = makeController
  }

  isolated deinit {}

  public var routes: [Route] {
    let stack = navigationController?.viewControllers ?? []
    return shown.filter { entry in stack.contains { $0 === entry.controller.controller } }.map(\.route)
  }

  public func push(_ route: Route) {
    navigationController?.push(controller(for: route))
  }

  public func present(_ route: Route) {
    navigationController?.present(controller(for: route))
  }

  public func pop() { navigationController?.pop() }
  public func popToRoot() { navigationController?.popToRoot() }
  public func dismiss() { navigationController?.dismiss() }

  private func controller(for route: Route) -> ViewController {
    shown.removeAll { $0.controller.controller == nil }
    let controller = makeController(route)
    shown.append((route, WeakController(controller: controller)))
    return controller
  }
}
