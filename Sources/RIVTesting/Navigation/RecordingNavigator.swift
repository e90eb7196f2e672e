import RIV

/// A navigator without a screen: a test asks it where the feature has gone.
@MainActor
public final class RecordingNavigator<Route>: Navigator {
  public private(set) var routes: [Route]
  public private(set) var presented: [Route] = []

  public init(root: Route) {
    routes = [root]
  }

  public func push(_ route: Route) { routes.append(route) }
  public func present(_ route: Route) { presented.append(route) }
  public func pop() { if routes.count > 1 { routes.removeLast() } }
  public func popToRoot() { routes.removeLast(routes.count - 1) }
  public func dismiss() { presented.removeAll() }
}
