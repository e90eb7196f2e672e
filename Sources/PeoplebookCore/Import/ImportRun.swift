/// Reads people from files, one after the other: the loop behind each import and each rehearsal.
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
    var outcome = ImportOutcome()
    let size = files.reduce(0) { $0 + $1.size }
    var done = 0
    for file in files {
      var reader = try file.reader()
      while let person = try reader.next() {
        if isCancelled() { throw CancellationError() }
        outcome.count(try body(person, reader))
        let share = size == 0 ? 1 : min(1, Double(done + reader.bytesRead) / Double(size))
        report(ImportProgress(people: outcome.people, share: share))
      }
      done += file.size
      outcome.files.append(ImportOutcome.File(name: file.name, report: file.completed(reader.report)))
    }
    if isCancelled() { throw CancellationError() }
    return outcome
  }
}
