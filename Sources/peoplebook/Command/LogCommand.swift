import PeoplebookCore
import Persistence

enum LogCommand: Command {
  static let name = "log"
  static let summary = "Print who changed what, and when, newest first."
  static let operands = "[WHO]"
  static let operandCount = 0...1
  static let completion = CompletionKind.people
  static let limit = Option("limit", letter: "n", value: "N", "Print at most N commits; 50 by default.")
  static let all = Option("all", "Print every change of a commit of more than \(mostListed) people.")
  static let options = [OutputFormat.option, limit, all]
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
    let listsAll = format.isData || arguments.has(all) || !arguments.operands.isEmpty
    for commit in commits {
      let isCut = !listsAll && commit.changes.count > mostListed
      for change in commit.changes.prefix(isCut ? leastListed : .max) {
        output.write(ChangeText.text(change, of: commit, own: store.author, as: format))
      }
      if isCut {
        output.write("  … and \((commit.changes.count - leastListed).grouped) more people at once: --all lists them\n")
      }
    }
    output.flush()
  }

  /// The most changes of a commit that are all listed, and the number of them where they are not.
  private static let mostListed = 20
  private static let leastListed = 3

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
