import Glibc
import PeoplebookCore
import Replication

/// Makes one process keep a book in step: a lock on a file beside the book, which the system releases with the process.
///
/// The file has one line with the state of the sharing; see ``PeoplebookCore/SharingStatus``.
final class SyncLock: Sendable {
  private let descriptor: Int32

  /// `nil` when another process has the lock.
  init?(book: String) {
    descriptor = open(SharingStatus.path(book: book), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  /// Waits until no other process has the lock.
  init(waitingFor book: String) throws {
    descriptor = open(SharingStatus.path(book: book), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw SyncFailure.failed("\(SharingStatus.path(book: book)) cannot be written: check the folder.")
    }
  }

  static func remove(book: String) {
    unlink(SharingStatus.path(book: book))
  }

  /// Replaces the line.
  func write(_ text: String) {
    let line = Array((text + "\n").utf8)
    pwrite(descriptor, line, line.count, 0)
    ftruncate(descriptor, off_t(line.count))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
