import TUIKit
import TUITesting

/// A list of the toolkit with its rows in memory, compared with the same list written by hand in C on ncurses.
@MainActor
enum TUIKitBenchmarks {
  private static let baselineName = "C on ncurses"

  static func run(_ bench: Bench) throws {
    let (list, baseline) = (try ListProgram.sibling("TUIKitList"), try ListProgram.sibling("NcursesBaseline"))
    func ours(_ count: Int, colors: Bool = false) -> ListProgram {
      let environment = ["N": "\(count)"].merging(colors ? [:] : ["NO_COLOR": "1"]) { $1 }
      return ListProgram(name: "TUIKit", path: list, environment: environment, count: count)
    }
    func theirs(_ count: Int) -> ListProgram {
      ListProgram(name: baselineName, path: baseline, environment: ["N": "\(count)"], count: count)
    }
    try start(bench, ours(1), theirs(1))
    for count in [10_000, 1_000_000] {
      let rows = "\(Figure.short(Double(count))) rows"
      try keys(bench, ours(count), theirs(count), rows: rows)
      try bytes(bench, ours(count, colors: true), theirs(count), rows: rows)
    }
    try burst(bench, ours(1_000_000), theirs(1_000_000))
    try insertion(bench, ours(1_000_000, colors: true), theirs(1_000_000))
    try animation(bench, ours(10_000, colors: true))
    try flood(bench, ours(10_000, colors: true))
    try resizing(bench, ours(1_000_000), theirs(1_000_000))
    try rest(bench, ours(1_000_000, colors: true))
  }

  /// An almost empty screen, so that the time of the start is measured.
  private static func start(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var times: [[Double]] = [[], []]
    var memory: [Double] = []
    for round in 0...20 {
      for (index, program) in [ours, theirs].enumerated() {
        let session = try program.start()
        let time = try session.waitForFirstScreen()
        if index == 0 { memory.append(session.peakMemory) }
        try session.quit()
        if round > 0 { times[index].append(time) }
      }
    }
    bench.record(
      "exec → first screen, one row", times[0].median, unit: "ms", baseline: times[1].median, of: baselineName,
      goal: .ratioAtMost(1.5), spread: times[1].spread)
    bench.record("peak memory, one row", memory.median, unit: "MB", goal: .valueAtMost(12))
  }

  // MARK: Keys

  /// The measurements of one kind of key: for the toolkit's list and for the one in C.
  private struct Comparison {
    var name: String
    /// One array per round.
    var ours: [[ListSession.Answer]] = []
    var theirs: [[ListSession.Answer]] = []

    var bytes: (ours: Double, theirs: Double) { (Self.mean(ours), Self.mean(theirs)) }
    var median: (ours: Double, theirs: Double) {
      (ours.joined().map(\.milliseconds).median, theirs.joined().map(\.milliseconds).median)
    }
    /// The percentile of the quietest round, because other load on the machine can only add to it.
    var percentile99: (ours: Double, theirs: Double) { (Self.percentile99(ours), Self.percentile99(theirs)) }

    private static func mean(_ rounds: [[ListSession.Answer]]) -> Double {
      let bytes = rounds.joined().map(\.bytes)
      return bytes.reduce(0, +) / Double(bytes.count)
    }

    private static func percentile99(_ rounds: [[ListSession.Answer]]) -> Double {
      rounds.map { $0.map(\.milliseconds).percentile(99) }.min() ?? .nan
    }
  }

  /// Presses keys of every kind in both programs, in turns, with a new start for each.
  private static func press(_ ours: ListProgram, _ theirs: ListProgram, rounds: Int) throws -> [Comparison] {
    var kinds = ["down", "page down", "home, end", "typing"].map { Comparison(name: $0) }
    for _ in 0..<rounds {
      for (program, answers) in [(ours, \Comparison.ours), (theirs, \Comparison.theirs)] {
        let session = try settled(program)
        // The first keys do not scroll yet.
        _ = try session.down(times: 45)
        kinds[0][keyPath: answers].append(try session.down(times: 100))
        kinds[1][keyPath: answers].append(try session.pageDown(times: 100))
        kinds[2][keyPath: answers].append(try session.endAndHome(times: 50))
        kinds[3][keyPath: answers].append(try session.typing(String(repeating: "Ada Lovelace ", count: 4)))
        try session.quit()
      }
    }
    return kinds
  }

  private static func keys(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram, rows: String) throws {
    for kind in try press(ours, theirs, rounds: 3) {
      bench.record(
        "\(kind.name) → screen, median, \(rows)", kind.median.ours, unit: "ms", baseline: kind.median.theirs,
        of: baselineName, goal: .ratioAtMost(1.15))
      bench.record(
        "\(kind.name) → screen, 99th percentile, \(rows)", kind.percentile99.ours, unit: "ms",
        baseline: kind.percentile99.theirs, of: baselineName, goal: .valueAtMost(3))
      bench.record(
        "\(kind.name), bytes, no colours, \(rows)", kind.bytes.ours, unit: "B", baseline: kind.bytes.theirs,
        of: baselineName, goal: .ratioAtMost(1))
    }
  }

  private static func bytes(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram, rows: String) throws {
    for kind in try press(ours, theirs, rounds: 1) {
      bench.record(
        "\(kind.name), bytes, colours, \(rows)", kind.bytes.ours, unit: "B", baseline: kind.bytes.theirs,
        of: baselineName, goal: .ratioAtMost(2))
    }
  }

  private static func burst(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var bursts = Comparison(name: "200 keys at once")
    for _ in 0..<5 {
      for (program, answers) in [(ours, \Comparison.ours), (theirs, \Comparison.theirs)] {
        let session = try settled(program)
        bursts[keyPath: answers].append([try session.burst(of: 200)])
        try session.quit()
      }
    }
    bench.record(
      "\(bursts.name), none lost", bursts.median.ours, unit: "ms", baseline: bursts.median.theirs, of: baselineName,
      goal: .valueAtMost(20))
    bench.record(
      "\(bursts.name), bytes", bursts.bytes.ours, unit: "B", baseline: bursts.bytes.theirs, of: baselineName,
      goal: .valueAtMost(6_000))
  }

  // MARK: Changes

  private static func insertion(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var insertions = Comparison(name: "a row in the middle of 1,000,000")
    for (program, answers) in [(ours, \Comparison.ours), (theirs, \Comparison.theirs)] {
      let session = try settled(program)
      // Selects a row in the middle of the window, so that half of it has to make room.
      _ = try session.pageDown(times: 3)
      _ = try session.down(times: 60)
      for _ in 0..<20 { try session.pilot.press("k") }
      session.pilot.waitForSilence(of: .milliseconds(100))
      for _ in 0..<15 { insertions[keyPath: answers].append([try session.insert()]) }
      try session.quit()
    }
    bench.record(
      "\(insertions.name) → first frame", insertions.median.ours, unit: "ms", baseline: insertions.median.theirs,
      of: baselineName, goal: .valueAtMost(2))
    bench.record(
      "\(insertions.name), bytes of all frames", insertions.bytes.ours, unit: "B", baseline: insertions.bytes.theirs,
      of: baselineName, goal: .valueAtMost(6_000))
  }

  private static func animation(_ bench: Bench, _ program: ListProgram) throws {
    var (cpu, bytes, costs): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<5 {
      let session = try settled(program)
      let frames = try session.watchFrames { try session.pilot.press("b") }
      guard frames.count > 0 else { throw NotMeasured("the list has drawn no frame") }
      cpu.append(frames.cpuMillisecondsPerTick)
      bytes.append(Double(frames.bytes) / Double(frames.count))
      costs.append(Double(frames.cost) / Double(frames.count))
      try session.quit()
    }
    let name = "20 rows come among 40"
    bench.record("\(name), CPU a frame", cpu.median, unit: "ms", goal: .valueAtMost(1))
    bench.record(
      "\(name), bytes a frame", bytes.median, unit: "B", baseline: costs.median, of: "the changed cells themselves",
      goal: .ratioAtMost(1.5))
  }

  private static func flood(_ bench: Bench, _ program: ListProgram) throws {
    var rates: [Double] = []
    for _ in 0..<3 {
      let session = try settled(program)
      let frames = try session.watchFrames(for: .milliseconds(1_000)) { try session.pilot.press("r") }
      rates.append(Double(frames.count))
      try session.quit()
    }
    bench.record("1,000 changes in a second, frames", rates.median, unit: "", goal: .valueAtLeast(58))
  }

  private static func resizing(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var times: [[Double]] = [[], []]
    for (index, program) in [ours, theirs].enumerated() {
      let session = try settled(program)
      for round in 0..<20 { times[index].append(try session.resize(toHeight: round.isMultiple(of: 2) ? 30 : 40)) }
      try session.quit()
    }
    bench.record(
      "a change of the window's size", times[0].median, unit: "ms", baseline: times[1].median, of: baselineName,
      goal: .valueAtMost(3))
  }

  private static func rest(_ bench: Bench, _ program: ListProgram) throws {
    let session = try settled(program)
    _ = try session.pageDown(times: 5)
    _ = try session.insert()
    let rest = try session.rest()
    bench.record("wake-ups in 10 s at rest", rest.wakeUps, unit: "", goal: .valueAtMost(0))
    bench.record("bytes in 10 s at rest", rest.bytes, unit: "B", goal: .valueAtMost(0))
    try session.quit()
  }

  private static func settled(_ program: ListProgram) throws -> ListSession {
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(300))
    return session
  }
}
