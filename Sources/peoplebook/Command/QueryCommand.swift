import PeoplebookCore
import Persistence

enum QueryCommand: Command {
  static let name = "query"
  static let summary = "Look up e-mail addresses by name, or a name by its address, for neomutt and aerc."
  static let operands = "TEXT…"
  static let operandCount = 1...Int.max
  static let aerc = Option("aerc", "Leave out the first line, as aerc expects.")
  static let limit = Option("limit", letter: "n", value: "N", "Print at most N addresses.")
  static let options = [aerc, limit]
  static let details = """
    Finds people with words that start with those of TEXT, in any order; when none match, people who have TEXT inside a
    word or with one typo. Each line is an address, a tab, the name, a tab and a description; the first line
    counts them. A complete address finds only that one.
      neomutt: set query_command = "peoplebook query -- '%s'"
      aerc:    address-book-cmd = peoplebook query --aerc --limit 50 -- "%s"
    Exit status 3 when no address matches.
    """

  static func run(_ arguments: Arguments) async throws {
    let text = arguments.operands.joined(separator: " ")
    let limit = try arguments.number(limit, in: 1...Int.max)
    let store = try OpenBook.open(arguments, create: false)
    let entries = try await AddressQuery(text).entries(in: store, limit: limit)
    let isAerc = arguments.has(aerc)
    guard !entries.isEmpty else {
      let message = "No address matches \(text.excerpt)."
      // neomutt shows the first line as its message.
      if !isAerc { Output.write("\(PlainText.line(message))\n") }
      throw Failure(status: .noMatch, message: isAerc ? message : "")
    }
    var output = BufferedOutput(isData: true)
    if !isAerc { output.write("\(entries.count.counted("address", "addresses"))\n") }
    for entry in entries {
      let columns = [entry.address, entry.name] + (isAerc ? [] : [entry.note])
      output.write(columns.joined(separator: "\t") + "\n")
    }
    output.flush()
  }
}
