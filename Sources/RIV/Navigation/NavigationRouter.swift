import Reactive

/// Turns a feature's navigation events into calls of a navigator, which it holds weakly.
///
///     let router = NavigationRouter<PeopleEvent, PeopleRoute>(navigator) { event, navigator in
///       switch event {
///       case .add: navigator.push(.form(nil))
///       case .chose(let id): navigator.push(.person(id))
///       case .saved: navigator.pop()
///       }
///     }
///     router.navigate(.add)
@MainActor
public final class NavigationRouter<Event, Route> {
  /// The navigator that shows the screens, held weakly.
  public weak var navigator: (any Navigator<Route>)?
  private let map: (Event, any Navigator<Route>) -> Void
  private let onMissing: (MissingNavigator) -> Void

  /// Creates a navigation router.
  ///
  /// - Parameters:
  ///   - navigator: The navigator, when it exists already.
  ///   - onMissing: Receives a report of each event for which there is no navigator. Writes it to standard error by
  ///     default.
  ///   - map: Translates an event into calls of the navigator.
  public init(
    _ navigator: (any Navigator<Route>)? = nil,
    onMissing: @escaping (MissingNavigator) -> Void = { $0.writeToStandardError() },
    map: @escaping (Event, any Navigator<Route>) -> Void
  ) {
    self.navigator = navigator
    self.onMissing = onMissing
    self.map = map
  }

  /// Performs the navigation of `event`.
  ///
  /// - Returns: `false`, after a report, when there is no navigator.
  @discardableResult
  public func navigate(_ event: Event) -> Bool {
    guard let navigator else {
      onMissing(MissingNavigator(wanted: "\(event)"))
      return false
    }
    map(event, navigator)
    return true
  }

  /// Performs the navigation of each event until the token ends.
  ///
  /// - Returns: The token, which ends the navigation.
  public func follow(_ events: some Publisher<Event, Never>) -> AnyCancellable {
    events.sink { [weak self] in _ = self?.navigate($0) }
  }
}
