import RIV
import TUIKit

/// A view controller whose navigation events go to a router. (Riveting's `NavigableView`.)
///
///     final class PeopleViewController: ViewController, NavigableView {
///       let router = NavigationRouter<PeopleEvent, PeopleRoute> { event, navigator in … }
///       func edit(_ person: Person) { navigate(.edit(person)) }
///     }
///
///     let navigation = NavigationController(root: PeopleViewController()) { route, navigator in … }
///
/// The router is tied to its navigator where the screen becomes the root of a navigation controller. A screen that is
/// shown later shares the router of its root.
@MainActor
public protocol NavigableView<Event, Route>: ViewController {
  /// The actions of the user that lead to another screen.
  associatedtype Event
  /// The names of the screens.
  associatedtype Route

  /// Translates the events of this screen into calls of a navigator.
  var router: NavigationRouter<Event, Route> { get }
}

extension NavigableView {
  /// Sends an event to the router.
  ///
  /// - Returns: `false`, after a report, when the router has no navigator.
  @discardableResult
  public func navigate(_ event: Event) -> Bool {
    router.navigate(event)
  }
}

extension NavigationController {
  /// A navigation controller that shows `screen` first, and then the routes that the router of `screen` navigates to.
  ///
  /// It keeps the navigator, which ``ControllerNavigator/navigationController`` leads back from.
  ///
  /// - Parameters:
  ///   - screen: The root.
  ///   - onMissing: Receives a report of each route that cannot be shown. Writes it to standard error by default.
  ///   - makeController: Makes the screen of a route, each time the route is shown. It captures `screen` weakly.
  public convenience init<Screen: NavigableView>(
    root screen: Screen,
    onMissing: @escaping (MissingNavigator) -> Void = { $0.writeToStandardError() },
    makeController: @escaping (Screen.Route, ControllerNavigator<Screen.Route>) -> ViewController
  ) {
    self.init(rootViewController: screen)
    let navigator = ControllerNavigator(onMissing: onMissing, makeController: makeController)
    navigator.navigationController = self
    screen.router.navigator = navigator
    attachments.append(navigator)
  }
}
