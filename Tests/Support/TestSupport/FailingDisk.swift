import FoundationEssentials
import Glibc

/// Makes the open files of a book unreadable, as an error of the disk does, until ``recover()``.
///
/// A connection still has the pages that it has in memory.
public struct FailingDisk {
  /// The files, each with another descriptor that can be read.
  private let files: [(descriptor: Int32, copy: Int32)]

  /// - Parameter book: The path of the book, without symbolic links.
  public init(of book: String) throws {
    // The process has no memory at the low addresses: reading them is an input/output error, as of a disk.
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    let paths = [book, book + "-wal"]
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
      guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)") else {
        return false
      }
      return paths.contains(path)
    }
    let descriptors = names.compactMap { Int32($0) }
    files = descriptors.map { ($0, fcntl($0, F_DUPFD_CLOEXEC, 0)) }
    for descriptor in descriptors { dup2(memory, descriptor) }
  }

  /// Makes the files readable again.
  public func recover() {
    for file in files {
      dup2(file.copy, file.descriptor)
      close(file.copy)
    }
  }
}
