import Glibc

/// A run of a program from its start to its end, or to a limit.
@MainActor
struct BoundedRun {
  var milliseconds: Double
  var cpuMilliseconds: Double
  /// The most memory that it had, in MB, read some milliseconds before its end.
  var memory: Double

  /// Runs a program without output.
  ///
  /// - Returns: `nil` when it was ended because it took longer than `limit`.
  static func run(_ path: String, _ arguments: [String], within limit: Duration) throws -> BoundedRun? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, mode) in [(Int32(0), O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
    }
    var pointers = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var (process, status): (pid_t, Int32) = (0, 0)
    let start = Bench.now
    let code = posix_spawn(&process, path, &actions, nil, &pointers, environ)
    guard code == 0 else { throw NotMeasured("\(path) cannot be run: \(String(cString: strerror(code)))") }
    var usage = rusage()
    var memory = 0.0
    while wait4(process, &status, WNOHANG, &usage) == 0 {
      memory = max(memory, ProcessFigures.value(of: "VmHWM", in: "/proc/\(process)/status") ?? 0)
      guard Bench.now - start < UInt64(limit.components.seconds) * 1_000_000_000 else {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return nil
      }
      usleep(2_000)
    }
    guard status == 0 else { throw NotMeasured("\(path) has failed (status \(status))") }
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3 }
    return BoundedRun(
      milliseconds: Double(Bench.now - start) / 1e6,
      cpuMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), memory: memory / 1024)
  }
}
