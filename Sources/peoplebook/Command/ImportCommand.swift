import Glibc
import PeoplebookCore
import Persistence
import Synchronization

enum ImportCommand: Command {
  static let name = "import"
  static let summary = "Take people in from files."
  static let operands = "FILE…|-"
  static let operandCount = 1...Int.max
  static let format = Option("format", letter: "f", value: "FORMAT", "vcard, csv or json; found out by default.")
  static let dryRun = Option("dry-run", letter: "n", "Say what would happen, and change nothing.")
  static let options = [format, dryRun, Option.author]
  static let details = """
    Who is in the book already, by the UID of the card, is brought up to date; everybody else is added.
    All files come in together: one “peoplebook undo” takes them out again. What could not be read is named by line.
    """

  /// What came of it.
  struct Outcome: Sendable {
    var added = 0
    var changed = 0
    var unchanged = 0
    var reports: [(path: String, report: ImportReport)] = []

    var people: Int { added + changed + unchanged }
    var problems: Int { reports.reduce(0) { $0 + $1.report.problemCount } }
  }

  static func run(_ arguments: Arguments) async throws {
    let format = try arguments.choice(format, of: PersonFormat.self)
    let paths = arguments.operands
    // A file that is not there is said before anything is written.
    for path in paths where path != "-" && access(path, R_OK) != 0 { throw FileError(path: path, code: errno) }
    let isDryRun = arguments.has(dryRun)
    let outcome: Outcome
    if isDryRun {
      outcome = try rehearse(paths, format, arguments)
    } else {
      outcome = try await take(paths, format, into: OpenBook.open(arguments, create: true))
    }
    tell(outcome, isDryRun: isDryRun)
    if outcome.people == 0 {
      // A single problem has been told, and says why.
      throw Failure.failed(
        outcome.problems == 1 ? "" : "Nobody was found in \(paths.map(name).joined(separator: ", ")).")
    }
  }

  /// All of them, or nobody: whatever stops it, a signal among them, what was saved by then is taken back.
  @MainActor
  private static func take(_ paths: [String], _ format: PersonFormat?, into store: Store) async throws -> Outcome {
    let stop = try Interruption.begin()
    let start = WallClock.milliseconds
    let hasSaved = Flag()
    do {
      return try await store.write { transaction in
        var count = 0
        let outcome = try take(paths, format, stop: stop) { person, reader in
          if Interruption.signal != nil { throw CancellationError() }
          count += 1
          if count.isMultiple(of: batch) {
            // Also when what comes after the commit fails.
            hasSaved.value.store(true, ordering: .relaxed)
            try transaction.save()
          }
          return try transaction.take(person, from: reader)
        }
        if Interruption.signal(upToNow: stop) != nil { throw CancellationError() }
        return outcome
      }
    } catch {
      var isClean = true
      if hasSaved.value.load(ordering: .relaxed) { isClean = (try? await takeBack(since: start, in: store)) ?? false }
      guard let signal = Interruption.signal else { throw error }
      let ending = isClean ? "nobody was taken in" : "others have written too, and some may have been taken in"
      throw Failure(status: .failed, message: "Stopped: \(ending).", signal: signal)
    }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  /// Takes back what was written since then, as far as others have not written in between; whether they have not.
  @MainActor
  private static func takeBack(since start: Int64, in store: Store) async throws -> Bool {
    while let last = try store.nextUndo(of: Person.self), last.time >= start {
      guard last.author == store.author else { return false }
      try await store.undo()
    }
    return true
  }

  /// So many people at a time: others may write in between, and what they look at fills up while they look.
  private static let batch = 20_000

  /// Only looks: also when there is no book yet, which is then not made.
  @MainActor
  private static func rehearse(
    _ paths: [String], _ format: PersonFormat?, _ arguments: Arguments
  ) throws -> Outcome {
    let path = try BookPath.path(arguments)
    let store = access(path, F_OK) == 0 ? try OpenBook.open(at: path, create: false) : nil
    return try take(paths, format) { person, reader in
      guard let before = try store?.get(Person.self, id: person.id) else { return .added }
      var present = reader.update(of: before, to: person)
      present.row = before.row
      return present == before ? .unchanged : .changed
    }
  }

  private static func take(
    _ paths: [String], _ format: PersonFormat?, stop: Int32? = nil,
    _ body: (Person, any PersonReader) throws -> ImportFate
  ) throws -> Outcome {
    var outcome = Outcome()
    var bar = ProgressBar()
    defer { bar.clear() }
    for path in paths {
      let file = try FileByteSource(path: path, stop: stop)
      let source = try SniffedSource(file)
      var reader = (format ?? PersonFormat(path: path) ?? source.format).reader(source)
      while let person = try reader.next() {
        switch try body(person, reader) {
        case .added: outcome.added += 1
        case .changed: outcome.changed += 1
        case .unchanged: outcome.unchanged += 1
        }
        bar.show(people: outcome.people, done: reader.bytesRead, of: file.size)
      }
      outcome.reports.append((name(path), reader.report))
    }
    return outcome
  }

  // MARK: Saying

  private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// No more lines than this about what could not be read, unless the problems are asked for with a dry run.
  private static let problemLimit = 20

  private static func tell(_ outcome: Outcome, isDryRun: Bool) {
    var shown = 0
    for (path, report) in outcome.reports {
      for problem in report.problems.sorted(by: { $0.line < $1.line }) where isDryRun || shown < problemLimit {
        Output.message("\(path), line \(problem.line): \(problem.message)")
        shown += 1
      }
    }
    if outcome.problems > shown {
      Output.message("… and \(outcome.problems - shown) more; --dry-run lists them.")
    }
    guard outcome.people > 0 else { return }
    var parts: [String] = []
    if outcome.added > 0 { parts.append("\(outcome.added) new") }
    if outcome.changed > 0 { parts.append("\(outcome.changed) changed") }
    if outcome.unchanged > 0 { parts.append("\(outcome.unchanged) as they were") }
    let people = outcome.people == 1 ? "one person" : "\(outcome.people) people"
    let verb = isDryRun ? "Would import" : "Imported"
    let ending = isDryRun ? "" : outcome.added + outcome.changed == 0 ? "" : " “peoplebook undo” takes it back."
    Output.message("\(verb) \(people): \(parts.joined(separator: ", ")).\(ending)")
  }
}
