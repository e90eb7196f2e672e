import Reactive

/// Holds a feature's domain state and is the only one to change it: actions come in, domain states go out.
///
/// Most interactors inherit what there is to it from ``BaseInteractor`` and write ``interact(with:)``, which the compiler asks
/// for:
///
///     final class Counter: BaseInteractor<Int, Int>, Interactor {
///       func interact(with step: Int) { update { $0 += step } }
///     }
///
/// The name and the roles are Riveting's.
@MainActor
public protocol Interactor<Action, Domain>: AnyObject {
  associatedtype Action
  associatedtype Domain

  /// The present state.
  var domain: Domain { get }

  /// Every state, the present one first. Subscribers are independent of each other.
  var domainStream: AnyPublisher<Domain, Never> { get }

  /// Takes an action. What it changes at once is in ``domain`` when this returns; what takes time comes later, as an
  /// ``Effect``.
  func interact(with action: Action)
}
