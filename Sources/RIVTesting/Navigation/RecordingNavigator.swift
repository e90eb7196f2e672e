import RIV

/// A navigator in memory: a test reads where the feature has navigated to, and how.
@MainActor
public final class RecordingNavigator<Route>: Navigator {
  /// The calls, in order.
  public private(set) var calls: [NavigationCall<Route>] = []
  /// The routes above the first screen, the topmost last.
  public private(set) var routes: [Route]
  private var presented: [Presentation] = []

  private struct Presentation {
    var route: Route
    var style: ModalStyle
    var onDismiss: (@MainActor (Any?) -> Void)?
  }

  /// Creates a recording navigator.
  ///
  /// - Parameter routes: The routes above the first screen at the beginning.
  public init(_ routes: [Route] = []) {
    self.routes = routes
  }

  isolated deinit {
    for presented in presented { presented.onDismiss?(nil) }
  }

  /// The presented routes, the topmost last.
  ///
  /// - Complexity: O(*n*), where *n* is the number of presented routes.
  public var presentedRoutes: [Route] { presented.map(\.route) }

  /// The presentations of the routes, the topmost last.
  ///
  /// - Complexity: O(*n*), where *n* is the number of presented routes.
  public var presentedStyles: [ModalStyle] { presented.map(\.style) }

  /// The visible route: the one presented last, or the topmost one; `nil` for the first screen.
  public var visibleRoute: Route? { presented.last?.route ?? routes.last }

  /// Records the call, and shows the route on top of the stack.
  public func push(_ route: Route, animated: Bool, completion: (@MainActor () -> Void)?) {
    calls.append(.push(route))
    routes.append(route)
    completion?()
  }

  /// Records the call, and goes back by one screen.
  public func pop(animated: Bool, completion: (@MainActor () -> Void)?) {
    calls.append(.pop)
    _ = routes.popLast()
    completion?()
  }

  /// Records the call, and goes back to the first screen.
  public func popToRoot(animated: Bool, completion: (@MainActor () -> Void)?) {
    calls.append(.popToRoot)
    routes = []
    completion?()
  }

  /// Records the call, and replaces the topmost route.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  public func replace(with route: Route, animated: Bool, completion: (@MainActor () -> Void)?) {
    calls.append(.replace(with: route))
    routes = routes.dropLast() + [route]
    completion?()
  }

  /// Records the call, and replaces the routes above the first screen.
  public func setRoutes(_ routes: [Route], animated: Bool, completion: (@MainActor () -> Void)?) {
    calls.append(.setRoutes(routes))
    self.routes = routes
    completion?()
  }

  /// Records the call, and presents the route.
  public func present(
    _ route: Route, as style: ModalStyle, animated: Bool, completion: (@MainActor () -> Void)?,
    onDismiss: (@MainActor (Any?) -> Void)?
  ) {
    calls.append(.present(route, as: style))
    presented.append(Presentation(route: route, style: style, onDismiss: onDismiss))
    completion?()
  }

  /// Records the call, and dismisses the route that was presented last.
  public func dismiss(returning result: Any?, completion: (@MainActor () -> Void)?) {
    calls.append(.dismiss)
    presented.popLast()?.onDismiss?(result)
    completion?()
  }

  /// Records the call, and dismisses everything.
  ///
  /// - Complexity: O(*n*), where *n* is the number of presented routes.
  public func dismissSelf(completion: (@MainActor () -> Void)?) {
    calls.append(.dismissSelf)
    routes = []
    while let last = presented.popLast() { last.onDismiss?(nil) }
    completion?()
  }
}
