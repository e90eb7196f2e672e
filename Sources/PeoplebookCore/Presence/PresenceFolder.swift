import FoundationEssentials
import Glibc

/// The files by which the programs that have a book open know of each other: one for each, named after its process.
///
/// Usually a file has one program; that of the process which keeps a shared book in step has those of other machines.
///
/// A program keeps its file open and locked. The kernel releases the lock when the program ends, however it ends, and
/// reports to the watchers of the folder that the file was closed. A file without a lock is a leftover, and is removed.
public struct PresenceFolder: Sendable {
  /// The path of the folder, which need not exist yet.
  public let path: String

  /// The most files that are read, and the most bytes of each: anything more is not from a program like this one.
  private static let mostFiles = 256
  private static let mostBytes = 64 << 10

  /// The folder that the system empties when the user logs out; `nil` where the system has none.
  public static var runtimeFolder: String? {
    Environment.value(of: "XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

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

  /// Creates the folder, which only the user may read.
  ///
  /// - Throws: The reason why it cannot be created.
  public func create() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Writes the file of this process.
  ///
  /// - Returns: The file, which exists as long as it is kept.
  /// - Throws: The reason why the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of programs.
  public func write(_ participants: [Participant]) throws -> PresenceFile {
    try create()
    return try PresenceFile(path: "\(path)/\(getpid())", Participant.lines(of: participants))
  }

  /// The programs whose files are of other processes, in the order of their processes.
  ///
  /// Removes the files of programs that have ended.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of files.
  public func others() -> [Participant] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().prefix(Self.mostFiles).flatMap { name -> [Participant] in
      guard let process = pid_t(name), process > 0, process != getpid() else { return [] }
      return participants(in: "\(path)/\(name)")
    }
  }

  private func participants(in file: String) -> [Participant] {
    let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var (status, present) = (stat(), stat())
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
      // Unless its program has just replaced it.
      if lstat(file, &present) == 0, present.st_ino == status.st_ino { unlink(file) }
      return present.st_ino == status.st_ino ? [] : participants(in: file)
    }
    guard status.st_size <= Self.mostBytes else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return [] }
    return Participant.participants(in: bytes)
  }
}
