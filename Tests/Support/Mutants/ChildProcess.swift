import FoundationEssentials
import Glibc

/// A program with its output in a file, and with limits: a mutant may fill the memory, or run for ever.
final class ChildProcess {
  let started = ContinuousClock.now
  private let process: pid_t
  private let output: String
  private var status: Int32?
  private var readBytes: UInt64 = 0

  /// - Parameter folder: The working directory.
  init(_ words: [String], environment: [String: String], folder: String, output: String) throws {
    self.output = output
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, which ends with it.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    // The program also ends when this one is killed.
    let limits =
      "cd \"$0\" && ulimit -c 0 && ulimit -f 20000000 && ulimit -v 16000000 && exec setpriv --pdeathsig KILL \"$@\""
    var arguments = (["/bin/sh", "-c", limits, folder] + words).map { strdup($0) } + [nil]
    let values = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var variables = values.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw Failure("\(words[0]) cannot be started: \(String(cString: strerror(code)))") }
    self.process = process
  }

  deinit { end() }

  /// The exit status, or 128 and the signal; `nil` while the program runs.
  var result: Int32? {
    if status == nil {
      var value: Int32 = 0
      if waitpid(process, &value, WNOHANG) == process { return finish(value) }
    }
    return status
  }

  /// Waits for the end.
  @discardableResult
  func wait() -> Int32 {
    if let status { return status }
    var value: Int32 = 0
    while waitpid(process, &value, 0) < 0, errno == EINTR {}
    return finish(value)
  }

  /// Ends the program and those that it has started.
  func end() {
    guard status == nil else { return }
    kill(-process, SIGKILL)
    wait()
  }

  /// What the program has printed.
  var text: String { (try? Data(contentsOf: URL(filePath: output))).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// Whether the program has printed more since the last call.
  func hasNewText() -> Bool {
    var details = stat()
    guard stat(output, &details) == 0, UInt64(details.st_size) > readBytes else { return false }
    readBytes = UInt64(details.st_size)
    return true
  }

  /// Notes the status, and ends those that the program has started.
  private func finish(_ value: Int32) -> Int32 {
    let result = value & 0x7F == 0 ? value >> 8 & 0xFF : 128 + value & 0x7F
    status = result
    kill(-process, SIGKILL)
    return result
  }
}

/// Why the run cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
