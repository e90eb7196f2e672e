import Persistence

extension PeopleViewModel {
  /// The history of a person, the newest commit first: a line with its author and time, then one for each changed
  /// value; `nil` after an error, which is published.
  ///
  /// - Complexity: O(commits of the person).
  public func history(of person: Person) -> [String]? {
    read { try $0.history(of: person) }?.flatMap { commit in
      commit.changes.flatMap { change in
        ["\(Self.verb(of: change, in: commit)) \(commit.timeAndAuthor(own: store.author))"]
          + Self.fields(of: change).map { "  \($0.text)" }
      }
    }
  }

  /// When a person was last changed, and by which author: `last changed 3 min ago by you`; empty when it is unknown.
  ///
  /// - Complexity: O(commits of the person).
  public func lastChange(of person: Person) -> String {
    let last = read { try $0.history(of: person).first } ?? nil
    return last.map { "last changed \($0.timeAndAuthor(own: store.author))" } ?? ""
  }

  private static func verb(of change: Change<Person>, in commit: Commit<Person>) -> String {
    let verb =
      switch change.kind {
      case .insertion: "Added"
      case .deletion: "Deleted"
      case .update: "Changed"
      }
    return commit.action == .edit ? verb : "\(verb) (\(commit.action.rawValue))"
  }

  private static func fields(of change: Change<Person>) -> [FieldChange] {
    guard let before = change.before, let after = change.after else { return [] }
    return before.changes(to: after)
  }
}
