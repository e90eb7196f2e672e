import Persistence

/// The changes of people in one commit, and their author.
public struct AuthoredChanges: Hashable, Sendable {
  /// The author of the changes: `cron@home`, or `you` for the user's other programs on this machine.
  public let author: String
  /// The ids of the people who were changed, or added.
  public let personIDs: [String]
  /// The changes in a few words, without the author: `changed Ada Lovelace`.
  public let summary: String
  /// What was changed about a single person: `phone: + +44 20 7946 0018`; empty for more people.
  public let detail: String

  /// - Parameters:
  ///   - own: The signature of the user's program.
  ///   - limit: The number of changes that a commit is cut to.
  init(_ commit: Commit<Person>, own: String, limit: Int) {
    let changes = commit.changes.prefix(limit)
    author = commit.authorText(own: own)
    personIDs = changes.compactMap { $0.after?.id }
    let verbs = Set(changes.map { Self.verb(for: $0.kind) })
    let verb = verbs.count == 1 ? verbs.first ?? "" : "changed"
    if changes.count == 1, let change = changes.first {
      summary = "\(verb) \(change.record?.displayName.shortened ?? "a person")"
      detail = Self.detail(of: change)
    } else {
      summary = "\(verb) \(changes.count.grouped)\(changes.count == limit ? " or more" : "") people"
      detail = ""
    }
  }

  private static func verb(for kind: Change<Person>.Kind) -> String {
    switch kind {
    case .insertion: "added"
    case .deletion: "deleted"
    case .update: "changed"
    }
  }

  private static func detail(of change: Change<Person>) -> String {
    guard let before = change.before, let after = change.after else { return "" }
    let fields = before.changes(to: after)
    let more = fields.count > 1 ? ", and \(fields.count - 1) more" : ""
    return fields.first.map { $0.text + more } ?? ""
  }
}
