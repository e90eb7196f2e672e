import RIV

/// The view state of a search.
public struct SearchViewState: Hashable, Sendable {
  /// The text of the field.
  public var text: String
  /// The search of the list on the screen: its words are highlighted, and an empty list names it.
  public var shown: String
  /// Whether the list of the search is still to come, or may get more people.
  public var isPending: Bool
  /// Whether the search takes so long that the screen shows it.
  public var isWaiting: Bool
  /// The reason why the search failed, in a sentence.
  public var problem: String?
  /// Searches that were kept, to choose from, the last one first.
  public var recents: [String]

  /// Creates a view state.
  public init(
    text: String = "", shown: String = "", isPending: Bool = false, isWaiting: Bool = false, problem: String? = nil,
    recents: [String] = []
  ) {
    self.text = text
    self.shown = shown
    self.isPending = isPending
    self.isWaiting = isWaiting
    self.problem = problem
    self.recents = recents
  }
}

/// Makes the view state of a search.
public struct SearchReducer: Reducer {
  /// Creates a reducer.
  public init() {}

  /// Makes the view state of `domain`.
  public func reduce(_ domain: SearchDomain) -> SearchViewState {
    SearchViewState(
      text: domain.text, shown: domain.shown, isPending: domain.results.isLoading || domain.isRefining,
      isWaiting: domain.isSlow, problem: domain.results.failure, recents: domain.recents)
  }
}
