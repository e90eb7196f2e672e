/// Reads people from files, one after the other: the loop behind each import and each plan.
struct ImportRun: Sendable {
  var files: [ImportFile]
  /// Called after each person; must be quick.
  var report: @Sendable (ImportProgress) -> Void = { _ in }
  /// Asked before each person, and at the end; `true` ends the run.
  var isCancelled: @Sendable () -> Bool = { false }

  /// Passes each person to `body`, with the reader, and counts what it made of them.
  ///
  /// - Throws: What `body` throws, ``FileAccessError``, and `CancellationError`.
  func run(_ body: (Person, any PersonReader) throws -> ImportFate) throws -> ImportOutcome {
    var steps = steps()
    while let (person, reader) = try steps.next() { steps.count(try body(person, reader)) }
    return steps.outcome
  }

  /// The people one by one, for a caller that waits in between.
  func steps() -> Steps { Steps(run: self) }

  /// The people of the files, and what became of those so far.
  struct Steps {
    private let run: ImportRun
    private let size: Int
    private var done = 0
    private var rest: ArraySlice<ImportFile>
    private var reader: (any PersonReader)?
    private(set) var outcome = ImportOutcome()

    fileprivate init(run: ImportRun) {
      self.run = run
      size = run.files.reduce(0) { $0 + $1.size }
      rest = run.files[...]
    }

    /// The next person with the reader; `nil` at the end.
    ///
    /// - Throws: ``FileAccessError``, and `CancellationError`.
    mutating func next() throws -> (Person, any PersonReader)? {
      while let file = rest.first {
        if reader == nil { reader = try file.reader() }
        let person = try reader?.next()
        if run.isCancelled() { throw CancellationError() }
        if let person, let reader { return (person, reader) }
        done += file.size
        let report = reader.map { file.completed($0.report) } ?? ImportReport()
        outcome.files.append(ImportOutcome.File(name: file.name, report: report, columns: reader?.columns ?? []))
        reader = nil
        rest.removeFirst()
      }
      if run.isCancelled() { throw CancellationError() }
      return nil
    }

    /// Counts what became of the last person.
    mutating func count(_ fate: ImportFate) {
      outcome.count(fate)
      let share = size == 0 ? 1 : min(1, Double(done + (reader?.bytesRead ?? 0)) / Double(size))
      run.report(ImportProgress(people: outcome.people, share: share))
    }
  }
}
