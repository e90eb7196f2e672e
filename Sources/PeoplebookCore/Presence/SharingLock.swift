import Glibc

/// Makes one process keep a shared book in step: a lock on the file with its ``SharingStatus``, which the system
/// releases with the process.
public final class SharingLock: Sendable {
  private let path: String
  private let descriptor: Int32

  // Linux's locks that belong to an open file rather than to a process; Glibc's module does not include their names.
  // They can be examined without taking them, so that no program that looks keeps another from starting.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37
  private static let setLockWaiting: Int32 = 38

  /// `nil` when another process has the lock.
  ///
  /// - Parameter book: The path of the book.
  public init?(book: String) {
    path = SharingStatus.path(book: book)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, Self.lock(descriptor, Self.setLock, F_WRLCK) else { return nil }
  }

  /// Waits until no other process has the lock.
  ///
  /// - Parameter book: The path of the book.
  /// - Throws: `FileAccessError` when the file cannot be written.
  public init(waitingFor book: String) throws {
    path = SharingStatus.path(book: book)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, Self.lock(descriptor, Self.setLockWaiting, F_WRLCK) else {
      throw FileAccessError(path: path, code: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether a process keeps a book in step.
  public static func isHeld(book: String) -> Bool {
    let descriptor = open(SharingStatus.path(book: book), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = wholeFile(F_WRLCK)
    return fcntl(descriptor, getLock, &lock) == 0 && Int32(lock.l_type) != F_UNLCK
  }

  /// Lets another process have the lock.
  public func release() {
    _ = Self.lock(descriptor, Self.setLock, F_UNLCK)
  }

  /// Deletes the file.
  public static func removeFile(book: String) {
    unlink(SharingStatus.path(book: book))
  }

  /// Replaces the status; `nil` leaves none.
  ///
  /// The system notifies the programs that show it when a file is closed. Each status takes the same bytes of the file,
  /// so that a full disk has room for it.
  public func write(_ status: SharingStatus?) {
    var line = Array("\(status?.line ?? "")\n".utf8.prefix(SharingStatus.longestLine))
    line += [UInt8](repeating: UInt8(ascii: "\n"), count: SharingStatus.longestLine - line.count)
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    // A book that was left and shared again has another file.
    guard Self.isSame(file, descriptor) else { return }
    pwrite(file, line, line.count, 0)
  }

  private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_ino == other.st_ino
  }

  private static func wholeFile(_ kind: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  private static func lock(_ descriptor: Int32, _ command: Int32, _ kind: Int32) -> Bool {
    var lock = wholeFile(kind)
    return fcntl(descriptor, command, &lock) == 0
  }
}
