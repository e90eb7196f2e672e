import Glibc

/// Identifies the content of an SQLite file: it differs after the file was written to.
struct FileVersion: Equatable {
  private var inode: UInt
  private var size: Int64
  private var time: [Int]
  /// Whether SQLite's write-ahead log, with changes, is beside the file, as while a program has written to it.
  let hasLog: Bool

  /// Fails for a missing file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt(status.st_ino)
    size = Int64(status.st_size)
    time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    hasLog = stat(path + "-wal", &status) == 0 && status.st_size > 0
  }
}
