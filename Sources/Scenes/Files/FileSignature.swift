import Glibc

/// Numbers that change when a file is written, replaced or deleted, or the file that a link leads to.
struct FileSignature: Equatable {
  private let numbers: [Int]

  init(of path: String) {
    var (own, target) = (stat(), stat())
    guard lstat(path, &own) == 0 else {
      numbers = []
      return
    }
    numbers = Self.numbers(of: own) + (stat(path, &target) == 0 ? Self.numbers(of: target) : [])
  }

  private static func numbers(of status: stat) -> [Int] {
    [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
      Int(status.st_mode), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
