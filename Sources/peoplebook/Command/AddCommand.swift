import PeoplebookCore

enum AddCommand: Command {
  static let name = "add"
  static let summary = "Add a person, and print the new id."
  static let options = PersonOptions.adding + [.author]
  static let details = """
    One of name, nickname, organisation, e-mail, phone, title or note is needed.
    Exit status 6 when the person was added, but the id could not be printed: a message has it then.
    """

  static func run(_ arguments: Arguments) async throws {
    var person = Person()
    try PersonOptions.apply(arguments, to: &person)
    guard !person.name.isEmpty else {
      throw Failure.usage("A new person needs one of name, nickname, organisation, e-mail, phone, title or note.")
    }
    let store = try OpenBook.open(arguments, create: true)
    let added = try await store.write { [person] in try $0.insert(person) }
    Output.write("\(added.id)\n", otherwise: "\(added.displayName) was added with the id \(added.id).")
  }
}
