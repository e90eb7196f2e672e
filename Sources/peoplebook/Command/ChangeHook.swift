import Dispatch
import Glibc
import PeoplebookCore
import Synchronization

/// Runs a command of the user for each change, one after the other.
///
/// Changes are skipped while many wait for a slow command.
final class ChangeHook: Sendable {
  private let command: String
  private let limit: Int
  private let queue = DispatchQueue(label: "peoplebook.hook")
  private let backlog = Mutex(Backlog())

  /// The inputs that have not run yet.
  private struct Backlog {
    /// The bytes of these inputs.
    var bytes = 0
    /// The changes that were skipped since the last message about it.
    var skipped = 0
  }

  /// The most bytes of inputs that have not run yet.
  static let backlogLimit = 64 << 20

  /// - Parameters:
  ///   - command: A line for the shell.
  ///   - limit: The most bytes of inputs that have not run yet.
  init(_ command: String, limit: Int = ChangeHook.backlogLimit) {
    self.command = command
    self.limit = limit
  }

  /// Runs the command as soon as the earlier ones have ended, unless too many wait.
  ///
  /// - Parameter input: The text on its standard input.
  func run(input: String) {
    let size = input.utf8.count
    let isAccepted = backlog.withLock { [limit] backlog -> Bool in
      guard backlog.bytes + size <= limit else {
        backlog.skipped += 1
        return false
      }
      backlog.bytes += size
      return true
    }
    guard isAccepted else { return }
    queue.async { [self] in
      backlog.withLock { $0.bytes -= size }
      do throws(FileAccessError) {
        let status = try Self.run(command, input: input)
        if status != 0 { Output.message("The command of --on-change failed with status \(status).") }
      } catch {
        Output.message("The command of --on-change could not be run: \(error)")
      }
      reportSkipped()
    }
  }

  private func reportSkipped() {
    let skipped = backlog.withLock { backlog -> Int in
      defer { backlog.skipped = 0 }
      return backlog.skipped
    }
    guard skipped > 0 else { return }
    Output.message("The command of --on-change is too slow: \(skipped.counted("change was", "changes were")) skipped.")
  }

  /// Waits until all commands have ended.
  func finish() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// - Returns: The exit status; that of a command that a signal has ended is 128 and the signal's number.
  private static func run(_ command: String, input: String) throws(FileAccessError) -> Int32 {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileAccessError(path: "a pipe", code: errno) }
    // The command must not inherit the writing end, which would keep its input open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: pid_t
    do {
      defer { close(ends[0]) }
      process = try start(command, input: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    // A command that does not read its input is fine.
    _ = WholeWrite.write(input, to: ends[1])
    close(ends[1])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private static func start(_ command: String, input: Int32) throws(FileAccessError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    // This program ignores closed pipes, and the threads of queues block signals; the command decides for itself.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", command].map { (word: String) in strdup(word) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    guard code == 0 else { throw FileAccessError(path: "/bin/sh", code: code) }
    return process
  }
}
