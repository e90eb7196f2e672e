import PeoplebookCore
import Persistence

enum RemoveCommand: Command {
  static let name = "remove"
  static let summary = "Remove people; “peoplebook undo” brings them back."
  static let operands = "WHO…"
  static let operandCount = 1...Int.max
  static let completion = CompletionKind.people
  static let options = [Option.author]
  static let details = WhoText.details(by: .exactName) + "\nIf one of them is not found, none is removed."

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    let people = try store.people(arguments.operands, by: .exactName)
    let areRemoved = try await store.write { transaction in
      guard try people.allSatisfy({ try transaction.get(Person.self, row: $0.row) != nil }) else { return false }
      for person in people { try transaction.delete(person) }
      return true
    }
    guard areRemoved else {
      let removed = people.count == 1 ? people[0].displayName : "one of them"
      throw Failure(status: .noMatch, message: "Another program has just removed \(removed): nothing was changed.")
    }
    let names = people.count == 1 ? people[0].displayName : people.count.people
    Output.message("\(names) removed. “peoplebook undo” undoes this.")
  }
}
