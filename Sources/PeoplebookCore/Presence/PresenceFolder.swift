import FoundationEssentials
import Glibc

/// The files by which the programs that have a book open know of each other: one for each, named after its process.
///
/// A file is only believed while its process runs, so that a program that was killed leaves no trace. A process may
/// have further files, for programs on other machines: `4711.laptop`.
public struct PresenceFolder: Sendable {
  /// The path of the folder, which need not exist yet.
  public let path: String

  /// The most files that are read, and the most bytes of each: anything more is not from a program like this one.
  private static let mostFiles = 256
  private static let mostBytes = 4_096

  /// The folder of a book, by the book's file, so that all paths to it lead to the same folder.
  ///
  /// - Parameter runtimeFolder: The folder that the system empties when the user logs out.
  /// - Returns: `nil` when the book does not exist.
  public init?(book: String, in runtimeFolder: String) {
    var status = stat()
    guard stat(book, &status) == 0 else { return nil }
    path = "\(runtimeFolder)/peoplebook/\(status.st_dev)-\(status.st_ino)"
  }

  /// Writes the file of this process, or of a program on another machine that it speaks for.
  ///
  /// - Parameter machine: The name of the other machine.
  /// - Throws: The reason why the file cannot be written.
  public func write(_ participant: Participant, machine: String? = nil) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try JSONEncoder().encode(participant).write(to: URL(filePath: file(of: machine)), options: .atomic)
  }

  /// Removes the file that ``write(_:machine:)`` has written.
  public func remove(machine: String? = nil) {
    unlink(file(of: machine))
  }

  private func file(of machine: String?) -> String {
    "\(path)/\(getpid())" + (machine.map { ".\($0)" } ?? "")
  }

  /// The programs whose files are of other processes, in the order of their processes.
  ///
  /// Removes the files of processes that no longer run.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of files.
  public func others() -> [Participant] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.prefix(Self.mostFiles).sorted().compactMap { name in
      guard let process = name.split(separator: ".").first.flatMap({ pid_t($0) }), process > 0, process != getpid()
      else { return nil }
      guard kill(process, 0) == 0 || errno == EPERM else {
        unlink("\(path)/\(name)")
        return nil
      }
      return participant(in: "\(path)/\(name)")
    }
  }

  private func participant(in file: String) -> Participant? {
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes,
      let data = try? Data(contentsOf: URL(filePath: file))
    else { return nil }
    return try? JSONDecoder().decode(Participant.self, from: data)
  }
}
