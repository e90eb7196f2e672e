import Glibc

/// A measured figure of the `Reactive` module with its baseline.
struct ReactiveFigure {
  var name: String
  var value: Double
  var unit: String
  /// The cost of the same work without the module, measured in turns with it; `nil` without a baseline.
  var baseline: Double?
  var baselineName: String?
  var goal: Figure.Goal
}

/// Runs two pieces of work in turns and takes the median of each, so that other load on the machine affects both.
struct ReactiveStopwatch {
  var rounds = 9

  /// The CPU time of this process so far, in nanoseconds.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  /// The nanoseconds of one of `count` operations, for the module and its baseline.
  func compare(count: Int, ours: () -> Void, baseline: () -> Void) -> (ours: Double, baseline: Double) {
    var mine: [Double] = []
    var theirs: [Double] = []
    ours()
    baseline()
    for _ in 0..<rounds {
      let start = Self.now()
      ours()
      let middle = Self.now()
      baseline()
      mine.append((middle - start) / Double(count))
      theirs.append((Self.now() - middle) / Double(count))
    }
    return (Self.median(mine), Self.median(theirs))
  }

  func measure(count: Int, _ work: () -> Void) -> Double {
    compare(count: count, ours: work, baseline: {}).ours
  }
}

/// The process's memory in bytes, in whole pages.
func reactiveResidentBytes() -> Double {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let fields = line.prefix { $0 != 0 }.split(separator: 32)
  guard fields.count > 1 else { return 0 }
  let pages = fields[1].reduce(0.0) { $0 * 10 + Double($1 - 48) }
  return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
}

/// Keeps the optimiser from dropping unused results.
@inline(never)
func reactiveUse<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
