import Glibc

/// The identity, size and time of a file: other values mean that it may have another content.
public struct FileStamp: Hashable, Sendable {
  /// The size and the modification time.
  ///
  /// Unlike the device and inode numbers, they survive a restart.
  struct Version: Hashable, Codable, Sendable {
    fileprivate let size: off_t
    fileprivate let seconds, nanoseconds: Int
  }

  private let device: dev_t
  private let number: ino_t
  let version: Version

  /// The present values of the file at a path; `nil` when there is none.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
    version = Version(size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
