import Reactive

/// An interactor and a reducer, with what a view needs of them: the view state, and ``send(_:)``.
///
/// The view state is up to date when `send` returns. A feature, its interactor and its effects end when it is released.
@MainActor
public final class Feature<Action, Domain, ViewState> {
  /// What the view shows now.
  public var viewState: ViewState { states.value }

  /// Every view state, the present one first.
  public var viewStates: AnyPublisher<ViewState, Never> { states.eraseToAnyPublisher() }

  public let interactor: Interactor<Action, Domain>

  private let states: CurrentValue<ViewState, Never>
  private var subscription: AnyCancellable?

  public init(_ interactor: Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>) {
    self.interactor = interactor
    states = CurrentValue(reducer.reduce(interactor.domain))
    subscription = interactor.domains.dropFirst().sink { [states] in states.value = reducer.reduce($0) }
  }

  isolated deinit {}

  public func send(_ action: Action) {
    interactor.interact(with: action)
  }
}
