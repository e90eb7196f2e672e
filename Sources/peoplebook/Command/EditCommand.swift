import PeoplebookCore

enum EditCommand: Command {
  static let name = "edit"
  static let summary = "Change what is said about a person."
  static let operands = "WHO"
  static let operandCount = 1...1
  static let options = PersonOptions.editing + [.author]
  static let details = """
    WHO is an id, a unique beginning of one, or a name that matches one person.
    An option that is a list replaces the whole list; an empty value empties the field.
    """

  static func run(_ arguments: Arguments) async throws {
    guard PersonOptions.areGiven(in: arguments) else {
      throw Failure.usage("Nothing to change: say what, as in --title \"Countess\".")
    }
    let store = try OpenBook.open(arguments, create: false)
    let original = try Who.find(arguments.operands[0], in: store)
    var person = original
    try PersonOptions.apply(arguments, to: &person)
    guard !person.name.isEmpty else {
      throw Failure.failed(
        "A person without a name, and without anything that could stand for one, cannot be found again; nothing was changed."
      )
    }
    // What others changed since the look a moment ago stays as they left it.
    _ = try await store.write { [person] in try $0.update(person, editedFrom: original) }
  }
}
