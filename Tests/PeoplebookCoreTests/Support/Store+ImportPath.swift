import Persistence

@testable import PeoplebookCore

extension Store {
  /// Imports people from one regular file.
  func importPeople(
    from path: String, report: @escaping @Sendable (ImportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> ImportOutcome {
    let file = try ImportFile(path: path, ImportFile.Options(allowsPipes: false))
    return try await importPeople(from: [file], report: report, isCancelled: isCancelled).orFailure()
  }
}
