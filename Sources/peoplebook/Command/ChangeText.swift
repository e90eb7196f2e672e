import PeoplebookCore
import Persistence
import TUIKit

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

  /// - Parameter width: That of the terminal, on which a line of text does not wrap; `nil` when there is none.
  static func line(
    _ change: Change<Person>, of commit: Commit<Person>, as format: Format, width: Int? = Output.terminalWidth
  ) -> String {
    let time = WallClock.text(milliseconds: commit.time)
    let id = change.record?.id ?? ""
    let name = change.record?.name ?? ""
    switch format {
    case .text:
      let author = cut(commit.author ?? "another program", to: width == nil ? nil : authorWidth)
      let action = commit.action == .edit ? "" : ", \(commit.action.rawValue)"
      let head = "\(time) \(mark(change)) "
      let tail = "  \(PlainText.line(id))  (\(author)\(action))"
      let room = width.map { max(nameWidth, $0 - head.displayWidth - tail.displayWidth) }
      return head + cut(change.record?.displayName ?? "", to: room) + tail + "\n"
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

  /// What a name has at least, and an author at most, on a terminal.
  private static let nameWidth = 12
  private static let authorWidth = 40

  private static func cut(_ text: String, to width: Int?) -> String {
    let line = PlainText.line(text)
    return width.map { line.truncated(toWidth: $0) } ?? line
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
