import FoundationEssentials
import Glibc

/// The suites that reach each mutant, found by a run of each suite without a mutant.
struct SuiteCoverage {
  private struct Record {
    /// The name with the module: `TUIKitTests.TableViewTests`.
    let suite: String
    let duration: Duration
    let mutants: Set<Int>
  }

  /// The time after which a suite counts as hanging.
  private static let limit = Duration.seconds(300)

  private var records: [Record] = []

  /// Runs the suites of modules, `jobs` at a time.
  ///
  /// A suite that fails runs a second time.
  init(of modules: [String], _ tests: TestProgram, jobs: Int) throws {
    let all = try tests.suites()
    let suites = modules.flatMap { module in all.filter { SuiteList.suite($0, isOf: module) } }
    var waiting = suites.indices.map { (index: $0, isRepeated: false) }[...]
    var running: [(index: Int, isRepeated: Bool, process: ChildProcess)] = []
    var found: [Int: Record] = [:]
    func name(_ index: Int) -> String { "s\(index)" }
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < jobs, let (index, isRepeated) = waiting.popFirst() {
        running.append((index, isRepeated, try tests.start(name(index), suites: [suites[index]], mutant: nil)))
      }
      var ended: Set<Int> = []
      for (index, isRepeated, process) in running {
        let duration = process.started.duration(to: .now)
        guard let status = process.result else {
          if duration > Self.limit { throw Failure("\(suites[index]) hangs without a mutant.\n\(process.text)") }
          continue
        }
        ended.insert(index)
        if status == 0 {
          found[index] = Record(suite: suites[index], duration: duration, mutants: try tests.reached(by: name(index)))
        } else if isRepeated {
          throw Failure("\(suites[index]) fails without a mutant.\n\(process.text)")
        } else {
          waiting.append((index, true))
        }
        tests.clean(after: name(index))
      }
      running.removeAll { ended.contains($0.index) }
      // Polls the processes 50 times a second.
      usleep(20_000)
    }
    records = suites.indices.compactMap { found[$0] }
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
