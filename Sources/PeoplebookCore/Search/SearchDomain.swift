import RIV

/// The state of a search.
public struct SearchDomain: Hashable, Sendable, Codable {
  /// What is in the field.
  public var text = ""
  /// What became of it; idle while nothing is searched for.
  public var results: Status<Found> = .idle
  /// What the list shows: the last search that was answered. Empty shows everybody.
  public var shown = ""
  /// Whether the answer takes so long that one should be told.
  public var isSlow = false
  /// Searches that were kept, the last one first.
  public var recents: [String] = []

  public init(recents: [String] = []) {
    self.recents = recents
  }

  /// Whom a search found, as its list was opened.
  public struct Found: Hashable, Sendable, Codable {
    public var text: String
    public var count: Int
    /// Whether these are all; the first page of many is shown before the rest is counted.
    public var isWhole: Bool

    public init(text: String, count: Int, isWhole: Bool) {
      self.text = text
      self.count = count
      self.isWhole = isWhole
    }
  }
}
