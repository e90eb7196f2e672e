import Glibc
import PeoplebookCore
import Persistence
import Synchronization
import TUIKit

enum ImportCommand: Command {
  static let name = "import"
  static let summary = "Import people from files."
  static let operands = "FILE…|-"
  static let operandCount = 1...Int.max
  static let completion = CompletionKind.files
  static let format = FormatOption.make(PersonFormat.readable, note: "detected by default")
  static let encoding = Option(
    "encoding", value: "NAME", "The files’ encoding, such as windows-1252; detected by default.")
  static let dryRun = Option("dry-run", letter: "n", "Show what would happen, and import nothing.")
  static let map = Option(
    "map", letter: "m", value: "COLUMN=FIELD", "The field for a column of a table; may be given several times.")
  static let yes = Option("yes", letter: "y", "Import without asking.")
  static let options = [format, encoding, map, dryRun, yes, Option.author]
  static let details = """
    A record whose id is in the book updates that person; every other record adds one. Importing the same file twice
    adds no person twice.
    The plan lists the field of each column of a table, the people who would be new, updated or unchanged, those who may
    be in the book already, and what cannot be read. --dry-run prints it, and a terminal shows it before a question.
    --map corrects a field: --map "Tel. 2=phone:work". Of several columns with one heading, "Tel. #2" is the second.
    \(fields)
    All files are one change, which one “peoplebook undo” undoes, unless another program writes in between. An import
    that a crash has interrupted is finished first, unless its input was a pipe; what it had added before the crash is a
    change of its own. Unreadable records are listed with their line numbers. Among several files, empty ones and those
    of another kind are skipped. If a file is missing or cannot be read, nothing is imported.
    A table that lists something else by name, such as prices, is refused; --format csv imports it anyway.
    Exit status 6 when some records were skipped or may be incomplete, and 1 when no person could be imported.
    """

  /// The names that `--map` takes, in lines.
  private static var fields: String {
    "The fields are \(ColumnMapping.fieldNames.listed(last: "and")).".wrapped(toWidth: 110).joined(separator: "\n")
  }

  static func run(_ arguments: Arguments) async throws {
    guard !arguments.operands.contains("") else {
      throw Failure.usage("Name the file to import from, or - for standard input.")
    }
    let options = ImportFile.Options(
      format: try FormatOption.value(arguments, format, among: PersonFormat.readable),
      encoding: arguments.last(encoding), mappings: try mappings(arguments))
    let isDryRun = arguments.has(dryRun)
    let outcome = try await stoppable { stop in
      let (files, leftOut) = try ImportFile.open(arguments.operands, options, stop: stop)
      if Interruption.signal(upToNow: stop) != nil { throw CancellationError() }
      var outcome = ImportOutcome()
      if isDryRun {
        let plan = try await plan(files, arguments)
        if !plan.lines.isEmpty { Output.message(plan.lines.joined(separator: "\n")) }
        outcome = plan.outcome
      } else if !files.isEmpty {
        let isWanted = try await isConfirmed(files, leftOut, arguments, stop)
        guard isWanted else { throw CancellationError() }
        outcome = try await run(files, into: OpenBook.open(arguments, create: true))
      }
      outcome.add(leftOut: leftOut)
      return outcome
    }
    report(outcome, isDryRun: isDryRun, listsProblems: !asks(arguments))
    // A single problem was listed, and is the reason.
    if let failure = outcome.failure { throw Failure.failed(outcome.problemCount == 1 ? "" : failure) }
    if outcome.skipped + outcome.doubtful > 0 { throw Failure(status: .partly, message: "") }
  }

  /// Runs an import that INT, TERM and HUP stop without a trace in the book.
  @MainActor
  private static func stoppable(_ body: (Int32) async throws -> ImportOutcome) async throws -> ImportOutcome {
    let stop = try Interruption.begin()
    do {
      let outcome = try await body(stop)
      if !outcome.isCancelled { return outcome }
    } catch {
      let saysWhatStays = error is ImportError || error is Failure
      if !(error is CancellationError), Interruption.signal == nil || saysWhatStays { throw error }
    }
    // An interrupted import may have been finished before.
    throw Failure(
      status: .failed, message: "Import stopped. It changed nothing in the book.", signal: Interruption.signal)
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
  ///
  /// - Throws: `Failure` when that was stopped, or the book cannot be written now. In the second case the book may keep
  ///   the interrupted import, which must not overwrite later what a new one brings.
  @MainActor
  private static func finishInterrupted(_ imports: ResumableImports, _ bar: Progress) async throws {
    guard try imports.hasPending() else { return }
    do {
      let outcome = try await imports.resume(report: bar.show) { Interruption.signal != nil }
      bar.clear()
      if outcome?.isCancelled == true {
        throw Failure(status: .failed, message: ResumableImports.stopped, signal: Interruption.signal)
      }
      if let outcome { Output.message("Interrupted import finished: \(outcome.sentence()).") }
    } catch let error as StoreError {
      bar.clear()
      throw Failure(status: .book, message: ResumableImports.problem(error) + " Nothing else was imported.")
    } catch  where error is ImportError || error is FileAccessError || error is FormatError {
      bar.clear()
      Output.message(ResumableImports.problem(error))
    }
  }

  private static func mappings(_ arguments: Arguments) throws -> [ColumnMapping] {
    let mappings = try arguments.all(map).map { try ColumnMapping($0) }
    guard !mappings.isEmpty,
      let named = try FormatOption.value(arguments, format, among: PersonFormat.readable), named != .csv
    else { return mappings }
    throw Failure.usage("\(named.title) has no columns: --map is for \(PersonFormat.csv.title).")
  }

  /// Whether there is a user to ask.
  private static func asks(_ arguments: Arguments) -> Bool {
    !arguments.has(yes) && !arguments.has(dryRun) && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
  }

  /// Shows the plan on a terminal and asks whether to go on; `true` without a terminal.
  @MainActor
  private static func isConfirmed(
    _ files: [ImportFile], _ leftOut: [Int: ImportOutcome.File], _ arguments: Arguments, _ stop: Int32
  ) async throws -> Bool {
    guard asks(arguments) else { return true }
    let plan = try await plan(files, arguments)
    var outcome = plan.outcome
    outcome.add(leftOut: leftOut)
    if outcome.people == 0 { return true }
    if !plan.lines.isEmpty { Output.message(plan.lines.joined(separator: "\n")) }
    report(outcome, isDryRun: true)
    Output.status("Import? [y/N] ")
    return try answer(stop).lowercased().hasPrefix("y")
  }

  /// The line that the user types; empty when a signal arrives first.
  private static func answer(_ stop: Int32) throws -> String {
    // Only a signal from now on ends the wait.
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(stop, &bytes, bytes.count) > 0 {}
    if Interruption.signal != nil { throw CancellationError() }
    var descriptors = [STDIN_FILENO, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&descriptors, 2, -1) < 0, errno == EINTR {}
    if descriptors[1].revents != 0 { throw CancellationError() }
    return String((readLine() ?? "").drop { $0 == " " })
  }

  /// The plan of an import.
  ///
  /// A book that does not exist is not made.
  @MainActor
  private static func plan(_ files: [ImportFile], _ arguments: Arguments) async throws -> ImportPlan {
    let path = try BookPath.path(arguments)
    let store = isFileAbsent(at: path) ? nil : try OpenBook.open(at: path, create: false)
    let bar = Progress()
    defer { bar.clear() }
    return try await Store.planImport(from: files, into: store, report: bar.show) { Interruption.signal != nil }
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

  /// - Parameter listsProblems: Whether the problems were not listed before.
  private static func report(_ outcome: ImportOutcome, isDryRun: Bool, listsProblems: Bool = true) {
    let problems = listsProblems ? outcome.problems : []
    let shown = isDryRun ? problems[...] : problems.prefix(problemLimit)
    for problem in shown { Output.message(problem) }
    let rest = outcome.problemCount - shown.count
    if listsProblems, rest > 0 {
      Output.message("… and \(rest.grouped) more\(isDryRun ? "" : "; --dry-run lists more").")
    }
    for advice in outcome.remedies.map(Failure.advice).sorted() { Output.message(advice) }
    guard outcome.people > 0 else { return }
    let ending =
      outcome.isDivided
      ? "Another program has written in between: “peoplebook log” lists the parts." : "“peoplebook undo” undoes this."
    let hasEnding = !isDryRun && outcome.added + outcome.changed > 0
    Output.message("\(outcome.sentence(isPlan: isDryRun)).\(hasEnding ? " " + ending : "")")
  }
}
