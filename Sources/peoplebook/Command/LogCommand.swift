import PeoplebookCore
import Persistence

enum LogCommand: Command {
  static let name = "log"
  static let summary = "Print who changed what, and when, newest first."
  static let operands = "[WHO]"
  static let operandCount = 0...1
  static let completion = CompletionKind.people
  static let limit = Option("limit", letter: "n", value: "N", "Print at most N commits; 50 by default.")
  static let options = [OutputFormat.option, limit]
  static let details =
    "With WHO, print only the changes to that person. " + WhoText.details(by: .nearName)
    + "\nTo name a removed person, give the id.\n" + ChangeText.details

  static func run(_ arguments: Arguments) async throws {
    let format = try OutputFormat(arguments)
    let limit = try arguments.number(limit, in: 1...Int.max) ?? 50
    let store = try OpenBook.open(arguments, create: false)
    let commits =
      try arguments.operands.first.map { Array(try history(of: $0, in: store).prefix(limit)) }
      ?? store.log(of: Person.self, limit: limit)
    var output = BufferedOutput(isData: format.isData)
    for commit in commits {
      for change in commit.changes { output.write(ChangeText.text(change, of: commit, own: store.author, as: format)) }
    }
    output.flush()
  }

  /// The commits that changed one person, the newest first.
  @MainActor
  private static func history(of who: String, in store: Store) throws -> [Commit<Person>] {
    let person: Person
    do throws(PersonLookupError) {
      person = try store.person(who, by: .nearName)
    } catch {
      return try store.history(ofRemoved: who, after: error)
    }
    return try store.history(of: person)
  }
}
