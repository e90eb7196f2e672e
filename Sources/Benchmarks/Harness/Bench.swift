import Dispatch
import Glibc

/// Measures a group of benchmarks, collects the figures and shows each as soon as it is measured.
@MainActor
final class Bench {
  let module: String
  /// The number of typed scripts that are compared.
  let scripts: Int
  private(set) var figures: [Figure] = []
  private let show: (Figure) -> Void

  init(module: String, scripts: Int, show: @escaping (Figure) -> Void) {
    self.module = module
    self.scripts = scripts
    self.show = show
  }

  /// Adds a figure that was measured elsewhere.
  ///
  /// - Precondition: No other figure of the group has this name.
  func record(
    _ name: String, _ value: Double, unit: String, baseline: Double? = nil, of baselineName: String? = nil,
    goal: Figure.Goal? = nil, spread: Double? = nil
  ) {
    precondition(!figures.contains { $0.name == name }, "two figures have the name “\(name)”")
    let figure = Figure(
      module: module, name: name, value: value, unit: unit, baseline: baseline,
      baselineName: baseline == nil ? nil : baselineName, goal: goal, spread: spread)
    figures.append(figure)
    show(figure)
  }

  /// Measures this package and a baseline in turns, so that other load on the machine affects both, and adds the
  /// medians.
  ///
  /// It is repeated if the baseline varies by more than ``Figure/noise``.
  ///
  /// - Parameters:
  ///   - rounds: How often each is measured, after one round that does not count.
  ///   - measure: Returns one figure in `unit`.
  func compare(
    _ name: String, unit: String, rounds: Int = 7, goal: Figure.Goal? = nil, with baselineName: String,
    baseline: () throws -> Double, measure: () throws -> Double
  ) rethrows {
    var quietest: (ours: [Double], theirs: [Double])?
    for _ in 0..<Self.attempts {
      var (ours, theirs): ([Double], [Double]) = ([], [])
      for round in 0...rounds {
        let (their, our) = (try baseline(), try measure())
        guard round > 0 else { continue }
        theirs.append(their)
        ours.append(our)
      }
      if quietest.map({ theirs.spread < $0.theirs.spread }) ?? true { quietest = (ours, theirs) }
      if theirs.spread <= Figure.noise { break }
    }
    guard let quietest else { return }
    record(
      name, quietest.ours.median, unit: unit, baseline: quietest.theirs.median, of: baselineName, goal: goal,
      spread: quietest.theirs.spread)
  }

  /// How often a comparison is made while its baseline varies too much: the quietest one counts.
  private static let attempts = 3

  /// Measures this package alone and adds the median.
  func measure(
    _ name: String, unit: String, rounds: Int = 7, goal: Figure.Goal? = nil, _ measure: () throws -> Double
  ) rethrows {
    var ours: [Double] = []
    for round in 0...rounds {
      let value = try measure()
      if round > 0 { ours.append(value) }
    }
    record(name, ours.median, unit: unit, goal: goal)
  }

  /// The nanoseconds that `body` takes, divided by `count`.
  static func nanoseconds(each count: Int = 1, _ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return Double(now - start) / Double(max(1, count))
  }

  /// Lets the main queue run for a while.
  static func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
  }

  /// Nanoseconds of the monotonic clock.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle; `nan` when a value is missing, or all are.
  var median: Double {
    guard !isEmpty, !contains(where: \.isNaN) else { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }

  /// The distance of the quartiles, divided by the median.
  var spread: Double { median == 0 ? 0 : (percentile(75) - percentile(25)) / median }

  /// The value that `percent` of all values do not exceed; `nan` when a value is missing, or all are.
  func percentile(_ percent: Double) -> Double {
    guard !isEmpty, !contains(where: \.isNaN) else { return .nan }
    return sorted()[Swift.min(count - 1, Int((Double(count - 1) * percent / 100).rounded()))]
  }
}
