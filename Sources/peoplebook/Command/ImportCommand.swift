import PeoplebookCore
import Persistence
import Synchronization

enum ImportCommand: Command {
  static let name = "import"
  static let summary = "Import people from files."
  static let operands = "FILE…|-"
  static let operandCount = 1...Int.max
  static let completion = CompletionKind.files
  static let format = FormatOption.make(PersonFormat.readable, note: "detected by default")
  static let encoding = Option(
    "encoding", value: "NAME", "The files’ encoding, such as windows-1252; detected by default.")
  static let dryRun = Option("dry-run", letter: "n", "Show what would happen, without changing anything.")
  static let options = [format, encoding, dryRun, Option.author]
  static let details = """
    A record whose id is in the book updates that person; every other record adds one. Importing the same file twice
    adds no person twice.
    All files are one change: one “peoplebook undo” undoes this. An import that a crash has interrupted is finished
    first, unless its input was a pipe. Unreadable records are listed with their line numbers. Among several files,
    empty ones and those of another kind are skipped.
    A table that lists something else by name, such as prices, is refused; --format csv imports it anyway.
    Exit status 6 when some records were skipped or may be incomplete, and 1 when no person could be imported.
    """

  static func run(_ arguments: Arguments) async throws {
    guard !arguments.operands.contains("") else {
      throw Failure.usage("Name the file to import from, or - for standard input.")
    }
    let options = ImportFile.Options(
      format: try FormatOption.value(arguments, format, among: PersonFormat.readable),
      encoding: arguments.last(encoding))
    let isDryRun = arguments.has(dryRun)
    let outcome = try await stoppable { stop in
      let (files, leftOut) = try ImportFile.open(arguments.operands, options, stop: stop)
      if Interruption.signal(upToNow: stop) != nil { throw CancellationError() }
      var outcome = ImportOutcome()
      if isDryRun {
        outcome = try rehearse(files, arguments)
      } else if !files.isEmpty {
        outcome = try await run(files, into: OpenBook.open(arguments, create: true))
      }
      outcome.add(leftOut: leftOut)
      return outcome
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
    let imports = ResumableImports(store: store)
    try await finishInterrupted(imports, bar)
    return try await imports.run(from: files, report: bar.show) { Interruption.signal != nil }
  }

  /// Finishes what a crash has interrupted, and says so.
  @MainActor
  private static func finishInterrupted(_ imports: ResumableImports, _ bar: Progress) async throws {
    guard try imports.hasUnfinished() else { return }
    do {
      let outcome = try await imports.resume(report: bar.show) { Interruption.signal != nil }
      bar.clear()
      if outcome?.isCancelled == true { throw CancellationError() }
      if let outcome { Output.message("Interrupted import finished: \(outcome.sentence()).") }
    } catch  where error is ImportError || error is FileAccessError || error is FormatError {
      bar.clear()
      Output.message("An interrupted import could not be finished: \(error)")
    }
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
    if rest > 0 { Output.message("… and \(rest.grouped) more\(isDryRun ? "" : "; --dry-run lists more").") }
    guard outcome.people > 0 else { return }
    let ending = isDryRun || outcome.added + outcome.changed == 0 ? "" : " “peoplebook undo” undoes this."
    Output.message("\(outcome.sentence(isRehearsal: isDryRun)).\(ending)")
  }
}
