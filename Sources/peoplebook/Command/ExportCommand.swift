import Glibc
import PeoplebookCore
import Persistence

enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Write people to a file, or to standard output."
  static let operands = "[FILE|-]"
  static let operandCount = 0...1
  static let completion = CompletionKind.files
  static let format = FormatOption.make(PersonFormat.writable, note: "chosen by the file extension by default")
  static let options =
    [format] + FormatOption.ofWriters + [Option.search, .tag, Selection.sort, Selection.reverse]
  static let details = """
    --search matches the beginnings of words, in any order, and not similar words as “peoplebook list” does.
    An existing FILE is replaced once the new one is complete, and stays as it was if the export fails or is stopped.
    """

  static func run(_ arguments: Arguments) async throws {
    let path = arguments.operands.first ?? "-"
    guard !path.isEmpty else { throw Failure.usage("Name the file to export to, or - for standard output.") }
    let format = try format(of: path, arguments)
    let writer = try FormatOption.writer(of: format, arguments)
    let selection = try Selection(arguments)
    let store = try OpenBook.open(arguments, create: false)
    if Self.standardOutput.contains(path), try selection.write(from: store, with: writer) { return }
    let people = try selection.people(in: store)
    if people.isEmpty, selection.isNarrowed {
      throw Failure(status: .noMatch, message: "No person in the book matches; nothing was written.")
    }
    if Self.standardOutput.contains(path) { return Output.write(people, with: writer, of: format) }
    // A signal ends the wait for the reader of a pipe at once. A file is written beside the old one, and that draft is
    // deleted first.
    if !PeopleFile.isStream(path) { _ = try Interruption.begin() }
    let report: ExportReport
    do {
      report = try PeopleFile.write(people, with: writer, to: path, besides: store.path) { Interruption.signal != nil }
    } catch is CancellationError {
      throw Failure(status: .failed, message: "Export stopped. Nothing was written.", signal: Interruption.signal)
    } catch let error as FileAccessError where error.code == EPIPE {
      // The reader of a pipe has read as much as it wanted.
      return
    }
    Output.message("\(report.people.people) written to \(path).")
    if let loss = report.loss(in: format) { Output.message(loss) }
  }

  /// The names of standard output.
  private static let standardOutput = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  private static func format(of path: String, _ arguments: Arguments) throws(Failure) -> PersonFormat {
    if path != "-", PeopleFile.isFolder(path) { throw .failed("\(path) is a folder: name a file in it.") }
    if let named = try FormatOption.value(arguments, format, among: PersonFormat.writable) { return named }
    do {
      return try PersonFormat.forWriting(to: path)
    } catch {
      throw .usage("\(error) Or name a format with --format.")
    }
  }
}
