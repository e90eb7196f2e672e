import FoundationEssentials
import Glibc
import Synchronization

/// The program `peoplebook-sync`, which keeps a shared book in step with its relay.
public enum SharingProcess {
  /// The name of the program.
  public static let name = "peoplebook-sync"
  /// The sentence for a program that cannot be run.
  public static let missing = "\(name) is not installed beside this program: install it, and try again."
  /// `POSIX_SPAWN_SETSID`, which glibc declares for GNU programs only.
  private static let newSession: Int16 = 0x80
  /// The processes that this one has started, and that may still run.
  private static let children = Mutex<Set<pid_t>>([])

  /// The program beside this one; else the one in the search path.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public static var program: String {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &own, own.count - 1)
    let path = String(decoding: own.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return access(folder + name, X_OK) == 0 ? folder + name : name
  }

  /// Calls `body` with the words of the program's command line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the words.
  public static func withArguments<T>(_ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T) -> T {
    let arguments = ([name] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return body(arguments)
  }

  /// Starts the program for a book that is shared, unless it runs for the book already.
  ///
  /// It ends by itself when no program has the book open.
  ///
  /// - Parameter book: The path of the book.
  /// - Returns: `false` when the program cannot be run.
  /// - Complexity: O(*n*), where *n* is the length of the path.
  @discardableResult
  public static func start(forSharedBook book: String) -> Bool {
    reap()
    guard SharingStatus.isShared(book: book), !SharingLock.isHeld(book: book) else { return true }
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
    // What the program that starts it has inherited, such as a lock of a script, is not kept for as long as it runs.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // The reason for which the former process has stopped is not that of the new one.
    if case .stopped = SharingStatus(book: book) { SharingLock(book: book)?.write(nil) }
    var process: pid_t = 0
    let code = withArguments(["--book", book]) {
      posix_spawnp(&process, program, &actions, &attributes, $0, environ)
    }
    guard code == 0 else { return false }
    children.withLock { [process] in _ = $0.insert(process) }
    return true
  }

  /// Reaps child processes that have ended.
  ///
  /// - Complexity: O(*n*), where *n* is the number of processes that still run.
  public static func reap() {
    children.withLock { children in
      for child in children where waitpid(child, nil, WNOHANG) != 0 { children.remove(child) }
    }
  }
}
