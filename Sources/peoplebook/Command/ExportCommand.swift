import PeoplebookCore
import Persistence

enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Write people to a file, or to standard output."
  static let operands = "[FILE|-]"
  static let operandCount = 0...1
  static let format = Option(
    "format", letter: "f", value: "FORMAT", "vcard, json or csv; by the file's name by default.")
  static let version = Option("vcard-version", value: "3.0|4.0", "The version of vCard; 3.0 by default.")
  static let options = [format, version, Option.search, .tag, Selection.sort, Selection.reverse]

  static func run(_ arguments: Arguments) async throws {
    let path = arguments.operands.first ?? "-"
    let format = try arguments.choice(format, of: PersonFormat.self) ?? PersonFormat(path: path) ?? .vcard
    let version = try arguments.choice(version, of: VCardVersion.self) ?? .v3
    let query = try Selection.query(arguments)
    let store = try OpenBook.open(arguments, create: false)
    let people = try store.fetch(query)
    if people.isEmpty, Selection.isNarrowed(arguments) {
      throw Failure(status: .nobody, message: "Nobody in the book matches; nothing was written.")
    }
    let writer = format.writer(version: version)
    if path == "-" {
      var output = BufferedOutput()
      output.write(people, with: writer)
      output.flush()
    } else {
      try PeopleFile.write(people, with: writer, to: path, besides: store.path)
      Output.message("Wrote \(people.count == 1 ? "one person" : "\(people.count) people") to \(path).")
    }
  }
}
