import RIV

/// What a navigator was asked to do.
public enum NavigationCall<Route> {
  case push(Route)
  case pop
  case popToRoot
  case replace(with: Route)
  case setRoutes([Route])
  case present(Route, as: ModalStyle)
  case dismiss
  case dismissSelf
}

extension NavigationCall: Equatable where Route: Equatable {}
extension NavigationCall: Sendable where Route: Sendable {}

extension NavigationRouter {
  /// What each event means for a navigator at its first screen: the calls, one after the other.
  public func calls(for events: Event...) -> [NavigationCall<Route>] {
    let recorder = RecordingNavigator<Route>()
    let own = navigator
    navigator = recorder
    defer { navigator = own }
    for event in events { navigate(event) }
    return recorder.calls
  }
}
