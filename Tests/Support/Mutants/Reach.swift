import FoundationEssentials
import Glibc

/// The suites that reach each mutant, found by a run of each suite without a mutant.
struct Reach {
  /// A suite by itself.
  private struct Record {
    /// The name with the module: `TUIKitTests.TableViewTests`.
    let suite: String
    let duration: Duration
    let mutants: Set<Int>
  }

  private let records: [Record]

  /// Runs the suites of modules, `jobs` at a time.
  init(of modules: [String], _ tests: TestProgram, jobs: Int) throws {
    let all = try tests.suites()
    let suites = modules.flatMap { module in all.filter { SuiteList.suite($0, isOf: module) } }
    var waiting = suites.indices[...]
    var running: [(index: Int, process: ChildProcess)] = []
    var records: [Record] = []
    func name(_ index: Int) -> String { "suite-\(index)" }
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < jobs, let index = waiting.popFirst() {
        running.append((index, try tests.start(name(index), suites: [suites[index]], mutant: nil)))
      }
      for (index, process) in running {
        guard let status = process.result else { continue }
        guard status == 0 else { throw Failure("\(suites[index]) fails without a mutant.\n\(process.text)") }
        let duration = process.started.duration(to: .now)
        records.append(
          Record(suite: suites[index], duration: duration, mutants: try tests.reached(by: name(index))))
        tests.clean(after: name(index))
      }
      running.removeAll { $0.process.result != nil }
      // The ends are looked for 50 times a second.
      usleep(20_000)
    }
    self.records = records
  }

  /// How many suites there are.
  var count: Int { records.count }

  /// The suites that reach a mutant, those of the first module first.
  func suites(reaching mutant: Int) -> [String] {
    records.filter { $0.mutants.contains(mutant) }.map(\.suite)
  }

  /// How long all suites take, one after the other.
  var duration: Duration { duration(of: records.map(\.suite)) }

  /// How long suites take, one after the other.
  func duration(of suites: [String]) -> Duration {
    records.filter { suites.contains($0.suite) }.map(\.duration).reduce(.zero, +)
  }
}
