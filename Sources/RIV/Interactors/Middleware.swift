/// The reason why a domain changed.
public enum ChangeCause: Sendable, Hashable {
  /// The first state.
  case start
  /// An action changed it at once.
  case action
  /// The effect of that name committed.
  case effect(String)
  /// The interactor changed it for another reason: it observes a publisher, for example.
  case other
}

/// The sender of an action.
public enum ActionSource: Sendable, Hashable {
  /// A view, a test, or another part of the program.
  case caller
  /// The effect of that name.
  case effect(String)
}

/// Observes the actions and the states of a feature: for logs and recordings, or to hold actions back.
///
/// A middleware of a parent also receives the actions that its children and their effects send.
@MainActor
public protocol Middleware<Action, Domain> {
  /// The actions of the interactor.
  associatedtype Action
  /// The state of the interactor.
  associatedtype Domain

  /// Receives an action before the interactor does. Passes it on unchanged unless implemented.
  ///
  /// - Parameters:
  ///   - action: The action that was sent.
  ///   - source: Who sent the action.
  ///   - next: Passes the action on, unchanged or changed. An action that is not passed on has no effect.
  func handle(_ action: Action, from source: ActionSource, next: (Action) -> Void)

  /// Receives the first state, and every change. Does nothing unless implemented.
  func didChange(_ domain: Domain, by cause: ChangeCause)
}

extension Middleware {
  /// Passes the action on.
  public func handle(_ action: Action, from source: ActionSource, next: (Action) -> Void) { next(action) }
  /// Does nothing.
  public func didChange(_ domain: Domain, by cause: ChangeCause) {}
}
