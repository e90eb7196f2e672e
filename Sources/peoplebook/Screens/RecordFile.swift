import Glibc
import PeoplebookCore

/// A new file to which lines are appended; each is written at once.
@MainActor
final class RecordFile {
  private let file: UnsafeMutablePointer<FILE>
  /// The path of a file that was made; `nil` for a pipe or a device.
  private let made: String?
  /// Whether a line could not be written: the file ends there.
  private var hasFailed = false

  /// Makes the file.
  ///
  /// An existing file is not written over; a pipe or a device is written to.
  ///
  /// - Throws: ``PeoplebookCore/PeopleFile/Refusal`` when there is a file, or when a new one would belong to a book;
  ///   ``PeoplebookCore/FileAccessError``.
  init(path: String, besides book: String) throws {
    let alreadyExists = PeopleFile.Refusal(description: "\(path) already exists: choose a new file to record into.")
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { throw alreadyExists }
    try PeopleFile.checkReplacement(of: path, besides: book)
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | (exists ? 0 : O_CREAT | O_EXCL), 0o600)
    if descriptor < 0, errno == EEXIST { throw alreadyExists }
    // A file may have taken the place of the pipe or device.
    if exists, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      close(descriptor)
      throw alreadyExists
    }
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else { throw FileAccessError(path: path, code: errno) }
    self.file = file
    made = exists ? nil : path
  }

  isolated deinit {
    fclose(file)
  }

  /// Deletes the file, unless there was one before.
  func discard() {
    if let made { unlink(made) }
  }

  /// Adds a line.
  ///
  /// A full disk ends the recording, not the program.
  func write(_ line: String) {
    guard !hasFailed else { return }
    hasFailed = fputs(line + "\n", file) < 0 || fflush(file) != 0
  }
}
