import FoundationEssentials

/// The tests while one mutant is switched on: those of each group of suites, until one finds it.
final class MutantRun: Run {
  enum Outcome {
    /// What has found the mutant.
    case killed(by: String)
    case survived
  }

  /// Suites that run together, and how long they may take.
  struct Group {
    let suites: [String]
    let limit: Duration
  }

  let mutant: Mutant
  private let tests: TestProgram
  private var groups: ArraySlice<Group>
  private var running: (process: ChildProcess, limit: Duration)?

  init(_ mutant: Mutant, tests: TestProgram, groups: [Group]) {
    (self.mutant, self.tests, self.groups) = (mutant, tests, groups[...])
  }

  /// The name of the run for ``TestProgram``.
  var name: String { "m\(mutant.number)" }

  /// Starts the next group, and stops a group at its limit.
  ///
  /// - Returns: The outcome; `nil` while tests run.
  func proceed() throws -> Outcome? {
    guard let (process, limit) = running else {
      guard let group = groups.popFirst() else { return .survived }
      running = (try tests.start(name, suites: group.suites, mutant: mutant.name), group.limit)
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
      running = nil
      return nil
    case let status?: return .killed(by: "status \(status)")
    }
  }
}
