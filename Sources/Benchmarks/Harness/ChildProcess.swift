import Glibc

/// A program that a benchmark has started, with a pipe to its input and one from its output.
@MainActor
final class ChildProcess {
  let process: pid_t
  private let input: Int32
  private let output: UnsafeMutablePointer<FILE>

  /// - Parameter arguments: Without the program's name.
  init(_ path: String, _ arguments: [String]) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0, let output = fdopen(fromChild[0], "r") else {
      throw NotMeasured("there is no pipe to \(path)")
    }
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    var pointers = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, &pointers, environ)
    close(toChild[0])
    close(fromChild[1])
    self.process = process
    self.output = output
    input = toChild[1]
    guard code == 0 else { throw NotMeasured("\(path) cannot be run: \(String(cString: strerror(code)))") }
  }

  /// Waits for the next line of its output.
  ///
  /// `nil` at the end of the output.
  func line() -> String? {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    guard getline(&line, &capacity, output) > 0, let line else { return nil }
    return String(cString: line).split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Closes its input, which ends a role, and waits for its end.
  /// - Returns: its peak memory in MB, read some milliseconds before its end.
  @discardableResult
  func end() throws -> Double {
    close(input)
    var status: Int32 = 0
    var peak = 0.0
    while waitpid(process, &status, WNOHANG) == 0 {
      // The kernel's figure after the end includes the memory of this process when it started the other.
      peak = max(peak, ProcessFigures.value(of: "VmHWM", in: "/proc/\(process)/status") ?? 0)
      usleep(5_000)
    }
    fclose(output)
    guard status == 0 else { throw NotMeasured("a program that was started has failed (status \(status))") }
    return peak / 1024
  }
}
