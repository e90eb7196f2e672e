/// Turns a domain state into what a view shows: a pure function, so the types of the domain never reach a view.
@MainActor
public protocol Reducer<Domain, ViewState> {
  /// The state of an interactor.
  associatedtype Domain
  /// What a view shows.
  associatedtype ViewState

  /// The view state of a domain.
  func reduce(_ domain: Domain) -> ViewState
}
