import FoundationEssentials
import Glibc

/// The files by which the programs that have a book open know of each other: one for each, named after its process.
///
/// A program keeps its file open and locked. The kernel releases the lock when the program ends, however it ends, and
/// reports to the watchers of the folder that the file was closed. A file without a lock is a leftover, and is removed.
public struct PresenceFolder: Sendable {
  /// The path of the folder, which need not exist yet.
  public let path: String

  /// The most files that are read, and the most bytes of each: anything more is not from a program like this one.
  private static let mostFiles = 256
  private static let mostBytes = 4_096

  /// The folder of a book, by the book's file, so that all paths to it lead to the same folder.
  ///
  /// - Parameters:
  ///   - book: The path of the book.
  ///   - runtimeFolder: The folder that the system empties when the user logs out.
  /// - Returns: `nil` when the book does not exist.
  public init?(book: String, in runtimeFolder: String) {
    var status = stat()
    guard stat(book, &status) == 0 else { return nil }
    path = "\(runtimeFolder)/peoplebook/\(status.st_dev)-\(status.st_ino)"
  }

  /// Writes the file of this process.
  ///
  /// - Returns: The file, which exists as long as it is kept.
  /// - Throws: The reason why the file cannot be written.
  public func write(_ participant: Participant) throws -> PresenceFile {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try PresenceFile(path: "\(path)/\(getpid())", JSONEncoder().encode(participant))
  }

  /// The programs whose files are of other processes, in the order of their processes.
  ///
  /// Removes the files of programs that have ended.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of files.
  public func others() -> [Participant] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.prefix(Self.mostFiles).sorted().compactMap { name in
      guard let process = pid_t(name), process > 0, process != getpid() else { return nil }
      return participant(in: "\(path)/\(name)")
    }
  }

  private func participant(in file: String) -> Participant? {
    let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var (status, present) = (stat(), stat())
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
      // Unless its program has just replaced it.
      if lstat(file, &present) == 0, present.st_ino == status.st_ino { unlink(file) }
      return present.st_ino == status.st_ino ? nil : participant(in: file)
    }
    guard status.st_size <= Self.mostBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return nil }
    return try? JSONDecoder().decode(Participant.self, from: Data(bytes))
  }
}
