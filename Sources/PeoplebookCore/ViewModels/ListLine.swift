/// A line of a list that is not the list of people: a deleted person, a birthday, a pair of duplicates.
public struct ListLine: Hashable, Identifiable, Sendable {
  /// Identifies the line in its list.
  public let id: String
  /// The title of its section; empty without sections.
  public let section: String
  /// A short text before the title: `14:02`.
  public let lead: String
  /// The subject of the line.
  public let title: String
  /// A dim text after the title.
  public let detail: String
  /// A dim text at the end of the line: the author.
  public let trail: String

  /// Creates a line.
  public init(id: String, section: String, lead: String, title: String, detail: String, trail: String) {
    self.id = id
    self.section = section
    self.lead = lead
    self.title = title
    self.detail = detail
    self.trail = trail
  }
}
