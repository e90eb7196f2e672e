import PeoplebookCore
import Persistence

enum MergeCommand: Command {
  static let name = "merge"
  static let summary = "Merge people into the first one; “peoplebook undo” undoes this."
  static let operands = "WHO WHO…"
  static let operandCount = 2...Int.max
  static let completion = CompletionKind.people
  static let same = Option("same", "Merge them even if they are marked as different people, and remove that mark.")
  static let options = [same, Option.author]
  static let details =
    "The first person keeps the id and the name, and gets what only the others have; the others are removed.\n"
    + WhoText.details(by: .exactName)

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    let people = try store.people(arguments.operands, by: .exactName)
    guard let first = people.first, people.count > 1 else {
      throw Failure.failed("All of these are \(people.map(\.displayName).joined()): nothing was changed.")
    }
    let outcome = try await store.mergePeople(in: people.map(\.row), ignoresNotes: arguments.has(same))
    guard outcome.count == people.count else {
      throw Failure.failed("Another program has removed one of them: nothing was merged. See “peoplebook log”.")
    }
    Output.message("\(outcome.count.people) merged into \(first.displayName). “peoplebook undo” undoes this.")
    for loss in outcome.losses { Output.message("\(loss).") }
  }
}
