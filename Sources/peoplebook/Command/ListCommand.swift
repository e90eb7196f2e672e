import PeoplebookCore
import Persistence

enum ListCommand: Command {
  static let name = "list"
  static let summary = "Print the people, all of them or those who match."
  static let format = Option("format", letter: "f", value: "FORMAT", "table (the default), json, csv or vcard.")
  static let options = [
    Option.search, .tag, Selection.sort, Selection.reverse, Selection.limit, format,
  ]
  static let details = "Exit status 3 when there are people, but nobody matches."

  enum Format: String, CaseIterable {
    case table, json, csv, vcard
  }

  static func run(_ arguments: Arguments) async throws {
    let query = try Selection.query(arguments)
    let limit = try arguments.number(Selection.limit, in: 0...Int.max)
    let format = try arguments.choice(format, of: Format.self) ?? .table
    let store = try OpenBook.open(arguments, create: false)
    let people = try store.fetch(query, limit: limit)
    if people.isEmpty, Selection.isNarrowed(arguments), limit != 0 {
      throw Failure(status: .nobody, message: "Nobody in the book matches.")
    }
    print(people, as: format, isBookEmpty: people.isEmpty && limit != 0)
  }

  private static func print(_ people: [Person], as format: Format, isBookEmpty: Bool) {
    var output = BufferedOutput()
    switch format {
    case .table:
      if isBookEmpty {
        Output.message("The book is empty. “peoplebook add --first NAME” adds somebody.")
        return
      }
      let table = PeopleTable(measuring: people.prefix(1_000), terminalWidth: Output.terminalWidth)
      output.write(table.heading)
      for person in people { output.write(table.line(person)) }
    case .json: output.write(people, with: JSONWriter())
    case .csv: output.write(people, with: CSVWriter())
    case .vcard: output.write(people, with: VCardWriter())
    }
    output.flush()
  }
}
