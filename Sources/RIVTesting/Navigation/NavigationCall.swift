import RIV

/// A call of a navigator.
public enum NavigationCall<Route> {
  /// Shows a route on top of the stack.
  case push(Route)
  /// Goes back by one screen.
  case pop
  /// Goes back to the first screen.
  case popToRoot
  /// Replaces the topmost route.
  case replace(with: Route)
  /// Replaces the routes above the first screen.
  case setRoutes([Route])
  /// Presents a route.
  case present(Route, as: ModalStyle)
  /// Dismisses the route that was presented last.
  case dismiss
  /// Dismisses everything, and the navigator itself.
  case dismissSelf
}

extension NavigationCall: Equatable where Route: Equatable {}
extension NavigationCall: Sendable where Route: Sendable {}

extension NavigationRouter {
  /// The calls that the events lead to, on a navigator at its first screen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events.
  public func calls(for events: Event...) -> [NavigationCall<Route>] {
    let recorder = RecordingNavigator<Route>()
    let own = navigator
    navigator = recorder
    defer { navigator = own }
    for event in events { navigate(event) }
    return recorder.calls
  }
}
