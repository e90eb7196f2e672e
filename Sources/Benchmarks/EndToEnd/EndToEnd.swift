import FoundationEssentials
import Glibc
import TUITesting

/// The whole program, looked at from outside through a pseudo-terminal, beside a list written by hand in C on ncurses.
@MainActor
enum EndToEnd {
  private static let sizes = [1_000, 1_000_000]
  private static let baselineName = "C on ncurses"

  static func run(_ bench: Bench) throws {
    let (peoplebook, baseline) = (try ListProgram.sibling("peoplebook"), try ListProgram.sibling("NcursesBaseline"))
    var ours: [ListProgram] = []
    for count in sizes {
      let book = try SampleBooks.book(of: count, madeBy: peoplebook)
      try SampleBooks.warm(book)
      // Without colours: the baseline has none either.
      let program = ListProgram(
        name: "peoplebook", path: peoplebook, arguments: ["--book", book], environment: ["NO_COLOR": "1"],
        count: count)
      let theirs = ListProgram(name: baselineName, path: baseline, environment: ["N": "\(count)"], count: count)
      let times = try starts(of: [program, theirs])
      bench.record(
        "first screen, \(Figure.short(Double(count))) people", times[0], unit: "ms", baseline: times[1],
        of: baselineName, goal: .ratioAtMost(2))
      try keys(bench, program, theirs)
      ours.append(program)
    }
    let times = try starts(of: ours)
    bench.record(
      "first screen, the largest book", times[ours.count - 1], unit: "ms", baseline: times[0],
      of: "the smallest book", goal: .ratioAtMost(1.5))
    try memoryAndRest(bench, ours[ours.count - 1])
    try ActionBenchmarks.run(bench)
  }

  /// exec → first screen in milliseconds, of each program, in turns.
  static func starts(of programs: [ListProgram], rounds: Int = 9) throws -> [Double] {
    var times: [[Double]] = Array(repeating: [], count: programs.count)
    for round in 0...rounds {
      for (index, program) in programs.enumerated() {
        let session = try program.start()
        let time = try session.waitForFirstScreen()
        try session.quit()
        if round > 0 { times[index].append(time) }
      }
    }
    return times.map(\.median)
  }

  private static func keys(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var answers: [[[ListSession.Answer]]] = [[[], []], [[], []]]
    for _ in 0..<3 {
      for (index, program) in [ours, theirs].enumerated() {
        let session = try program.start()
        _ = try session.waitForFirstScreen()
        session.pilot.waitForSilence(of: .milliseconds(300))
        answers[index][0] += try session.down(times: 200)
        answers[index][1] += try session.pageDown(times: 50)
        try session.quit()
      }
    }
    let people = "\(Figure.short(Double(ours.count))) people"
    for (kind, name) in ["down", "page down"].enumerated() {
      let (our, their) = (answers[0][kind], answers[1][kind])
      bench.record(
        "\(name) → screen, median, \(people)", our.map(\.milliseconds).median, unit: "ms",
        baseline: their.map(\.milliseconds).median, of: baselineName, goal: .ratioAtMost(1.15))
      bench.record(
        "\(name) → screen, 99th percentile, \(people)", our.map(\.milliseconds).percentile(99), unit: "ms",
        baseline: their.map(\.milliseconds).percentile(99), of: baselineName, goal: .ratioAtMost(2))
      bench.record(
        "\(name), bytes a key, \(people)", our.map(\.bytes).reduce(0, +) / Double(our.count), unit: "B",
        baseline: their.map(\.bytes).reduce(0, +) / Double(their.count), of: baselineName, goal: .ratioAtMost(1))
    }
  }

  private static func memoryAndRest(_ bench: Bench, _ program: ListProgram) throws {
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(300))
    _ = try session.down(times: 50)
    _ = try session.pageDown(times: 20)
    let people = "\(Figure.short(Double(program.count))) people"
    let rest = try session.rest()
    bench.record("peak memory, \(people)", session.peakMemory, unit: "MB", goal: .valueAtMost(32))
    bench.record("wake-ups in 10 s at rest, \(people)", rest.wakeUps, unit: "", goal: .valueAtMost(0))
    bench.record("bytes in 10 s at rest, \(people)", rest.bytes, unit: "B", goal: .valueAtMost(0))
    try session.quit()
  }
}
