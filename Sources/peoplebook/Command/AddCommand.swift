import PeoplebookCore

enum AddCommand: Command {
  static let name = "add"
  static let summary = "Add a person, and print the new id."
  static let operands = "[NAME]"
  static let operandCount = 0...Int.max
  static let options = PersonOptions.adding + [.author]
  static let details = """
    NAME is the full name. It is split into first and last name; --first and --last override the parts.
    One of \(FieldCatalogue.current.needed) is needed.
    Exit status 6 when the person was added, but the id could not be printed: the message then contains the id.
    """

  static func run(_ arguments: Arguments) async throws {
    var person = Person()
    person.setFullName(arguments.operands.joined(separator: " "))
    try PersonOptions.apply(arguments, to: &person)
    guard !person.name.isInvisible else {
      throw Failure.usage(
        "A new person needs one of \(FieldCatalogue.current.needed), as in “peoplebook add Ada Lovelace”.")
    }
    let store = try OpenBook.open(arguments, create: true)
    let added = try await store.write { [person] in try $0.insert(person) }
    Output.write("\(added.id)\n", otherwise: "\(added.displayName) was added with the id \(added.id).")
  }
}
