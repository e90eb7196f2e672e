import Reactive

/// The parts of an interactor and a reducer that a view uses: the view state, and ``send(_:)``.
///
/// The types of the domain stay behind it.
///
///     let counter = Feature(Counter(1), Words())
///     counter.send(2)
///     counter.viewState   // "3 people"
///
/// A feature keeps its interactor alive. When the feature is released, the interactor and its effects end.
///
/// The feature of an embedded interactor is made in the same way. Its actions pass through the parents of the
/// interactor and their middleware; it ends with the root, which its owner keeps.
@MainActor
public final class Feature<Action, ViewState> {
  private let states: CurrentValue<ViewState, Never>
  /// Reduces the current domain.
  private let reduce: () -> ViewState
  /// The number of the current domain; `nil` for an interactor without the base class.
  private let domainVersion: () -> Int?
  /// The number of the domain that ``states`` shows.
  private var shownVersion: Int?
  /// The view state of a domain that is still to be delivered.
  private var ahead: (version: Int, state: ViewState)?
  private let areEqual: ((ViewState, ViewState) -> Bool)?
  /// The interactor, when its effects can be observed.
  package private(set) weak var effects: (any RunsEffects)?
  private var dispatch: (Action) -> Void = { _ in }
  private var tokens: [AnyCancellable] = []

  /// Creates a feature.
  ///
  /// - Parameters:
  ///   - interactor: Holds the domain.
  ///   - reducer: Makes the view state of the domain.
  ///   - middleware: Observes actions and changes, the outermost first.
  public convenience init<Domain>(
    _ interactor: some Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>,
    middleware: [any Middleware<Action, Domain>] = []
  ) {
    self.init(interactor, reducer, middleware, areEqual: nil)
  }

  /// A feature with comparable view states: a state that is equal to the one before is not emitted again.
  ///
  /// - Parameters:
  ///   - interactor: Holds the domain.
  ///   - reducer: Makes the view state of the domain.
  ///   - middleware: Observes actions and changes, the outermost first.
  public convenience init<Domain>(
    _ interactor: some Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>,
    middleware: [any Middleware<Action, Domain>] = []
  ) where ViewState: Equatable {
    self.init(interactor, reducer, middleware, areEqual: { $0 == $1 })
  }

  private init<Domain>(
    _ interactor: some Interactor<Action, Domain>, _ reducer: some Reducer<Domain, ViewState>,
    _ middleware: [any Middleware<Action, Domain>], areEqual: ((ViewState, ViewState) -> Bool)?
  ) {
    let base = interactor as? BaseInteractor<Action, Domain>
    self.areEqual = areEqual
    reduce = { reducer.reduce(interactor.domain) }
    states = CurrentValue(reducer.reduce(interactor.domain))
    domainVersion = { base?.changes.value.version }
    shownVersion = base?.changes.value.version
    effects = interactor as? any RunsEffects
    for layer in middleware { layer.didChange(interactor.domain, by: .start) }
    if let base {
      dispatch = interactor.send
      tokens = [
        base.add(middleware),
        base.changes.dropFirst().sink { [weak self] change in
          for layer in middleware { layer.didChange(change.domain, by: change.cause) }
          self?.show(version: change.version) { reducer.reduce(change.domain) }
        },
      ]
    } else {
      let isSending = SendingFlag()
      dispatch = { action in
        isSending.during { interactor.send(action) }
      }
      for layer in middleware.reversed() {
        let next = dispatch
        dispatch = { layer.handle($0, from: .caller, next: next) }
      }
      tokens = [
        interactor.domainStream.dropFirst().sink { [weak self] domain in
          for layer in middleware { layer.didChange(domain, by: isSending.isSet ? .action : .other) }
          self?.show(version: nil) { reducer.reduce(domain) }
        }
      ]
    }
  }

  isolated deinit {}

  /// The view state of the current domain.
  ///
  /// It is up to date also inside a delivery, before the subscribers of ``viewStates`` receive it.
  public var viewState: ViewState {
    guard let version = domainVersion() else { return reduce() }
    if version == shownVersion { return states.value }
    if let ahead, ahead.version == version { return ahead.state }
    let state = reduce()
    ahead = (version, state)
    return state
  }

  /// Every view state, the current one first.
  ///
  /// Subscribers are independent of each other.
  public var viewStates: AnyPublisher<ViewState, Never> { states.eraseToAnyPublisher() }

  /// Sends an action to the interactor.
  ///
  /// ``viewState`` is up to date when this returns.
  ///
  /// A state that results from a send inside a delivery is delivered after the current one.
  public func send(_ action: Action) {
    dispatch(action)
  }

  private func show(version: Int?, _ reduce: () -> ViewState) {
    let state: ViewState
    if let ahead, ahead.version == version {
      state = ahead.state
      self.ahead = nil
    } else {
      state = reduce()
    }
    shownVersion = version
    if let areEqual, areEqual(states.value, state) { return }
    states.value = state
  }
}

/// Whether a call is under way; calls may nest.
@MainActor
private final class SendingFlag {
  private var depth = 0

  var isSet: Bool { depth > 0 }

  func during(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
  }
}
