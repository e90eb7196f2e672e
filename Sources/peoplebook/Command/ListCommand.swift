import PeoplebookCore
import Persistence

enum ListCommand: Command {
  static let name = "list"
  static let summary = "Print all people, or those who match."
  static let format = FormatOption.make(PersonFormat.writable, own: "table")
  static let options =
    [Option.search, .tag, Selection.sort, Selection.reverse, Selection.limit, format] + FormatOption.ofWriters
  static let details = """
    --search matches the beginnings of words, in any order. When few people match, those follow who have TEXT inside a
    word or with one typo. Punctuation such as * is matched literally.
    Exit status 3 when no person matches.
    """

  static func run(_ arguments: Arguments) async throws {
    let selection = try Selection(arguments)
    let limit = try arguments.number(Selection.limit, in: 0...Int.max)
    let format = try FormatOption.value(arguments, format, among: PersonFormat.writable, own: "table")
    let writer = try FormatOption.writer(ofNamed: format, arguments)
    let store = try OpenBook.open(arguments, create: false)
    if limit == nil, let writer, try selection.write(from: store, with: writer) { return }
    let people = try await selection.peopleAndSimilar(in: store, limit: limit)
    if people.isEmpty, selection.isNarrowed, limit != 0 {
      throw Failure(status: .noMatch, message: "No person in the book matches.")
    }
    if writer == nil, people.isEmpty, limit != 0 {
      Output.message("The book is empty. “peoplebook add NAME” adds a person.")
      return
    }
    if let format, let writer { return Output.write(people, with: writer, of: format) }
    var output = BufferedOutput(isData: false)
    let table = PeopleTable(measuring: people.prefix(1_000), terminalWidth: Output.terminalWidth)
    output.write(table.heading)
    for person in people { output.write(table.line(person)) }
    output.flush()
  }
}
