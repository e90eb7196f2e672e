import PeoplebookCore
import Persistence

enum LogCommand: Command {
  static let name = "log"
  static let summary = "Print who changed what, and when, the newest first."
  static let operands = "[WHO]"
  static let operandCount = 0...1
  static let limit = Option("limit", letter: "n", value: "N", "No more than N commits; 50 by default.")
  static let options = [ChangeText.format, limit]
  static let details = "With WHO, only what happened to that person.\n" + ChangeText.details

  static func run(_ arguments: Arguments) async throws {
    let format = try arguments.choice(ChangeText.format, of: ChangeText.Format.self) ?? .text
    let limit = try arguments.number(limit, in: 1...Int.max) ?? 50
    let store = try OpenBook.open(arguments, create: false)
    let commits: [Commit<Person>]
    if let who = arguments.operands.first {
      commits = Array(try store.history(of: Who.find(who, in: store)).prefix(limit))
    } else {
      commits = try store.log(of: Person.self, limit: limit)
    }
    var output = BufferedOutput()
    for commit in commits {
      for change in commit.changes { output.write(ChangeText.line(change, of: commit, as: format)) }
    }
    output.flush()
  }
}
