import PeoplebookCore
import Persistence
import TUIKit

/// One person's part in a commit, as text or as JSON.
enum ChangeText {
  static let details = """
    A line of text begins with the time and + for a new person, - for a removed one, ~ for a change; indented lines
    below a change say what was changed from what to what.
    JSON is one object a line, with the keys time, author (null when a program did not give one), action (edit, undo or
    redo), change (added, removed or changed), id, name, person (null when removed) and fields (what was changed: field,
    before, after).
    """

  /// - Parameter width: The width of the terminal, in which a line of text must not wrap; `nil` without a terminal.
  static func text(
    _ change: Change<Person>, of commit: Commit<Person>, as format: OutputFormat, width: Int? = Output.terminalWidth
  ) -> String {
    switch format {
    case .text: lines(change, of: commit, width: width)
    case .json: object(change, of: commit)
    }
  }

  private static func lines(_ change: Change<Person>, of commit: Commit<Person>, width: Int?) -> String {
    let author = cut(author(commit), to: width == nil ? nil : authorWidth)
    let action = commit.action == .edit ? "" : ", \(commit.action.rawValue)"
    let head = "\(UTCTime(milliseconds: commit.time).text) \(mark(change)) "
    let tail = "  \(PlainText.line(change.record?.id ?? ""))  (\(author)\(action))"
    let room = width.map { max(nameWidth, $0 - head.displayWidth - tail.displayWidth) }
    let first = head + cut(change.record?.displayName ?? "", to: room) + tail + "\n"
    let indent = String(repeating: " ", count: head.displayWidth + 2)
    return first
      + fields(change).map { indent + cut($0.text, to: width.map { $0 - indent.count }) + "\n" }.joined()
  }

  private static func object(_ change: Change<Person>, of commit: Commit<Person>) -> String {
    let changed = fields(change).map { field in
      object([
        ("field", JSONText.string(field.field)), ("before", JSONText.string(field.before)),
        ("after", JSONText.string(field.after)),
      ])
    }
    return object([
      ("time", JSONText.string(UTCTime(milliseconds: commit.time).text)),
      ("author", commit.author.map { JSONText.string($0) } ?? "null"),
      ("action", JSONText.string(commit.action.rawValue)), ("change", JSONText.string(word(change))),
      ("id", JSONText.string(change.record?.id ?? "")), ("name", JSONText.string(change.record?.name ?? "")),
      ("fields", "[\(changed.joined(separator: ","))]"),
      ("person", change.after.map { JSONWriter.object($0) } ?? "null"),
    ]) + "\n"
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// The readable author of a commit.
  static func author(_ commit: Commit<Person>) -> String { commit.author ?? "another program" }

  /// The changed values of a person who existed before and after.
  static func fields(_ change: Change<Person>) -> [FieldChange] {
    guard let before = change.before, let after = change.after else { return [] }
    return before.changes(to: after)
  }

  /// The least width of a name, and the greatest of an author, on a terminal.
  private static let nameWidth = 12
  private static let authorWidth = 40

  private static func cut(_ text: String, to width: Int?) -> String {
    let line = PlainText.line(text)
    return width.map { line.truncated(toWidth: max(0, $0)) } ?? line
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
