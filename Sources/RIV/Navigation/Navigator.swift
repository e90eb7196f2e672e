/// Shows the screens that routes name. A route is a plain value, so a feature can go somewhere without seeing a view;
/// Bindery makes a `NavigationController` a navigator, `RIVTesting` has one in memory.
@MainActor
public protocol Navigator<Route>: AnyObject {
  associatedtype Route

  /// The routes that are shown, the one at the bottom first.
  var routes: [Route] { get }

  func push(_ route: Route)
  /// Shows a route over the present screen.
  func present(_ route: Route)
  /// Goes back by one; does nothing at the root.
  func pop()
  func popToRoot()
  /// Takes away what was presented.
  func dismiss()
}
