import Glibc
import PeoplebookCore

/// A file that people are written to, whole or not at all.
enum PeopleFile {
  /// Writes beside the file first, so that an old one is whole until the new one is.
  static func write(_ people: [Person], with writer: any PersonWriter, to path: String) throws(FileError) {
    var status = stat()
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    let target = isSpecial ? path : path + ".part"
    let descriptor = Glibc.open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    var text = ""
    var writer = writer
    var failure: Int32?
    writer.begin(into: &text)
    for person in people where failure == nil {
      writer.write(person, into: &text)
      if text.utf8.count >= 65_536 { failure = write(&text, to: descriptor) }
    }
    failure = failure ?? write(&text, to: descriptor)
    if close(descriptor) != 0 { failure = failure ?? errno }
    if failure == nil, !isSpecial, rename(target, path) != 0 { failure = errno }
    if let failure {
      if !isSpecial { unlink(target) }
      throw FileError(path: path, code: failure)
    }
  }

  /// Writes and empties the text; what went wrong, or nothing.
  private static func write(_ text: inout String, to descriptor: Int32) -> Int32? {
    defer { text.removeAll(keepingCapacity: true) }
    return text.withUTF8 { bytes -> Int32? in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
      }
      return nil
    }
  }
}
