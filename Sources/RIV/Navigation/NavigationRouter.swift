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
  /// Where events lead. It is not kept alive.
  public weak var navigator: (any Navigator<Route>)?
  private let map: (Event, any Navigator<Route>) -> Void
  private let onMissing: (MissingNavigator) -> Void

  /// - Parameters:
  ///   - onMissing: Told of an event that leads nowhere, because there is no navigator; by default it is written to standard
  ///     error.
  ///   - map: Says what each event means.
  public init(
    _ navigator: (any Navigator<Route>)? = nil,
    onMissing: @escaping (MissingNavigator) -> Void = { $0.writeToStandardError() },
    map: @escaping (Event, any Navigator<Route>) -> Void
  ) {
    self.navigator = navigator
    self.onMissing = onMissing
    self.map = map
  }

  /// Goes where `event` leads. Returns `false`, after a report, when there is no navigator, and nothing could be shown.
  @discardableResult
  public func navigate(_ event: Event) -> Bool {
    guard let navigator else {
      onMissing(MissingNavigator(wanted: "\(event)"))
      return false
    }
    map(event, navigator)
    return true
  }

  /// Goes where each event leads, for as long as the token is kept.
  public func follow(_ events: some Publisher<Event, Never>) -> AnyCancellable {
    events.sink { [weak self] in _ = self?.navigate($0) }
  }
}
