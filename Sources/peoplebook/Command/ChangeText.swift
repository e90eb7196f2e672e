import PeoplebookCore
import Persistence
import TUIKit

/// One person's part in a commit, as text or as JSON.
enum ChangeText {
  static let details = """
    A line of text has the time, the author, what was changed from what to what, and the first characters of the
    person’s id.
    JSON is one object a line, with the keys time, author (null when a program did not give one), action (edit, undo or
    redo), change (added, removed or changed), id, name, text (the same words), fields (what was changed: field, before,
    after) and person (null when removed).
    """

  /// - Parameters:
  ///   - own: The signature of this program.
  ///   - width: The width of the terminal, in which a line of text must not wrap; `nil` without a terminal.
  static func text(
    _ change: Change<Person>, of commit: Commit<Person>, own: String, as format: OutputFormat,
    width: Int? = Output.terminalWidth
  ) -> String {
    switch format {
    case .text: lines(change, of: commit, own: own, width: width)
    case .json: object(change, of: commit, own: own)
    }
  }

  private static func lines(_ change: Change<Person>, of commit: Commit<Person>, own: String, width: Int?) -> String {
    let author = commit.authorText(own: own)
    let head = "\(UTCTime(milliseconds: commit.time).text)  \(cut(author, to: width == nil ? nil : authorWidth)) "
    let action = commit.action == .edit ? "" : ", \(commit.action.rawValue)"
    let tail = "  (\(PlainText.line(String((change.record?.id ?? "").prefix(8))))\(action))"
    let room = width.map { max(leastWidth, $0 - head.displayWidth - tail.displayWidth) }
    return change.sentences().map { head + cut($0.text, to: room) + tail + "\n" }.joined()
  }

  private static func object(_ change: Change<Person>, of commit: Commit<Person>, own: String) -> String {
    let changed = change.changedValues.map { field in
      object([
        ("field", JSONText.string(field.field)), ("before", JSONText.string(field.before)),
        ("after", JSONText.string(field.after)),
      ])
    }
    let sentences = change.sentences().map(\.text).joined(separator: ", ")
    return object([
      ("time", JSONText.string(UTCTime(milliseconds: commit.time).text)),
      ("author", commit.author.flatMap { $0.isEmpty ? nil : JSONText.string($0) } ?? "null"),
      ("action", JSONText.string(commit.action.rawValue)), ("change", JSONText.string(word(change))),
      ("id", JSONText.string(change.record?.id ?? "")), ("name", JSONText.string(change.record?.name ?? "")),
      ("text", JSONText.string("\(commit.authorText(own: own)) \(sentences)")),
      ("fields", "[\(changed.joined(separator: ","))]"),
      ("person", change.after.map { JSONWriter.object($0) } ?? "null"),
    ]) + "\n"
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  /// The least width of a sentence, and the greatest of an author, on a terminal.
  private static let leastWidth = 24
  private static let authorWidth = 40

  private static func cut(_ text: String, to width: Int?) -> String {
    let line = PlainText.line(text)
    return width.map { line.truncated(toWidth: max(0, $0)) } ?? line
  }

  private static func word(_ change: Change<Person>) -> String {
    switch change.kind {
    case .insertion: "added"
    case .deletion: "removed"
    case .update: "changed"
    }
  }
}
