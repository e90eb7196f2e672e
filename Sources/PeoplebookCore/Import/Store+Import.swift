import Glibc
import Persistence

/// A file that people cannot be taken in from, in a sentence.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

extension Store {
  /// Takes people in from a file, all in one transaction, on the store's queue: all of them come in, or nobody does.
  ///
  /// - Parameters:
  ///   - report: Told on the store's queue, for each person; to be quick.
  ///   - isCancelled: Asked there, for each person; `true` ends it, and leaves the book as it was.
  public func importPeople(
    from path: String, report: @escaping @Sendable (ImportProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> ImportOutcome {
    do {
      return try await write { transaction in
        // A pipe may keep one waiting for ever, and a wait cannot be stopped.
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ImportError(description: "\(path) is no file.") }
        let file = try FileByteSource(path: path)
        let source = try SniffedSource(file)
        var reader = (PersonFormat(path: path) ?? source.format).reader(source)
        var outcome = ImportOutcome()
        while let person = try reader.next() {
          if isCancelled() { throw CancellationError() }
          outcome.count(try transaction.take(person, from: reader))
          report(
            ImportProgress(
              people: outcome.people, share: file.size.map { $0 == 0 ? 1 : Double(reader.bytesRead) / Double($0) }))
        }
        outcome.problems = reader.report.problemCount
        if outcome.people == 0 {
          let problem = reader.report.problems.first.map { "\(path), line \($0.line): \($0.message)" }
          throw ImportError(description: problem ?? "Nobody was found in \(path).")
        }
        return outcome
      }
    } catch is CancellationError {
      var outcome = ImportOutcome()
      outcome.isCancelled = true
      return outcome
    }
  }
}
