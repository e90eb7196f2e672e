import PeoplebookCore
import Persistence

enum UndoCommand: Command {
  static let name = "undo"
  static let summary = "Take back the last change, whoever made it."
  static let list = Option("list", letter: "l", "Say what would be taken back, and change nothing.")
  static let options = [list, Option.author]

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    if arguments.has(list) {
      guard let commit = try store.nextUndo(of: Person.self) else { throw StoreError.nothingToUndo }
      for change in commit.changes { Output.write(ChangeText.line(change, of: commit, as: .text)) }
      return
    }
    Output.message(ReversalText.sentence(try await store.undo(), verb: "Undone"))
  }
}

enum RedoCommand: Command {
  static let name = "redo"
  static let summary = "Do again what was undone last."
  static let list = Option("list", letter: "l", "Say what would be done again, and change nothing.")
  static let options = [list, Option.author]

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    if arguments.has(list) {
      guard let commit = try store.nextRedo(of: Person.self) else { throw StoreError.nothingToRedo }
      for change in commit.changes { Output.write(ChangeText.line(change, of: commit, as: .text)) }
      return
    }
    Output.message(ReversalText.sentence(try await store.redo(), verb: "Done again"))
  }
}

/// What an undo did, in words.
enum ReversalText {
  static func sentence(_ reversal: Reversal, verb: String) -> String {
    let count = reversal.count == 1 ? "one change" : "\(reversal.count) changes"
    return "\(verb): \(count) by \(reversal.author ?? "another program")."
  }
}
