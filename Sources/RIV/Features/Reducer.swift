/// Turns a domain state into a view state with a pure function, so that the types of the domain never reach a view.
@MainActor
public protocol Reducer<Domain, ViewState> {
  /// The state of an interactor.
  associatedtype Domain
  /// The state of the view.
  associatedtype ViewState

  /// The view state of a domain.
  func reduce(_ domain: Domain) -> ViewState
}
