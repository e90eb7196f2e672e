import RIV

/// The state of a search.
public struct SearchDomain: Hashable, Sendable, Codable {
  /// The text of the field.
  public var text = ""
  /// The result; idle without a search.
  public var results: Status<OpenedResult> = .idle
  /// Whether a list with more people may follow the one that is shown.
  public var isRefining = false
  /// The search that the list shows: the last one that was answered.
  ///
  /// Empty shows all people.
  public var shown = ""
  /// Whether the search takes so long that the screen shows it.
  public var isSlow = false
  /// Searches that were kept, the last one first.
  public var recents: [String] = []

  /// Creates the state before a search.
  public init(recents: [String] = []) {
    self.recents = recents
  }

  /// The result of a search when its list was opened.
  public struct OpenedResult: Hashable, Sendable, Codable {
    /// The text that was searched for.
    public var text: String
    /// The number of people found.
    public var count: Int
    /// Whether these are all; the first page of many is shown before the rest is counted.
    public var isWhole: Bool

    /// Creates a result.
    public init(text: String, count: Int, isWhole: Bool) {
      self.text = text
      self.count = count
      self.isWhole = isWhole
    }
  }
}
