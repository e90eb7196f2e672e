import TUIKit
import TUITesting

/// A list of the toolkit's, with nothing behind it but memory, beside the same list written by hand in C on ncurses; and what
/// an animated frame costs.
@MainActor
enum TUIKitBenchmarks {
  private static let baselineName = "C on ncurses"

  static func run(_ bench: Bench) throws {
    let (examples, baseline) = (try ListProgram.sibling("Examples"), try ListProgram.sibling("NcursesBaseline"))
    func ours(_ count: Int, colors: Bool = false) -> ListProgram {
      let environment = ["N": "\(count)"].merging(colors ? [:] : ["NO_COLOR": "1"]) { $1 }
      return ListProgram(
        name: "TUIKit", path: examples, arguments: ["list"], environment: environment, count: count)
    }
    func theirs(_ count: Int) -> ListProgram {
      ListProgram(name: baselineName, path: baseline, environment: ["N": "\(count)"], count: count)
    }
    try start(bench, ours(30), theirs(30))
    for count in [10_000, 1_000_000] {
      let rows = "\(Figure.short(Double(count))) rows"
      try keys(bench, ours(count), theirs(count), rows: rows)
      try bytes(bench, ours(count, colors: true), theirs(count), rows: rows)
    }
    try burst(bench, ours(1_000_000), theirs(1_000_000))
    try insertion(bench, ours(1_000_000, colors: true))
    try resizing(bench, ours(1_000_000), theirs(1_000_000))
    AnimationBenchmarks.run(bench)
  }

  // MARK: Starting

  private static func start(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var times: [[Double]] = [[], []]
    var memory = 0.0
    for round in 0...14 {
      for (index, program) in [ours, theirs].enumerated() {
        let session = try program.start()
        let time = try session.waitForFirstScreen()
        if index == 0 { memory = session.peakMemory }
        try session.quit()
        if round > 0 { times[index].append(time) }
      }
    }
    bench.record(
      "exec → first screen, 30 rows", times[0].median, unit: "ms", baseline: times[1].median, of: baselineName,
      goal: .ratioAtMost(2.5))
    bench.record("peak memory, 30 rows", memory, unit: "MB", goal: .valueAtMost(12))
  }

  // MARK: Keys

  private static func keys(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram, rows: String) throws {
    var down: [[ListSession.Answer]] = [[], []]
    var page: [[ListSession.Answer]] = [[], []]
    var ends: [[ListSession.Answer]] = [[], []]
    for _ in 0..<3 {
      for (index, program) in [ours, theirs].enumerated() {
        let session = try settled(program)
        down[index] += try session.down(times: 150)
        page[index] += try session.pageDown(times: 40)
        for _ in 0..<10 {
          ends[index].append(try session.press(.end) { $1 == session.count && $0 != $1 })
          ends[index].append(try session.press(.home) { $1 == 1 && $0 != 1 })
        }
        try session.quit()
      }
    }
    for (name, answers) in [("down", down), ("page down", page), ("home and end", ends)] {
      let times = answers.map { $0.map(\.milliseconds) }
      bench.record(
        "\(name) → screen, median, \(rows)", times[0].median, unit: "ms", baseline: times[1].median, of: baselineName,
        goal: .ratioAtMost(1.5))
      bench.record(
        "\(name) → screen, 99th percentile, \(rows)", times[0].percentile(99), unit: "ms",
        baseline: times[1].percentile(99), of: baselineName, goal: .valueAtMost(3))
      bench.record(
        "\(name), bytes a key, no colours, \(rows)", mean(answers[0]), unit: "B", baseline: mean(answers[1]),
        of: baselineName, goal: .ratioAtMost(1.2))
    }
  }

  private static func bytes(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram, rows: String) throws {
    var answers: [(down: Double, page: Double)] = []
    for program in [ours, theirs] {
      let session = try settled(program)
      // The first keys do not scroll yet.
      _ = try session.down(times: 45)
      answers.append((mean(try session.down(times: 40)), mean(try session.pageDown(times: 20))))
      try session.quit()
    }
    for (name, ours, theirs) in [
      ("down that scrolls", answers[0].down, answers[1].down), ("page down", answers[0].page, answers[1].page),
    ] {
      bench.record(
        "\(name), bytes a key, default theme, \(rows)", ours, unit: "B", baseline: theirs, of: baselineName,
        goal: .ratioAtMost(2))
    }
  }

  private static func burst(_ bench: Bench, _ ours: ListProgram, _ theirs: ListProgram) throws {
    var answers: [ListSession.Answer] = []
    for program in [ours, theirs] {
      var best: [ListSession.Answer] = []
      for _ in 0..<5 {
        let session = try settled(program)
        best.append(try session.burst(of: 200))
        try session.quit()
      }
      answers.append(
        .init(milliseconds: best.map(\.milliseconds).median, bytes: best.map(\.bytes).median))
    }
    bench.record(
      "200 keys at once, none lost", answers[0].milliseconds, unit: "ms", baseline: answers[1].milliseconds,
      of: baselineName, goal: .valueAtMost(20))
    bench.record(
      "200 keys at once, bytes", answers[0].bytes, unit: "B", baseline: answers[1].bytes, of: baselineName,
      goal: .valueAtMost(6_000))
  }

  // MARK: Changes

  private static func insertion(_ bench: Bench, _ program: ListProgram) throws {
    let session = try settled(program)
    _ = try session.pageDown(times: 3)
    var (times, bytes): ([Double], [Double]) = ([], [])
    for _ in 0..<15 {
      let answer = try session.insert()
      times.append(answer.milliseconds)
      bytes.append(answer.bytes)
    }
    try session.quit()
    bench.record("a row in the middle → first frame, 1,000,000 rows", times.median, unit: "ms", goal: .valueAtMost(2))
    bench.record(
      "a row in the middle, bytes of all of it, 1,000,000 rows", bytes.median, unit: "B", goal: .valueAtMost(6_000))
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

  private static func settled(_ program: ListProgram) throws -> ListSession {
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(300))
    return session
  }

  private static func mean(_ answers: [ListSession.Answer]) -> Double {
    answers.map(\.bytes).reduce(0, +) / Double(max(1, answers.count))
  }
}

extension ListSession {
  /// Sends so many keys in one piece, and waits for the last of them.
  func burst(of count: Int) throws -> Answer {
    guard let before = status?.position else { throw NotMeasured("the list shows no position") }
    let written = pilot.terminal.bytesWritten
    let start = ProgramPilot.now
    try pilot.send(Array(repeating: UInt8(ascii: "j"), count: count))
    try pilot.waitUntil("all \(count) keys", within: .seconds(10)) { _ in status?.position == before + count }
    let time = Double(pilot.lastOutputAt - start) / 1e6
    pilot.waitForSilence(of: .milliseconds(20))
    return Answer(milliseconds: time, bytes: Double(pilot.terminal.bytesWritten - written))
  }

  /// Inserts a row; the time is that of the first frame, the bytes are those of all frames.
  func insert() throws -> Answer {
    guard let before = status?.count else { throw NotMeasured("the list shows no count") }
    let written = pilot.terminal.bytesWritten
    let start = ProgramPilot.now
    try pilot.press("i")
    try pilot.waitUntil("the new count", within: .seconds(10)) { _ in status?.count == before + 1 }
    let time = Double(pilot.lastOutputAt - start) / 1e6
    // Longer than any animation.
    pilot.waitForSilence(of: .milliseconds(900))
    return Answer(milliseconds: time, bytes: Double(pilot.terminal.bytesWritten - written))
  }

  /// Milliseconds until the status stands in the last line of another size.
  func resize(toHeight height: Int) throws -> Double {
    let start = ProgramPilot.now
    try pilot.resize(to: Size(width: ListProgram.size.width, height: height))
    try pilot.waitUntil("the new size", within: .seconds(10)) { $0.terminal.line(height - 1).contains(" of ") }
    let time = Double(pilot.lastOutputAt - start) / 1e6
    pilot.waitForSilence(of: .milliseconds(100))
    return time
  }
}
