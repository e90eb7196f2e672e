import RIV

/// What a screen shows of an import.
public struct ImportViewState: Hashable, Sendable {
  public var title = ""
  /// From 0 to 1; `nil` when it is not known.
  public var share: Double?
  /// How far it is, or what it did, in a sentence.
  public var sentence = ""
  /// What was not understood, with line and reason.
  public var problems: [String] = []
  /// Whether it is over, one way or another.
  public var isOver = false
  public var isFailure = false

  public init() {}
}

/// Puts the state of an import into words.
public struct ImportReducer: Reducer {
  public init() {}

  public func reduce(_ domain: ImportDomain) -> ImportViewState {
    var state = ImportViewState()
    state.title = "Import \(domain.path.split(separator: "/").last ?? "")"
    state.share = domain.progress.share
    switch domain.status {
    case .idle: break
    case .loading:
      state.sentence = domain.isCancelling ? "Stopping…" : domain.progress.people.people
    case .loaded(let outcome):
      state.share = 1
      state.isOver = true
      state.sentence = outcome.isCancelled ? "Import stopped. The book is unchanged." : Self.sentence(for: outcome)
      state.problems = outcome.problems
    case .failed(let sentence):
      state.isOver = true
      state.isFailure = true
      state.sentence = sentence
    }
    return state
  }

  private static func sentence(for outcome: ImportOutcome) -> String {
    outcome.sentence() + (outcome.added + outcome.changed > 0 ? " · u undoes" : "")
  }
}
