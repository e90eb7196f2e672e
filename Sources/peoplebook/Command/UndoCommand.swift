import PeoplebookCore
import Persistence

enum UndoCommand: Command {
  static let name = "undo"
  static let summary = "Undo the last change, by any author."
  static let list = Option("list", letter: "l", "Show what would be undone, and undo nothing.")
  static let options = [list, Option.author]

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    if arguments.has(list) {
      guard let commit = try store.nextUndo(of: Person.self) else { throw StoreError.nothingToUndo }
      for change in commit.changes { Output.write(ChangeText.text(change, of: commit, own: store.author, as: .text)) }
      return
    }
    let reversal = try await ReversalText.explaining(store) { try await store.undo() }
    Output.message(ReversalText.sentence(reversal, in: store, verb: "Undone"))
  }
}

enum RedoCommand: Command {
  static let name = "redo"
  static let summary = "Redo the change that was undone last."
  static let list = Option("list", letter: "l", "Show what would be redone, and redo nothing.")
  static let options = [list, Option.author]

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    if arguments.has(list) {
      guard let commit = try store.nextRedo(of: Person.self) else { throw StoreError.nothingToRedo }
      for change in commit.changes { Output.write(ChangeText.text(change, of: commit, own: store.author, as: .text)) }
      return
    }
    let reversal = try await ReversalText.explaining(store) { try await store.redo() }
    Output.message(ReversalText.sentence(reversal, in: store, verb: "Redone"))
  }
}

/// A description of the changes of an undo or a redo.
enum ReversalText {
  /// The changes are only counted when they are too many to be listed, or the log cannot be read: the undo is done all
  /// the same.
  ///
  /// - Parameter store: The book after the undo, which is its newest commit.
  @MainActor
  static func sentence(_ reversal: Reversal, in store: Store, verb: String) -> String {
    guard reversal.count > 0 else { return "\(verb): nothing, since later changes had done so." }
    let head = "\(verb): \(reversal.count.counted("change", "changes")) by \(reversal.authorText(own: store.author))."
    // The log is read for as many changes as can be listed.
    guard reversal.count <= mostListed, let commit = try? store.log(of: Person.self, limit: 1).first,
      commit.author == store.author, commit.changes.count == reversal.count
    else { return head }
    return ([head] + commit.changes.flatMap(lines)).joined(separator: "\n  ")
  }

  /// Runs an undo or a redo in `store`, and reports a conflict with the values that the book has now.
  @MainActor
  static func explaining(_ store: Store, _ reverse: () async throws -> Reversal) async throws -> Reversal {
    do {
      return try await reverse()
    } catch let error as StoreError {
      guard case .undoConflict = error else { throw error }
      throw Failure(status: .failed, message: "\(error.labelled(in: store))")
    }
  }

  private static let mostListed = 20

  private static func lines(_ change: Change<Person>) -> [String] {
    let name = PlainText.line(change.record?.displayName ?? "")
    return switch change.kind {
    case .insertion: ["\(name) is back"]
    case .deletion: ["\(name) is removed"]
    case .update: change.changedValues.map { "\(name), \(PlainText.line($0.text))" }
    }
  }
}
