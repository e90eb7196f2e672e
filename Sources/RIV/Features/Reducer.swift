/// Turns domain states into what a view shows: a pure function, so the domain's types never reach a view.
@MainActor
public protocol Reducer<Domain, ViewState> {
  associatedtype Domain
  associatedtype ViewState

  func reduce(_ domain: Domain) -> ViewState
}
