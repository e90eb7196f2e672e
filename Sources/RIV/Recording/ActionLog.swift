/// A middleware that writes a line for each action and each state of a feature.
///
///     → type("ada")
///     = Search(text: "ada", people: [])
///     ⋯ Search(text: "ada", people: ["Ada"])   [search]
///
/// The name in brackets is that of the effect which sent the action, or committed the state.
@MainActor
public struct ActionLog<Action, Domain>: Middleware {
  private let write: (String) -> Void

  /// Creates an action log.
  ///
  /// - Parameter write: Receives each line, without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Writes a line for the action, and passes it on.
  public func handle(_ action: Action, from source: ActionSource, next: (Action) -> Void) {
    if case .effect(let id) = source { write("→ \(action)   [\(id)]") } else { write("→ \(action)") }
    next(action)
  }

  /// Writes a line for the state.
  public func didChange(_ domain: Domain, by cause: ChangeCause) {
    switch cause {
    case .start, .action: write("= \(domain)")
    case .effect(let id): write("⋯ \(domain)   [\(id)]")
    case .other: write("⋯ \(domain)")
    }
  }
}
