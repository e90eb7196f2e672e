import Glibc

/// Tells whether a file of SQLite's has been written to since one looked at it last.
struct FileVersion: Equatable {
  private var inode: UInt
  private var size: Int64
  private var time: [Int]
  /// Whether SQLite's write-ahead log stands beside it, as long as anybody has it open.
  let hasLog: Bool

  /// Nil: there is no such file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt(status.st_ino)
    size = Int64(status.st_size)
    time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    hasLog = BookFile.exists(path + "-wal")
  }
}
