import RIV

/// The view state of an import.
public struct ImportViewState: Hashable, Sendable {
  /// The title of the screen.
  public var title = ""
  /// The progress from 0 to 1; `nil` when it is unknown.
  public var share: Double?
  /// The progress or the outcome, in a sentence.
  public var sentence = ""
  /// What keys of the list do after the import; empty when it has changed nothing.
  public var keys = ""
  /// The problems, with line and reason.
  public var problems: [String] = []
  /// Whether it has ended, in any way.
  public var isOver = false
  /// Whether the import has failed.
  public var isFailure = false

  /// Creates a view state before an import.
  public init() {}
}

/// Describes the state of an import in words.
public struct ImportReducer: Reducer {
  /// Creates a reducer.
  public init() {}

  /// Describes `domain` in words.
  ///
  /// - Complexity: O(*n*), where *n* is the number of problems.
  public func reduce(_ domain: ImportDomain) -> ImportViewState {
    var state = ImportViewState()
    state.title = "Import \(domain.path.split(separator: "/").last ?? "")"
    state.share = domain.progress.share
    switch domain.status {
    case .idle: break
    case .loading:
      let progress = [domain.progress.people.people, domain.secondsLeft.map(TimeLeft.text)]
      state.sentence = domain.isCancelling ? "Stopping…" : progress.compactMap { $0 }.joined(separator: " · ")
    case .loaded(let outcome):
      state.share = 1
      state.isOver = true
      state.sentence = outcome.isCancelled ? "Import stopped. The book is unchanged." : outcome.sentence()
      if !outcome.isCancelled, outcome.added + outcome.changed > 0 {
        state.keys = outcome.isDivided ? "H lists its changes" : "u undoes"
      }
      state.problems = outcome.problems
    case .failed(let sentence):
      state.isOver = true
      state.isFailure = true
      state.sentence = sentence
    }
    return state
  }
}
