import Glibc

/// A program without a terminal, with its output and its messages in a file.
final class ChildProcess {
  let process: pid_t
  private var status: Int32?

  init(_ words: [String], environment: [String], output: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments = words.map { strdup($0) } + [nil]
    var values = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + values { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &values)
    guard code == 0 else { throw SoakFailure("\(words[0]) cannot be started: \(String(cString: strerror(code)))") }
    self.process = process
  }

  deinit { end(with: SIGKILL) }

  /// The exit status, or 128 and the signal; `nil` while the program runs.
  var result: Int32? {
    if status == nil {
      var value: Int32 = 0
      if waitpid(process, &value, WNOHANG) == process { status = Self.result(value) }
    }
    return status
  }

  /// Waits for the end.
  @discardableResult
  func wait() -> Int32 {
    if let status { return status }
    var value: Int32 = 0
    while waitpid(process, &value, 0) < 0, errno == EINTR {}
    let result = Self.result(value)
    status = result
    return result
  }

  /// Sends a signal, and waits for the end.
  @discardableResult
  func end(with signal: Int32) -> Int32 {
    if let result { return result }
    kill(process, signal)
    return wait()
  }

  private static func result(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Why the run cannot go on.
struct SoakFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Prints a line at once, also into a file.
func report(_ line: String) {
  print(line)
  fflush(nil)
}
