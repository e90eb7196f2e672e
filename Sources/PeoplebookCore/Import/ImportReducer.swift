import RIV

/// What a screen shows of an import.
public struct ImportViewState: Hashable, Sendable {
  public var title = ""
  /// From 0 to 1; `nil` when nobody knows.
  public var share: Double?
  /// How far it is, or what came of it, in a sentence.
  public var sentence = ""
  /// It is over, one way or another.
  public var isOver = false
  public var isFailure = false

  public init() {}
}

public struct ImportReducer: Reducer {
  public init() {}

  public func reduce(_ domain: ImportDomain) -> ImportViewState {
    var state = ImportViewState()
    state.title = "Import \(domain.path.split(separator: "/").last ?? "")"
    state.share = domain.progress.share
    switch domain.status {
    case .idle: break
    case .loading:
      state.sentence = domain.isCancelling ? "Stopping…" : Self.people(domain.progress.people)
    case .loaded(let outcome):
      state.share = 1
      state.isOver = true
      state.sentence = outcome.isCancelled ? "Stopped; nobody came in" : Self.sentence(for: outcome)
    case .failed(let sentence):
      state.isOver = true
      state.isFailure = true
      state.sentence = sentence
    }
    return state
  }

  private static func people(_ count: Int) -> String { count == 1 ? "one person" : "\(count) people" }

  private static func sentence(for outcome: ImportOutcome) -> String {
    var parts: [String] = []
    if outcome.added > 0 { parts.append("\(outcome.added) new") }
    if outcome.changed > 0 { parts.append("\(outcome.changed) changed") }
    if outcome.unchanged > 0 { parts.append("\(outcome.unchanged) as they were") }
    if outcome.problems > 0 { parts.append("\(outcome.problems) not understood") }
    let ending = outcome.added + outcome.changed > 0 ? " · u undoes" : ""
    return "Imported \(people(outcome.people)): \(parts.joined(separator: ", "))\(ending)"
  }
}
