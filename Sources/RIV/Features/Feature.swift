import Reactive

/// What a view needs of an interactor and a reducer: the view state, and ``send(_:)``. The domain's types stay behind it.
///
///     let counter = Feature(Counter(1), Words())
///     counter.send(2)
///     counter.viewState   // "3 people"
///
/// The view state is up to date when `send` returns. A feature keeps its interactor alive, and nobody keeps the feature: with it
/// end the interactor and its effects.
@MainActor
public final class Feature<Action, ViewState> {
  private let states: CurrentValue<ViewState, Never>
  private let reduceNow: () -> ViewState
  /// The interactor, if it is one that tells what is under way.
  package private(set) weak var effects: (any RunsEffects)?
  private var dispatch: (Action) -> Void = { _ in }
  private var subscription: AnyCancellable?
  /// How many sends are under way, one inside the other.
  private var sends = 0
  private var isDelivering = false
  /// Whether something was sent during a delivery, and is yet to be delivered itself.
  private var isBehind = false

  /// - Parameter middleware: Hears of everything; the first is the outermost.
  public convenience init<Domain>(
    _ interactor: some Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>,
    middleware: [any Middleware<Action, Domain>] = []
  ) {
    self.init(interactor, reducer, middleware, isSame: nil)
  }

  /// A feature whose view states can be compared: equal ones in a row are told once.
  ///
  /// - Parameter middleware: Hears of everything; the first is the outermost.
  public convenience init<Domain>(
    _ interactor: some Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>,
    middleware: [any Middleware<Action, Domain>] = []
  ) where ViewState: Equatable {
    self.init(interactor, reducer, middleware, isSame: { $0 == $1 })
  }

  /// A part of `parent`: an embedded interactor's states, and actions that go by way of the parent, which sees them first.
  public convenience init<ParentAction, ParentState, ChildDomain>(
    of parent: Feature<ParentAction, ParentState>, action: @escaping (Action) -> ParentAction,
    _ interactor: some Interactor<Action, ChildDomain>, _ reducer: some Reducer<ChildDomain, ViewState>
  ) where ViewState: Equatable {
    self.init(interactor, reducer, [], isSame: { $0 == $1 })
    dispatch = { parent.send(action($0)) }
  }

  private init<Domain>(
    _ interactor: some Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>,
    _ middleware: [any Middleware<Action, Domain>], isSame: (@MainActor (ViewState, ViewState) -> Bool)?
  ) {
    states = CurrentValue(reducer.reduce(interactor.domain))
    reduceNow = { reducer.reduce(interactor.domain) }
    dispatch = interactor.interact
    effects = interactor as? any RunsEffects
    for layer in middleware.reversed() {
      let next = dispatch
      dispatch = { layer.handle($0, next: next) }
    }
    for layer in middleware { layer.didChange(interactor.domain, by: .start) }
    subscription = interactor.domainStream.dropFirst().sink { [unowned self] domain in
      let cause: ChangeCause = sends > 0 ? .action : .effect
      for layer in middleware { layer.didChange(domain, by: cause) }
      show(reducer.reduce(domain), isSame)
    }
  }

  isolated deinit {}

  /// What the view shows now.
  public var viewState: ViewState { isBehind ? reduceNow() : states.value }

  /// Every view state, the present one first; independent for each subscriber.
  public var viewStates: AnyPublisher<ViewState, Never> { states.eraseToAnyPublisher() }

  /// Hands an action to the interactor. When this returns, ``viewState`` shows what it changed at once.
  ///
  /// Sent from within a delivery of ``viewStates``, it is told after the present state has reached everybody.
  public func send(_ action: Action) {
    if isDelivering { isBehind = true }
    sends += 1
    dispatch(action)
    sends -= 1
  }

  private func show(_ new: ViewState, _ isSame: (@MainActor (ViewState, ViewState) -> Bool)?) {
    isBehind = false
    if let isSame, isSame(states.value, new) { return }
    let wasDelivering = isDelivering
    isDelivering = true
    states.value = new
    isDelivering = wasDelivering
  }
}
