import PeoplebookCore
import Persistence

enum EditCommand: Command {
  static let name = "edit"
  static let summary = "Change a person."
  static let operands = "WHO"
  static let operandCount = 1...1
  static let completion = CompletionKind.people
  static let options = PersonOptions.editing + [.author]
  static let details =
    WhoText.details(by: .exactName)
    + "\nAn option for a list replaces the whole list; an empty value clears the field."

  static func run(_ arguments: Arguments) async throws {
    guard PersonOptions.areGiven(in: arguments) else {
      throw Failure.usage("There is nothing to change: say what, as in --title \"Countess\".")
    }
    let store = try OpenBook.open(arguments, create: false)
    let original = try store.person(arguments.operands[0], by: .exactName)
    var person = original
    try PersonOptions.apply(arguments, to: &person)
    guard !person.name.isInvisible else {
      throw Failure.failed(
        "A person needs one of \(FieldCatalogue.current.needed); nothing was changed.")
    }
    // Fields that another process has changed since they were read stay as they are.
    _ = try await store.write { [person] in try $0.saveEdits(of: person, from: original) }
  }
}
