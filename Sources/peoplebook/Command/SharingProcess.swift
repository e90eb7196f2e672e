import Glibc

/// Starts `peoplebook-sync`, which keeps a shared book in step.
enum SharingProcess {
  private static let name = "peoplebook-sync"
  /// `POSIX_SPAWN_SETSID`, which glibc declares for GNU programs only.
  private static let newSession: Int16 = 0x80

  /// The program beside this one; else the one in the search path.
  private static var program: String {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &own, own.count - 1)
    let path = String(decoding: own.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return access(folder + name, X_OK) == 0 ? folder + name : name
  }

  @discardableResult
  private static func withArguments<T>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T
  ) -> T {
    let arguments = ([name] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return body(arguments)
  }

  /// Runs it instead of this program; returns the failure when it cannot be run.
  static func replaceThisOne(_ words: [String]) -> Failure {
    withArguments(words) { execvp(program, $0) }
    return missing
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

  static let missing = Failure.failed("\(name) is not installed beside this program: install it, and try again.")

  /// Whether this machine shares a book.
  static func isShared(_ book: String) -> Bool { access(book + ".keys", F_OK) == 0 }

  /// Starts it for a book that is shared; it ends at once if it runs for the book already.
  ///
  /// An error is ignored: the book opens all the same.
  static func start(forSharedBook book: String) {
    guard isShared(book) else { return }
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    // In a session of its own, which the end of the terminal does not end.
    posix_spawnattr_setflags(&attributes, newSession)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var process: pid_t = 0
    withArguments(["--book", book]) {
      _ = posix_spawnp(&process, program, &actions, &attributes, $0, environ)
    }
  }
}
