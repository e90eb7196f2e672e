import PeoplebookCore
import Persistence

enum RemoveCommand: Command {
  static let name = "remove"
  static let summary = "Remove people; “peoplebook undo” brings them back."
  static let operands = "WHO…"
  static let operandCount = 1...Int.max
  static let options = [Option.author]
  static let details = WhoText.details(by: .wholeName) + "\nWhen one of them is not found, none is removed."

  static func run(_ arguments: Arguments) async throws {
    let store = try OpenBook.open(arguments, create: false)
    var people: [Person] = []
    for who in arguments.operands {
      let person = try store.person(who, by: .wholeName)
      if !people.contains(where: { $0.row == person.row }) { people.append(person) }
    }
    try await store.write { [people] transaction in
      for person in people { try transaction.delete(person) }
    }
    let names = people.count == 1 ? people[0].displayName : people.count.people
    Output.message("\(names) removed. “peoplebook undo” takes it back.")
  }
}
