import Glibc
import PeoplebookCore

/// The verbs that `peoplebook-sync` carries out.
extension SharingProcess {
  /// Runs it instead of this program; returns the failure when it cannot be run.
  static func replaceThisOne(_ words: [String]) -> Failure {
    withArguments(words) { _ = execvp(program, $0) }
    return .failed(missing)
  }

  /// Runs it, and returns what it has printed; `nil` when it cannot be run.
  static func output(of words: [String]) -> String? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var process: pid_t = 0
    let code = withArguments(words) { posix_spawnp(&process, program, &actions, nil, $0, environ) }
    close(ends[1])
    guard code == 0 else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
    }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
