import FoundationEssentials
import Glibc

/// The kernel's figures of a process.
@MainActor
enum ProcessFigures {
  /// A number of a file such as `/proc/1/status`.
  static func value(of key: String, in path: String) -> Double? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("\(key):") {
      return line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Double($0) }
    }
    return nil
  }

  /// The context switches of each thread so far, wanted or not.
  private static func contextSwitchesOfThreads(of process: pid_t) -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.reduce(into: [:]) { counts, thread in
      let path = "\(tasks)/\(thread)/status"
      let wanted = value(of: "voluntary_ctxt_switches", in: path) ?? 0
      let forced = value(of: "nonvoluntary_ctxt_switches", in: path) ?? 0
      counts[thread] = Int(wanted + forced)
    }
  }

  /// The context switches of a process within some seconds, of the threads that it has at the end.
  ///
  /// - Throws: ``NotMeasured`` when the process has ended.
  static func contextSwitches(of process: pid_t, seconds: Int) throws -> Int {
    guard let count = contextSwitches(of: [process], seconds: seconds)[0] else {
      throw NotMeasured("a program has ended whose wake-ups are counted")
    }
    return count
  }

  /// The context switches of several processes within the same seconds; `nil` for one that has ended.
  static func contextSwitches(of processes: [pid_t], seconds: Int) -> [Int?] {
    let before = processes.map(contextSwitchesOfThreads)
    sleep(seconds: seconds)
    return zip(processes, before).map { process, before in
      // A process that has ended has no memory, but keeps its counts until its end is noticed.
      guard value(of: "VmRSS", in: "/proc/\(process)/status") != nil else { return nil }
      return contextSwitchesOfThreads(of: process).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    }
  }

  /// The CPU time of all threads of a process so far.
  static func cpuNanoseconds(of process: pid_t) -> UInt64 {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
      return sum + (text.split(separator: " ").first.flatMap { UInt64($0) } ?? 0)
    }
  }

  static func sleep(seconds: Int) {
    sleep(until: Bench.now + UInt64(seconds) * 1_000_000_000)
  }

  /// Until a moment of the monotonic clock.
  static func sleep(until end: UInt64) {
    while case let now = Bench.now, now < end {
      var left = timespec(tv_sec: Int((end - now) / 1_000_000_000), tv_nsec: Int((end - now) % 1_000_000_000))
      nanosleep(&left, nil)
    }
  }
}
