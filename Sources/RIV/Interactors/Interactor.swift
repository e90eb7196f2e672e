import Reactive

/// Holds a feature's domain state, and is the only object that changes it: actions in, domain states out.
///
/// Most interactors inherit from ``BaseInteractor`` and implement ``interact(with:)`` alone:
///
///     final class Counter: BaseInteractor<Int, Int>, Interactor {
///       func interact(with step: Int) { update { $0 += step } }
///     }
///
/// The name and the roles are Riveting's.
@MainActor
public protocol Interactor<Action, Domain>: AnyObject {
  /// The actions of the feature.
  associatedtype Action
  /// The state.
  associatedtype Domain

  /// The current state.
  var domain: Domain { get }

  /// Every state, the current one first. Subscribers are independent of each other.
  var domainStream: AnyPublisher<Domain, Never> { get }

  /// Performs an action. Its immediate changes are in ``domain`` when this returns; work that takes time is an
  /// ``Effect``.
  ///
  /// Callers use ``send(_:)``, which also passes middleware and reaches embedded interactors.
  func interact(with action: Action)

  /// Sends an action. ``domain`` is up to date when this returns.
  ///
  /// An interactor that inherits from ``BaseInteractor`` passes the action through the middleware of its features, to
  /// the embedded interactor that the action is for, and then to its own ``interact(with:)``. An embedded interactor
  /// sends through its parent, which receives the action as its own.
  func send(_ action: Action)
}

extension Interactor {
  /// Calls ``interact(with:)``: for an interactor without the base class.
  public func send(_ action: Action) { interact(with: action) }
}
