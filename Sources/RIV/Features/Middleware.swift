/// Why a domain changed.
public enum ChangeCause: String, Sendable, Hashable, Codable {
  /// It did not: this is the state at the beginning.
  case start
  /// An action was sent, and this is what it changed at once.
  case action
  /// An effect committed.
  case effect
}

/// Stands between a feature and its interactor, and hears of everything: for logs and recordings, or to hold actions back.
@MainActor
public protocol Middleware<Action, Domain> {
  associatedtype Action
  associatedtype Domain

  /// An action is on its way. Call `next` to let it through, as it is or changed. Lets it through unless implemented.
  func handle(_ action: Action, next: (Action) -> Void)

  /// The domain has changed. Nothing unless implemented.
  func didChange(_ domain: Domain, by cause: ChangeCause)
}

extension Middleware {
  public func handle(_ action: Action, next: (Action) -> Void) { next(action) }
  public func didChange(_ domain: Domain, by cause: ChangeCause) {}
}
