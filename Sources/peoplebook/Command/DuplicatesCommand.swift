import PeoplebookCore
import Persistence

enum DuplicatesCommand: Command {
  static let name = "duplicates"
  static let summary = "Print the people who may be in the book twice, and why."
  static let options = [OutputFormat.option, Selection.limit]
  static let details = """
    The most probable ones come first. “peoplebook merge ID ID” merges two.
    JSON is one object a line, with the keys score (0 to 1), reasons, and first and second (id and name).
    Exit status 3 when there are none.
    """

  static func run(_ arguments: Arguments) async throws {
    let format = try OutputFormat(arguments)
    let limit = try arguments.number(Selection.limit, in: 0...Int.max)
    let store = try OpenBook.open(arguments, create: false)
    let pairs = DuplicateFinder.pairs(among: try store.fetch(Query<Person>())).prefix(limit ?? .max)
    guard !pairs.isEmpty else { throw Failure(status: .noMatch, message: "No duplicates found.") }
    switch format {
    case .text: Output.write(pairs.map(text).joined(separator: "\n"))
    case .json: Output.data(pairs.map(object).joined())
    }
  }

  /// Three lines: the two people with what identifies them, and the reasons.
  private static func text(_ pair: DuplicatePair) -> String {
    [pair.first, pair.second].map { "\(shown($0.id))  \(PlainText.line($0.displayName))\n" }.joined()
      + "          \(PlainText.line(pair.reasons.map(\.text).joined(separator: ", ")))\n"
  }

  /// The beginning of an id where that identifies a person, else the whole id.
  private static func shown(_ id: String) -> String {
    let beginning = id.prefix(8)
    return beginning.allSatisfy(\.isHexDigit) ? String(beginning) : PlainText.line(id)
  }

  private static func object(_ pair: DuplicatePair) -> String {
    let people = [("first", pair.first), ("second", pair.second)].map { key, person in
      "\"\(key)\":{\"id\":\(JSONText.string(person.id)),\"name\":\(JSONText.string(person.name))}"
    }
    let reasons = pair.reasons.map { JSONText.string($0.text) }.joined(separator: ",")
    let score = (pair.score * 100).rounded() / 100
    return "{\"score\":\(score),\"reasons\":[\(reasons)],\(people.joined(separator: ","))}\n"
  }
}
