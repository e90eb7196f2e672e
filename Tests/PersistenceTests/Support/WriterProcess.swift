import Glibc
import TestSupport
import Testing

/// A `BookWriter` process that writes to a book until it is killed, and prints each confirmed write.
final class WriterProcess {
  let name: String
  /// The number of the last confirmed write.
  private(set) var confirmed = 0
  private let process: pid_t
  private let output: Int32

  /// - Parameter count: the number of writes after which it closes the book and ends; `nil`: it writes until it is
  ///   killed.
  init(_ book: String, name: String, count: Int? = nil) throws {
    self.name = name
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // Processes that are started at the same time must not inherit these descriptors.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words = [Self.program, book, name] + (count.map { ["\($0)"] } ?? [])
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    try #require(
      posix_spawn(&process, Self.program, &actions, nil, &arguments, environ) == 0, "\(Self.program) is not there")
    self.process = process
  }

  deinit {
    close(output)
  }

  private static let program = Built.program("BookWriter")

  /// Reads until `count` writes are confirmed; `false` when the process ended earlier.
  func waitForConfirmed(_ count: Int) -> Bool {
    while confirmed < count { guard readLines() else { return false } }
    return true
  }

  /// Reads the available lines, waiting for the next one; `false` at the end.
  private func readLines() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      confirmed += buffer[..<count].count { $0 == 0x0A }
      return true
    }
  }

  /// Kills the process, as a power cut would, and reads its remaining output.
  func kill() -> Int32 {
    Glibc.kill(process, SIGKILL)
    return waitForEnd()
  }

  /// Returns the status of `waitpid`.
  func waitForEnd() -> Int32 {
    while readLines() {}
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
