import PeoplebookCore
import Persistence

/// One person's part in a commit, as a line of text or of JSON.
enum ChangeText {
  enum Format: String, CaseIterable {
    case text, json
  }

  static let format = Option("format", letter: "f", value: "FORMAT", "text (the default) or json.")
  static let details = """
    A line of text begins with the time and + for a new person, - for one who is gone, ~ for a change.
    JSON has the keys time, author (null when another program did not say), action (edit, undo or redo), change (added,
    removed or changed), id, name and person (null when gone).
    """

  static func line(_ change: Change<Person>, of commit: Commit<Person>, as format: Format) -> String {
    let time = WallClock.text(milliseconds: commit.time)
    let id = change.record?.id ?? ""
    let name = change.record?.name ?? ""
    switch format {
    case .text:
      let author = commit.author ?? "another program"
      let action = commit.action == .edit ? "" : ", \(commit.action.rawValue)"
      let shown = name.isEmpty ? "(no name)" : name
      return "\(time) \(mark(change)) \(PlainText.line(shown))  \(PlainText.line(id))"
        + "  (\(PlainText.line(author))\(action))\n"
    case .json:
      let fields = [
        ("time", JSONText.string(time)), ("author", commit.author.map { JSONText.string($0) } ?? "null"),
        ("action", JSONText.string(commit.action.rawValue)), ("change", JSONText.string(word(change))),
        ("id", JSONText.string(id)), ("name", JSONText.string(name)),
        ("person", change.after.map { JSONWriter.object($0) } ?? "null"),
      ]
      return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}\n"
    }
  }

  private static func mark(_ change: Change<Person>) -> String {
    switch change.kind {
    case .insertion: "+"
    case .deletion: "-"
    case .update: "~"
    }
  }

  private static func word(_ change: Change<Person>) -> String {
    switch change.kind {
    case .insertion: "added"
    case .deletion: "removed"
    case .update: "changed"
    }
  }
}
