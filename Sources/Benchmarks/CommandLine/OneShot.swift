import Glibc

/// Runs a program once, from its start to its end.
@MainActor
enum OneShot {
  /// The milliseconds that a program takes.
  ///
  /// - Parameters:
  ///   - input: The file on its standard input.
  ///   - output: The file for its standard output.
  static func milliseconds(
    _ path: String, _ arguments: [String], input: String = "/dev/null", output: String = "/dev/null"
  ) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var pointers = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    var status: Int32 = 0
    let start = Bench.now
    let code = posix_spawn(&process, path, &actions, nil, &pointers, environ)
    guard code == 0 else { throw NotMeasured("\(path) cannot be run: \(String(cString: strerror(code)))") }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let time = Double(Bench.now - start) / 1e6
    guard status == 0 else {
      throw NotMeasured("\(path) \(arguments.joined(separator: " ")) has failed (status \(status))")
    }
    return time
  }
}
