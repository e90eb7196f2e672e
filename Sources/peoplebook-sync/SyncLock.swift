import Glibc
import Replication

/// Makes one process keep a book in step: a lock on a file beside the book, which the system releases with the process.
///
/// The file has one line with the state of the sharing, which other programs may read.
final class SyncLock: Sendable {
  private let descriptor: Int32

  static func path(book: String) -> String { book + ".sync" }

  /// `nil` when another process has the lock.
  init?(book: String) {
    descriptor = open(Self.path(book: book), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  /// Waits until no other process has the lock.
  init(waitingFor book: String) throws {
    descriptor = open(Self.path(book: book), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw SyncFailure.failed("\(Self.path(book: book)) cannot be written: check the folder.")
    }
  }

  static func remove(book: String) {
    unlink(path(book: book))
  }

  /// Replaces the state.
  func write(_ state: String) {
    let line = Array((state + "\n").utf8)
    pwrite(descriptor, line, line.count, 0)
    ftruncate(descriptor, off_t(line.count))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
