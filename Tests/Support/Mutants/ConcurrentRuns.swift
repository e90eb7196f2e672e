import Glibc

/// Work of several steps, such as processes that are started one after the other.
protocol Run {
  associatedtype Outcome

  /// Advances the work without waiting.
  ///
  /// - Returns: The outcome; `nil` as long as there is more to do.
  func proceed() throws -> Outcome?
}

enum ConcurrentRuns {
  /// The number of runs at a time.
  private static let jobs = 2

  /// Makes and finishes all runs, and passes each with its outcome to `finish`.
  static func perform<R: Run>(_ runs: some Sequence<R>, finish: (R, R.Outcome) throws -> Void) throws {
    var waiting = runs.makeIterator()
    var running: [R] = []
    while true {
      while running.count < jobs, let next = waiting.next() { running.append(next) }
      if running.isEmpty { return }
      running = try running.filter { run in
        guard let outcome = try run.proceed() else { return true }
        try finish(run, outcome)
        return false
      }
      // Polls the output and the time limits 50 times a second.
      usleep(20_000)
    }
  }
}
