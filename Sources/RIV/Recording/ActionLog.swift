/// Writes a line for each action and each state of a feature.
@MainActor
public struct ActionLog<Action, Domain>: Middleware {
  private let write: (String) -> Void

  /// - Parameter write: Takes a line without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  public func handle(_ action: Action, next: (Action) -> Void) {
    write("→ \(action)")
    next(action)
  }

  public func didChange(_ domain: Domain, by cause: ChangeCause) {
    write("\(cause == .effect ? "⋯" : "=") \(domain)")
  }
}
