import Glibc
import PeoplebookCore
import Replication

/// Makes one process keep a book in step: a lock on a file beside the book, which the system releases with the process.
///
/// The file has one line with the state of the sharing; see ``PeoplebookCore/SharingStatus``.
final class SyncLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// `nil` when another process has the lock.
  init?(book: String) {
    path = SharingStatus.path(book: book)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  /// Waits until no other process has the lock.
  init(waitingFor book: String) throws {
    path = SharingStatus.path(book: book)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw SyncFailure.failed("\(path) cannot be written: check the folder.")
    }
  }

  static func remove(book: String) {
    unlink(SharingStatus.path(book: book))
  }

  /// Replaces the line.
  ///
  /// The system notifies the programs that show it when a file is closed.
  func write(_ text: String) {
    let line = Array((text + "\n").utf8)
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    pwrite(file, line, line.count, 0)
    ftruncate(file, off_t(line.count))
    close(file)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
