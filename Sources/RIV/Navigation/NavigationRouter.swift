/// Turns a feature's navigation events into calls of a navigator, which it holds weakly.
@MainActor
public final class NavigationRouter<Event, Route> {
  private weak var navigator: (any Navigator<Route>)?
  private let map: (Event, any Navigator<Route>) -> Void

  public init(_ navigator: any Navigator<Route>, map: @escaping (Event, any Navigator<Route>) -> Void) {
    self.navigator = navigator
    self.map = map
  }

  /// Goes where `event` leads. Returns `false` when the navigator is gone, and nothing could be shown.
  @discardableResult
  public func navigate(_ event: Event) -> Bool {
    guard let navigator else { return false }
    map(event, navigator)
    return true
  }
}
