import PeoplebookCore
import Persistence
import Synchronization

enum ImportCommand: Command {
  static let name = "import"
  static let summary = "Import people from files."
  static let operands = "FILE…|-"
  static let operandCount = 1...Int.max
  static let format = FormatOption.make(PersonFormat.readable, note: "detected by default")
  static let encoding = Option(
    "encoding", value: "NAME", "The files’ encoding, such as windows-1252; detected by default.")
  static let dryRun = Option("dry-run", letter: "n", "Say what would happen, and change nothing.")
  static let options = [format, encoding, dryRun, Option.author]
  static let details = """
    A person who is in the book already, by the id in the file, is updated; the others are added. A record without an
    id gets one that its text determines, so that the same file can be imported again.
    All files are one change: one “peoplebook undo” takes it back. What could not be read is listed with its line.
    Exit status 6 when something was left out or may be incomplete, and 1 when no person could be imported.
    """

  static func run(_ arguments: Arguments) async throws {
    guard !arguments.operands.contains("") else {
      throw Failure.usage("The file to import from needs a name; - is standard input.")
    }
    let options = ImportFile.Options(
      format: try FormatOption.value(arguments, format, among: PersonFormat.readable),
      encoding: arguments.last(encoding))
    let isDryRun = arguments.has(dryRun)
    let outcome = try await stoppable { stop in
      // A file that cannot be read is reported before anything is written.
      let files = try arguments.operands.map { try ImportFile(path: $0, options, stop: stop) }
      if Interruption.signal(upToNow: stop) != nil { throw CancellationError() }
      return isDryRun
        ? try rehearse(files, arguments) : try await run(files, into: OpenBook.open(arguments, create: true))
    }
    report(outcome, isDryRun: isDryRun)
    // A single problem was listed, and is the reason.
    if let failure = outcome.failure { throw Failure.failed(outcome.problemCount == 1 ? "" : failure) }
    if outcome.skipped + outcome.doubtful > 0 { throw Failure(status: .partly, message: "") }
  }

  /// Runs an import that INT and TERM stop without a trace in the book.
  @MainActor
  private static func stoppable(_ body: (Int32) async throws -> ImportOutcome) async throws -> ImportOutcome {
    let stop = try Interruption.begin()
    do {
      let outcome = try await body(stop)
      if !outcome.isCancelled { return outcome }
    } catch {
      if Interruption.signal == nil || error is ImportError { throw error }
    }
    throw Failure(status: .failed, message: "Import stopped. The book is unchanged.", signal: Interruption.signal)
  }

  @MainActor
  private static func run(_ files: [ImportFile], into store: Store) async throws -> ImportOutcome {
    let bar = Progress()
    defer { bar.clear() }
    return try await store.importPeople(from: files, report: bar.show) { Interruption.signal != nil }
  }

  /// Reports what an import would do.
  ///
  /// A book that does not exist is not made.
  @MainActor
  private static func rehearse(_ files: [ImportFile], _ arguments: Arguments) throws -> ImportOutcome {
    let path = try BookPath.path(arguments)
    let store = BookPath.exists(path) ? try OpenBook.open(at: path, create: false) : nil
    let bar = Progress()
    defer { bar.clear() }
    return try Store.rehearseImport(from: files, into: store, report: bar.show) { Interruption.signal != nil }
  }

  /// The progress bar, for the store's queue.
  private final class Progress: Sendable {
    private let bar = Mutex(ProgressLine())

    var show: @Sendable (ImportProgress) -> Void {
      { [self] progress in bar.withLock { $0.show(progress) } }
    }

    func clear() {
      bar.withLock { $0.clear() }
    }
  }

  // MARK: Messages

  /// The number of problems that are listed, unless a dry run requests all.
  private static let problemLimit = 20

  private static func report(_ outcome: ImportOutcome, isDryRun: Bool) {
    let problems = outcome.problems
    let shown = isDryRun ? problems[...] : problems.prefix(problemLimit)
    for problem in shown { Output.message(problem) }
    let rest = outcome.problemCount - shown.count
    if rest > 0 { Output.message("… and \(rest.grouped) more; --dry-run lists them.") }
    guard outcome.people > 0 else { return }
    let ending = isDryRun || outcome.added + outcome.changed == 0 ? "" : " “peoplebook undo” takes it back."
    Output.message("\(outcome.sentence(isRehearsal: isDryRun)).\(ending)")
  }
}
