import FoundationEssentials
import Glibc

/// A module to mutate.
struct MutatedModule {
  let name: String
  /// The modules with the tests that run: this one, then those that import it.
  let tested: [String]

  /// Returns `nil` for a text without names.
  ///
  /// - Parameter words: The names of the tested modules, separated by blanks.
  init?(_ words: String) {
    tested = words.split(separator: " ").map(String.init)
    guard let first = tested.first else { return nil }
    name = first
  }
}

/// The mutants of modules, with the results of their tests and of those of the modules that import them.
struct Survey {
  /// At least this part of the mutants that can be noticed is expected to be found.
  private static let goal = 0.85
  /// How long the suites of a module, and those of the modules that import it, may take to find one mutant of many.
  private static let search = Duration.seconds(20)

  private let modules: [MutatedModule]
  private let seed: UInt64
  private let build: MutantBuild
  private let tests: TestProgram
  private let suites: SuiteList
  private let explained: SurvivorList

  init(_ modules: [MutatedModule], seed: UInt64, products: [String]) throws {
    (self.modules, self.seed) = (modules, seed)
    let names = modules.map(\.name)
    let root = FileManager.default.currentDirectoryPath
    let workspace = try Workspace(root: root, folder: "\(root)/.build/mutants/package", modules: names)
    build = MutantBuild(workspace: workspace, modules: names, products: products)
    tests = TestProgram(workspace: workspace, modules: names)
    suites = try SuiteList(workspace)
    explained = try SurvivorList(workspace)
  }

  /// Runs up to `count` mutants of each module, or those with the names.
  func run(count: Int, names: Set<String>) throws {
    var chosen: [Mutant] = []
    for module in modules {
      let found = try build.mutations(of: module.name)
      // Some do not compile.
      let most = min(count * 8 / 5, TestProgram.mostMutants - 1)
      chosen += Mutant.choice(from: found, of: module.name, count: most, seed: seed)
      report("\(module.name): \(found.count) possible mutants, seed \(seed).")
    }
    let unknown = names.subtracting(chosen.map(\.name)).sorted()
    if !unknown.isEmpty { throw Failure("No mutant of this run is called \(unknown.joined(separator: ", ")).") }
    let built = try build.run(chosen)
    let rejected = names.subtracting(built.map(\.name)).sorted()
    if !rejected.isEmpty { report("Not compiled: \(rejected.joined(separator: ", ")).") }
    defer { tests.cleanUp() }
    let coverage = try SuiteCoverage(of: modules.flatMap(\.tested), tests)
    report("The \(coverage.count) suites take \(coverage.duration / .seconds(1)) s without a mutant.")
    var isEnough = true
    for module in modules {
      let compiled = built.filter { $0.module == module.name }
      let selected = names.isEmpty ? Array(compiled.prefix(count)) : compiled.filter { names.contains($0.name) }
      let search = names.isEmpty ? Self.search : coverage.duration
      if try !run(selected, of: module, coverage, search) { isEnough = false }
    }
    if !isEnough { throw Failure("That is fewer than expected.") }
  }

  /// Runs mutants of a module, and reports the survivors.
  ///
  /// - Returns: Whether as many are killed as expected.
  private func run(
    _ mutants: [Mutant], of module: MutatedModule, _ coverage: SuiteCoverage, _ search: Duration
  ) throws -> Bool {
    if mutants.isEmpty { return true }
    let survivors = try survivors(among: mutants, of: module, coverage, search)
    let unexplained = try survivors.filter { try !explained.contains($0) }
    let killed = mutants.count - survivors.count
    let noticeable = killed + unexplained.count
    report("\n\(module.name): \(killed) of \(mutants.count) killed (\(killed * 100 / mutants.count) %).")
    report("\(mutants.count - noticeable) of the others are explained in Tests/Survivors.md.")
    report("Of those that a test can notice, \(killed * 100 / max(1, noticeable)) % are killed.")
    for mutant in unexplained {
      let isReached = !coverage.suites(reaching: mutant, of: module.tested).isEmpty
      report("survived \(mutant.description)\(isReached ? "" : "  [no test reaches it]")")
    }
    return Double(killed) >= Double(noticeable) * Self.goal
  }

  /// The suites that reach a mutant: those of its file, then those of its module, then those of the modules that import
  /// it; if no suite does, those of its file.
  ///
  /// Of the suites of other files, the quickest ones run: as many as take the time of a search.
  private func groups(
    for mutant: Mutant, of module: MutatedModule, _ coverage: SuiteCoverage, _ search: Duration
  ) -> [MutantRun.Group] {
    let ofFile = suites.suites(of: mutant.path)
    let reaching = coverage.suites(reaching: mutant, of: module.tested)
    let first = reaching.isEmpty ? ofFile : reaching.filter(ofFile.contains)
    let others = reaching.filter { !first.contains($0) }
    let own = others.filter { SuiteList.suite($0, isOf: module.name) }
    let importing = others.filter { !own.contains($0) }
    return [
      first, coverage.quickest(of: own, within: search), coverage.quickest(of: importing, within: search),
    ]
    .filter { !$0.isEmpty }
    .map { MutantRun.Group(suites: $0, limit: coverage.duration(of: $0) * 4 + .seconds(10)) }
  }

  /// Runs mutants of a module.
  ///
  /// - Returns: The survivors.
  private func survivors(
    among mutants: [Mutant], of module: MutatedModule, _ coverage: SuiteCoverage, _ search: Duration
  ) throws -> [Mutant] {
    var survivors: [Mutant] = []
    let runs = mutants.lazy.map { mutant in
      MutantRun(mutant, tests: tests, groups: groups(for: mutant, of: module, coverage, search))
    }
    try ConcurrentRuns.perform(runs) { run, outcome in
      tests.clean(after: run.name)
      switch outcome {
      case .killed(let finding): report("killed \(run.mutant.description)  [\(finding)]")
      case .survived:
        report("survived \(run.mutant.description)")
        survivors.append(run.mutant)
      }
    }
    return survivors
  }
}

/// Prints a line at once, also into a file.
func report(_ line: String) {
  print(line)
  fflush(nil)
}
