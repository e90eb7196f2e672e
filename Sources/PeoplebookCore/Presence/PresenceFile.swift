import Glibc

/// The file of one program, which is locked as long as this exists.
public final class PresenceFile: Sendable {
  private let path: String
  private let descriptor: Int32
  /// The file's numbers for the system.
  private let device: dev_t
  private let number: ino_t

  /// Writes a file in the place of an earlier one.
  init(path: String, _ content: [UInt8]) throws {
    self.path = path
    let draft = path + ".new"
    descriptor = open(draft, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw FileAccessError(path: path, code: errno) }
    (device, number) = (status.st_dev, status.st_ino)
    let isWritten = write(descriptor, content, content.count) == content.count
    // It is complete and locked before others see it.
    guard isWritten, flock(descriptor, LOCK_EX | LOCK_NB) == 0, rename(draft, path) == 0 else {
      throw FileAccessError(path: path, code: errno)
    }
  }

  deinit {
    var status = stat()
    // A later file may have its place.
    if lstat(path, &status) == 0, (status.st_dev, status.st_ino) == (device, number) { unlink(path) }
    close(descriptor)
  }

  /// Whether another process has deleted the file.
  package var isDeleted: Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }
}
