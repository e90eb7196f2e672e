import FoundationEssentials
import Glibc

/// Finds out whether another process has a book open.
///
/// Each connection of SQLite holds a shared lock on the file with the index of the log. The locks are read from
/// `/proc/locks`, since opening that file here, and closing it, would release this process's own.
enum OpenBooks {
  static func isOpenElsewhere(_ path: String) -> Bool {
    var status = stat()
    guard stat(path + "-shm", &status) == 0, let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return false }
    return isLocked(inode: UInt64(status.st_ino), in: locks, except: getpid())
  }

  /// Whether a process other than `own` has a lock on a file.
  static func isLocked(inode: UInt64, in locks: String, except own: pid_t) -> Bool {
    locks.split(separator: "\n").contains { line in
      // 1: POSIX  ADVISORY  READ 4711 08:01:1234567 128 128
      let fields = line.split(separator: " ")
      guard fields.count >= 6, let process = pid_t(fields[4]) else { return false }
      return process != own && fields[5].split(separator: ":").last == "\(inode)"
    }
  }
}
