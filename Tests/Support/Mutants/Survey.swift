import FoundationEssentials
import Glibc

/// The mutants of one module, and what its tests and those of the modules that import it say about them.
struct Survey {
  /// The tests that run at a time.
  private static let jobs = 2
  /// At least this part of the mutants is expected to be found.
  private static let goal = 0.85

  private let module: String
  /// The modules that import it.
  private let importing: [String]
  private let seed: UInt64
  private let build: MutantBuild
  private let tests: TestProgram
  private let suites: SuiteList

  /// - Parameter modules: The mutated module, and those that import it.
  init(modules: [String], seed: UInt64, products: [String]) throws {
    guard let module = modules.first else { throw Failure("No module is named.") }
    (self.module, self.seed, importing) = (module, seed, Array(modules.dropFirst()))
    let root = FileManager.default.currentDirectoryPath
    let workspace = try Workspace(root: root, folder: "\(root)/.build/mutants/package", module: module)
    build = MutantBuild(workspace: workspace, module: module, products: products)
    tests = TestProgram(workspace: workspace)
    suites = try SuiteList(workspace)
  }

  /// Runs up to `count` mutants, or those with the numbers.
  func run(count: Int, numbers: Set<Int>) throws {
    let found = try build.mutations()
    // Some do not compile.
    let chosen = Mutant.choice(from: found, count: count * 8 / 5, seed: seed)
    report("\(module): \(chosen.count) of \(found.count) possible mutants, seed \(seed).")
    let built = try build.run(chosen)
    let limit = try limit()
    let selected = numbers.isEmpty ? Array(built.prefix(count)) : built.filter { numbers.contains($0.number) }
    let survivors = try outcomes(of: selected, limit: limit)
    let killed = selected.count - survivors.count
    report("\n\(module): \(killed) of \(selected.count) killed (\(killed * 100 / max(1, selected.count)) %).")
    for mutant in survivors { report("survived \(mutant.description)") }
    if Double(killed) < Double(selected.count) * Self.goal { exit(1) }
  }

  /// How long the tests may take: much longer than without a mutant.
  private func limit() throws -> Duration {
    let process = try tests.start(filter: nil, mutant: 0)
    guard process.wait() == 0 else { throw Failure("The tests fail without a mutant.\n\(process.text)") }
    tests.clean(after: 0)
    let duration = process.started.duration(to: .now)
    report("The tests take \(duration / .seconds(1)) s without a mutant.")
    return duration * 4 + .seconds(10)
  }

  /// The suites of the mutated file, then those of its module, then those of the modules that import it.
  private func filters(for mutant: Mutant) -> [String] {
    let modules = [[module], importing].filter { !$0.isEmpty }
    return (suites.filter(for: mutant.path).map { [$0] } ?? []) + modules.map(SuiteList.filter)
  }

  private func outcomes(of mutants: [Mutant], limit: Duration) throws -> [Mutant] {
    var waiting = mutants[...]
    var running: [MutantRun] = []
    var survivors: [Mutant] = []
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < Self.jobs, let mutant = waiting.popFirst() {
        running.append(MutantRun(mutant, tests: tests, filters: filters(for: mutant), limit: limit))
      }
      var ended: Set<Int> = []
      for run in running {
        guard let outcome = try run.proceed() else { continue }
        ended.insert(run.mutant.number)
        tests.clean(after: run.mutant.number)
        switch outcome {
        case .killed(let finding): report("killed \(run.mutant.description)  [\(finding)]")
        case .survived:
          report("survived \(run.mutant.description)")
          survivors.append(run.mutant)
        }
      }
      running.removeAll { ended.contains($0.mutant.number) }
      // No test waits here: the output and the time limits of both runs are looked at 50 times a second.
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
