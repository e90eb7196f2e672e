import Algorithms

/// Reads people from files, one after the other: the loop behind each import and each plan.
struct ImportRun: Sendable {
  var files: [ImportFile]
  /// Called after each person; must be quick.
  var report: @Sendable (ImportProgress) -> Void = { _ in }
  /// Asked before each person, before each chunk of a file, and at the end, on any thread; `true` ends the run, and
  /// stays `true`.
  var isCancelled: @Sendable () -> Bool = { false }

  /// Passes each person to `body`, and counts what it made of them.
  ///
  /// Another thread reads and prepares the next people at the same time.
  ///
  /// - Parameters:
  ///   - prepare: Prepares a person for `body`, on the other thread.
  ///   - body: Receives the prepared person, and how they change the same person of the book.
  /// - Throws: What `body` throws, ``FileAccessError``, and `CancellationError`.
  func run<Prepared: Sendable>(
    preparing prepare: @escaping @Sendable (Person) -> Prepared,
    _ body: (Prepared, PersonUpdate) throws -> ImportFate
  ) throws -> ImportOutcome {
    var outcome = ImportOutcome()
    outcome.files = try readAhead(limit: Self.batchesAhead) { [files, isCancelled] send in
      var steps = ImportRun(files: files, isCancelled: isCancelled).steps()
      var batch: [(person: Prepared, update: PersonUpdate, share: Double)] = []
      do {
        while let (person, reader) = try steps.next() {
          batch.append((prepare(person), reader.lastUpdate, steps.share))
          guard batch.count == Self.batch else { continue }
          try send(batch)
          batch.removeAll(keepingCapacity: true)
        }
      } catch let error as FileAccessError {
        try send(batch)
        throw error
      }
      try send(batch)
      return steps.outcome.files
    } consume: { batch in
      for (person, update, share) in batch {
        if isCancelled() { throw CancellationError() }
        outcome.count(try body(person, update))
        report(ImportProgress(people: outcome.people, share: share))
      }
    }
    if isCancelled() { throw CancellationError() }
    return outcome
  }

  /// The number of people that are read before the first of them is passed on.
  private static let batch = 32
  private static let batchesAhead = 4

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
        if reader == nil { reader = try file.reader(isCancelled: run.isCancelled) }
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

    /// The part of the files that has been read.
    var share: Double { size == 0 ? 1 : min(1, Double(done + (reader?.bytesRead ?? 0)) / Double(size)) }

    /// Counts what became of the last person.
    mutating func count(_ fate: ImportFate) {
      outcome.count(fate)
      run.report(ImportProgress(people: outcome.people, share: share))
    }
  }
}
