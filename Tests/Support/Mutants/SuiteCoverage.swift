/// The suites that reach each mutant, found by a run of each suite without a mutant.
struct SuiteCoverage {
  private struct Record {
    let duration: Duration
    let mutants: Set<String>
  }

  /// A run of one suite, which is repeated once if it fails.
  private final class SuiteRun: Run {
    /// The time after which a suite counts as hanging.
    private static let limit = Duration.seconds(300)

    /// The name with the module: `TUIKitTests.TableViewTests`.
    let suite: String
    /// The name of the run for ``TestProgram``.
    private let name: String
    private let tests: TestProgram
    private var process: ChildProcess?
    private var isRepeated = false

    init(_ suite: String, name: String, _ tests: TestProgram) {
      (self.suite, self.name, self.tests) = (suite, name, tests)
    }

    func proceed() throws -> Record? {
      guard let process else {
        process = try tests.start(name, suites: [suite], mutant: nil)
        return nil
      }
      let duration = process.started.duration(to: .now)
      guard let status = process.result else {
        if duration > Self.limit { throw Failure("\(suite) hangs without a mutant.\n\(process.text)") }
        return nil
      }
      defer { tests.clean(after: name) }
      if status == 0 { return Record(duration: duration, mutants: try tests.reached(by: name)) }
      if isRepeated { throw Failure("\(suite) fails without a mutant.\n\(process.text)") }
      self.process = nil
      isRepeated = true
      return nil
    }
  }

  private var records: [String: Record] = [:]

  /// Runs the suites of modules.
  init(of modules: [String], _ tests: TestProgram) throws {
    let suites = try tests.suites().filter { suite in modules.contains { SuiteList.suite(suite, isOf: $0) } }
    let runs = suites.enumerated().lazy.map { SuiteRun($1, name: "s\($0)", tests) }
    try ConcurrentRuns.perform(runs) { run, record in records[run.suite] = record }
  }

  /// How many suites there are.
  var count: Int { records.count }

  /// The suites of modules that reach a mutant, those of the first module first.
  func suites(reaching mutant: Mutant, of modules: [String]) -> [String] {
    let reaching = records.filter { $1.mutants.contains(mutant.name) }.keys.sorted()
    return modules.flatMap { module in reaching.filter { SuiteList.suite($0, isOf: module) } }
  }

  /// The quickest suites that take no longer than a limit, one after the other; in the given order.
  func quickest(of suites: [String], within limit: Duration) -> [String] {
    var rest = limit
    let quickest = suites.sorted { duration(of: [$0]) < duration(of: [$1]) }.prefix { suite in
      rest -= duration(of: [suite])
      return rest >= .zero
    }
    return suites.filter(quickest.contains)
  }

  /// How long all suites take, one after the other.
  var duration: Duration { records.values.map(\.duration).reduce(.zero, +) }

  /// How long suites take, one after the other.
  func duration(of suites: [String]) -> Duration { suites.compactMap { records[$0]?.duration }.reduce(.zero, +) }
}
