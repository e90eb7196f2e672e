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
    guard let descriptor = Self.openLocked(path, Self.setLock) else { return nil }
    self.descriptor = descriptor
  }

  /// Waits until no other process has the lock.
  ///
  /// - Parameter book: The path of the book.
  /// - Throws: `FileAccessError` when the file cannot be written.
  public init(waitingFor book: String) throws {
    path = SharingStatus.path(book: book)
    guard let descriptor = Self.openLocked(path, Self.setLockWaiting) else {
      throw FileAccessError(path: path, code: errno)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Opens the file and locks it; `nil` with `errno` when that is not possible.
  ///
  /// - Complexity: O(1); again for each time that another process deletes the file.
  private static func openLocked(_ path: String, _ command: Int32) -> Int32? {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      let isLocked = lock(descriptor, command, F_WRLCK)
      let code = errno
      // Another process may have deleted the file before it was locked.
      if isLocked, isAt(path, descriptor) { return descriptor }
      close(descriptor)
      guard isLocked || code == EINTR else {
        errno = code
        return nil
      }
    }
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
    guard Self.isAt(path, descriptor) else { return }
    pwrite(file, line, line.count, 0)
  }

  /// Whether the open file is still the one at the path.
  private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
    var (open, present) = (stat(), stat())
    guard fstat(descriptor, &open) == 0, stat(path, &present) == 0 else { return false }
    return open.st_ino == present.st_ino && open.st_dev == present.st_dev
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
