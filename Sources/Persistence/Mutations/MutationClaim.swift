import Glibc

/// Shows all programs that share a book that the owner of mutations is alive.
///
/// Each owner has locked a byte of an empty file beside the book; the offset of the byte is the owner's number. The
/// system releases the lock when the process ends in any way. The last process to end deletes the file.
final class MutationClaim: Sendable {
  let owner: Int64
  private let path: String
  private let descriptor: Int32

  /// - Parameter attempts: The number of checks, a millisecond apart, while another process has the whole file locked.
  /// - Throws: ``StoreError/locked(path:)`` when it still has.
  init(beside book: String, attempts: Int = 5_000) throws(StoreError) {
    path = book + "-mutations"
    owner = Int64.random(in: 1...Int64.max / 2)
    var status = stat()
    let mode = stat(book, &status) == 0 ? status.st_mode & 0o666 : 0o600
    for _ in 0..<attempts {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw BookFile.error(errno, book) }
      if Self.lock(descriptor, owner, count: 1) {
        if Self.isAt(path, descriptor) {
          self.descriptor = descriptor
          return
        }
      } else {
        let code = errno
        guard code == EAGAIN || code == EACCES else {
          close(descriptor)
          throw BookFile.error(code, book)
        }
      }
      // Another process was just ending, and deletes the file.
      close(descriptor)
      usleep(1_000)
    }
    throw .locked(path: book)
  }

  deinit {
    // The whole file can be locked when no other process has locked a part of it.
    if Self.lock(descriptor, 0, count: 0), Self.isAt(path, descriptor) { unlink(path) }
    close(descriptor)
  }

  /// Whether another owner is alive.
  func isAlive(_ other: Int64) -> Bool {
    var lock = Self.range(other, count: 1)
    return fcntl(descriptor, Self.getLock, &lock) == 0 && Int32(lock.l_type) != F_UNLCK
  }

  // Linux's locks that belong to an open file rather than to a process; Glibc's module does not include their names.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// - Parameter count: 0 is up to the end of the file.
  private static func range(_ start: Int64, count: Int64) -> flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    return lock
  }

  private static func lock(_ descriptor: Int32, _ start: Int64, count: Int64) -> Bool {
    var lock = range(start, count: count)
    return fcntl(descriptor, setLock, &lock) == 0
  }

  /// Whether the open file is still the one at the path.
  private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
    var (open, present) = (stat(), stat())
    guard fstat(descriptor, &open) == 0, stat(path, &present) == 0 else { return false }
    return open.st_ino == present.st_ino && open.st_dev == present.st_dev
  }
}
