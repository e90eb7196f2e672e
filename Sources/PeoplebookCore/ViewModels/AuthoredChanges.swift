import Persistence

/// The changes of people in one commit, and their author.
public struct AuthoredChanges: Hashable, Sendable {
  /// The author of the changes: `cron@home`, or `you` for the user's other programs on this machine.
  public let author: String
  /// The ids of the people who were changed, or added.
  public let personIDs: [String]
  /// The changes in a few words, without the author: `changed Ada Lovelace’s phone:`, `added 62 people`.
  public let summary: String
  /// The values of a single person before and after: `+44 1632 → +44 1865, and 1 more`; empty for more people.
  public let detail: String

  /// - Parameters:
  ///   - own: The signature of the user's program.
  ///   - limit: The number of changes that a commit is cut to.
  init(_ commit: Commit<Person>, own: String, limit: Int) {
    let changes = commit.changes.prefix(limit)
    author = commit.authorText(own: own)
    personIDs = changes.compactMap { $0.after?.id }
    let verbs = Set(changes.map(\.verb))
    let verb = verbs.count == 1 ? verbs.first ?? "" : "changed"
    if changes.count == 1, let sentences = changes.first?.sentences(isShort: true), let first = sentences.first {
      summary = first.action
      detail = first.values + (sentences.count > 1 ? ", and \(sentences.count - 1) more" : "")
    } else {
      summary = "\(verb) \(changes.count.grouped)\(changes.count == limit ? " or more" : "") people"
      detail = ""
    }
  }
}
