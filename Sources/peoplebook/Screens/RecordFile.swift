import Glibc

/// A file that grows by lines, each of them there as soon as it is written.
@MainActor
final class RecordFile {
  private let file: UnsafeMutablePointer<FILE>

  init(path: String) throws(Failure) {
    guard let file = fopen(path, "w") else {
      throw .failed("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    self.file = file
  }

  isolated deinit {
    fclose(file)
  }

  /// Adds a line. A disk that is full ends the recording, not the program.
  func write(_ line: String) {
    fputs(line + "\n", file)
    fflush(file)
  }
}
