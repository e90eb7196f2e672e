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
    return .failed("\(name) is not installed beside this program: install it, and try again.")
  }

  /// Starts it for a book that is shared; it ends at once if it runs for the book already.
  ///
  /// An error is ignored: the book opens all the same.
  static func start(forSharedBook book: String) {
    guard access(book + ".keys", F_OK) == 0 else { return }
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
