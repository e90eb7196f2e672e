import RIV
import TUIKit

/// A navigation controller as a feature's ``Navigator``: routes become view controllers by way of a closure.
@MainActor
public final class ControllerNavigator<Route>: Navigator {
  /// Where the screens are shown. Nothing is, as long as there is none.
  public weak var navigationController: NavigationController?
  private let makeController: (Route, NavigationController) -> ViewController
  private var shown: [(route: Route, controller: WeakController)] = []

  private struct WeakController {
    weak var controller: ViewController?
  }

  /// - Parameter makeController: makes the screen for a route; called once each time the route is shown.
  public init(makeController: @escaping (Route, NavigationController) -> ViewController) {
    self.makeController = makeController
  }

  isolated deinit {}

  public var routes: [Route] {
    let stack = navigationController?.viewControllers ?? []
    return shown.filter { entry in stack.contains { $0 === entry.controller.controller } }.map(\.route)
  }

  public func push(_ route: Route) {
    show(route) { $0.push($1) }
  }

  public func present(_ route: Route) {
    show(route) { $0.present($1) }
  }

  public func pop() { navigationController?.pop() }
  public func popToRoot() { navigationController?.popToRoot() }
  public func dismiss() { navigationController?.dismiss() }

  private func show(_ route: Route, by showing: (NavigationController, ViewController) -> Void) {
    guard let navigationController else { return }
    shown.removeAll { $0.controller.controller == nil }
    let controller = makeController(route, navigationController)
    shown.append((route, WeakController(controller: controller)))
    showing(navigationController, controller)
  }
}
