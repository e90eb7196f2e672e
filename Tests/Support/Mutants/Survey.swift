import FoundationEssentials
import Glibc

/// The mutants of one module, and with the results of its tests and of those of the modules that import it.
struct Survey {
  /// The tests that run at a time.
  private static let jobs = 2
  /// At least this part of the mutants that can be noticed is expected to be found.
  private static let goal = 0.85

  private let module: String
  /// The modules that import it.
  private let importing: [String]
  private let seed: UInt64
  private let build: MutantBuild
  private let tests: TestProgram
  private let suites: SuiteList
  private let explained: SurvivorList

  /// - Parameter modules: The mutated module, and those that import it.
  init(modules: [String], seed: UInt64, products: [String]) throws {
    guard let module = modules.first else { throw Failure("No module is named.") }
    (self.module, self.seed, importing) = (module, seed, Array(modules.dropFirst()))
    let root = FileManager.default.currentDirectoryPath
    let workspace = try Workspace(root: root, folder: "\(root)/.build/mutants/package", module: module)
    build = MutantBuild(workspace: workspace, module: module, products: products)
    tests = TestProgram(workspace: workspace)
    suites = try SuiteList(workspace)
    explained = try SurvivorList(workspace)
  }

  /// Runs up to `count` mutants, or those with the numbers.
  func run(count: Int, numbers: Set<Int>) throws {
    let found = try build.mutations()
    // Some do not compile.
    let most = min(count * 8 / 5, TestProgram.mostMutants - 1)
    let chosen = Mutant.choice(from: found, count: most, seed: seed)
    report("\(module): \(chosen.count) of \(found.count) possible mutants, seed \(seed).")
    let built = try build.run(chosen)
    defer { tests.cleanUp() }
    let coverage = try SuiteCoverage(of: [module] + importing, tests, jobs: Self.jobs)
    report("The \(coverage.count) suites take \(coverage.duration / .seconds(1)) s without a mutant.")
    let selected = numbers.isEmpty ? Array(built.prefix(count)) : built.filter { numbers.contains($0.number) }
    let survivors = try outcomes(of: selected, coverage)
    let unexplained = try survivors.filter { try !explained.contains($0) }
    let killed = selected.count - survivors.count
    let noticeable = killed + unexplained.count
    report("\n\(module): \(killed) of \(selected.count) killed (\(killed * 100 / max(1, selected.count)) %).")
    report("\(selected.count - noticeable) of the others are explained in Tests/Survivors.md.")
    report("Of those that a test can notice, \(killed * 100 / max(1, noticeable)) % are killed.")
    for mutant in unexplained {
      let isReached = !coverage.suites(reaching: mutant.number).isEmpty
      report("survived \(mutant.description)\(isReached ? "" : "  [no test reaches it]")")
    }
    if Double(killed) < Double(noticeable) * Self.goal { throw Failure("That is fewer than expected.") }
  }

  /// The suites that reach a mutant: those of its file, then those of its module, then those of the modules that import
  /// it; if no suite does, those of its file.
  private func groups(for mutant: Mutant, _ coverage: SuiteCoverage) -> [MutantRun.Group] {
    let ofFile = suites.suites(of: mutant.path)
    let reaching = coverage.suites(reaching: mutant.number)
    let first = reaching.isEmpty ? ofFile : reaching.filter(ofFile.contains)
    let others = reaching.filter { !first.contains($0) }
    let own = others.filter { SuiteList.suite($0, isOf: module) }
    return [first, own, others.filter { !own.contains($0) }].filter { !$0.isEmpty }
      .map { MutantRun.Group(suites: $0, limit: coverage.duration(of: $0) * 4 + .seconds(10)) }
  }

  private func outcomes(of mutants: [Mutant], _ coverage: SuiteCoverage) throws -> [Mutant] {
    var waiting = mutants[...]
    var running: [MutantRun] = []
    var survivors: [Mutant] = []
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < Self.jobs, let mutant = waiting.popFirst() {
        running.append(MutantRun(mutant, tests: tests, groups: groups(for: mutant, coverage)))
      }
      var ended: Set<Int> = []
      for run in running {
        guard let outcome = try run.proceed() else { continue }
        ended.insert(run.mutant.number)
        tests.clean(after: run.name)
        switch outcome {
        case .killed(let finding): report("killed \(run.mutant.description)  [\(finding)]")
        case .survived:
          report("survived \(run.mutant.description)")
          survivors.append(run.mutant)
        }
      }
      running.removeAll { ended.contains($0.mutant.number) }
      // Polls the output and the time limits 50 times a second.
      usleep(20_000)
    }
    return survivors
  }
}

/// Prints a line at once, also into a file.
func report(_ line: String) {
  print(line)
  fflush(nil)
}
