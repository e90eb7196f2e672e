import Glibc
import PeoplebookCore
import Persistence

/// Suggests the last word of a line, for the scripts of ``CompletionsCommand``.
enum CompleteCommand: Command {
  static let name = "complete"
  static let summary = "Print suggestions for the last word of a command line, for the shells’ scripts."
  static let operands = "LINE"
  static let operandCount = 1...1
  static let isHidden = true
  static let details = """
    LINE is what was typed up to the cursor. Each line of the output is a word, a tab and a description. A line without
    a word means that the shell suggests files.
    """

  static func run(_ arguments: Arguments) async throws {
    let words = ShellWords.words(in: arguments.operands[0])
    let suggestions = try WordCompletions(for: words) { line in
      let path = try BookPath.path(line.has(.book) ? line : arguments)
      guard !isFileAbsent(at: path) else { throw Failure(status: .book, message: "") }
      return try OpenBook.open(at: path, create: false)
    }
    var output = BufferedOutput(isData: true)
    for suggestion in suggestions.all { output.write("\(suggestion.text.onOneLine)\t\(suggestion.note.onOneLine)\n") }
    if suggestions.hasFiles { output.write("\tfiles\n") }
    output.flush()
  }
}
