import FoundationEssentials

/// The tests while one mutant is switched on: those of each filter, until one finds it.
final class MutantRun {
  enum Outcome {
    /// What has found the mutant.
    case killed(by: String)
    case survived
  }

  let mutant: Mutant
  private let tests: TestProgram
  private let limit: Duration
  private var filters: [String]
  private var process: ChildProcess?

  init(_ mutant: Mutant, tests: TestProgram, filters: [String], limit: Duration) {
    (self.mutant, self.tests, self.filters, self.limit) = (mutant, tests, filters, limit)
  }

  /// Starts what is next, and ends what takes too long; `nil` while tests run.
  func proceed() throws -> Outcome? {
    guard let process else {
      if filters.isEmpty { return .survived }
      process = try tests.start(filter: filters.removeFirst(), mutant: mutant.number)
      return nil
    }
    let result = process.result
    if process.hasNewText(), let issue = process.text.firstMatch(of: /✘ Test (.*?) recorded an issue/) {
      process.end()
      return .killed(by: String(issue.1))
    }
    switch result {
    case nil:
      if process.started.duration(to: .now) < limit { return nil }
      process.end()
      return .killed(by: "the time limit")
    // A filter that matches no test is no finding.
    case 0, TestProgram.noTests:
      self.process = nil
      return nil
    case let status?: return .killed(by: "status \(status)")
    }
  }
}

/// The built tests.
struct TestProgram {
  static let noTests: Int32 = 69
  let workspace: Workspace

  /// Starts the tests, with a folder for their files that ``clean(after:)`` removes.
  func start(filter: String?, mutant: Int) throws -> ChildProcess {
    let folder = folder(of: mutant)
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let program = "\(workspace.folder)/.build/debug/PeoplebookPackageTests.xctest"
    return try ChildProcess(
      [program, "--testing-library", "swift-testing"] + (filter.map { ["--filter", $0] } ?? []),
      environment: ["MUTANT": "\(mutant)", "TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"],
      folder: workspace.folder, output: "\(folder).log")
  }

  func clean(after mutant: Int) {
    for path in [folder(of: mutant), "\(folder(of: mutant)).log"] { try? FileManager.default.removeItem(atPath: path) }
  }

  private func folder(of mutant: Int) -> String {
    "\(FileManager.default.temporaryDirectory.path)/mutant-\(mutant)"
  }
}
