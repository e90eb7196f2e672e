import Glibc

/// The identity, size and time of a file: other values mean that it may have another content.
public struct FileStamp: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t
  private let size: off_t
  private let seconds, nanoseconds: Int

  /// The present values of the file at a path; `nil` when there is none.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
