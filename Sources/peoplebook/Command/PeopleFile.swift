import Glibc
import PeoplebookCore

/// A file that people are written to, whole or not at all.
enum PeopleFile {
  /// The file is the open book, or one that SQLite keeps beside it.
  struct IsBook: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) is part of the open book; nothing was written." }
  }

  /// Whether there is a file that would be written over; the book and what belongs to it would not.
  static func writesOver(_ path: String, besides book: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && !isPart(path, of: book)
  }

  /// Writes beside the file first, so that an old one is whole until the new one is.
  ///
  /// - Parameter book: Where the open book is, which is not written over: ``Persistence/Store/path``.
  /// - Throws: ``IsBook``, or a ``FileError``.
  static func write(_ people: [Person], with writer: any PersonWriter, to path: String, besides book: String) throws {
    var status = stat()
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    let target = isSpecial ? path : path + ".part"
    guard !isPart(path, of: book), !isPart(target, of: book) else { throw IsBook(path: path) }
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

  /// Whether the path leads to the book or to what SQLite keeps beside it, or would when there is something.
  private static func isPart(_ path: String, of book: String) -> Bool {
    let place = place(of: path)
    let identity = identity(of: path)
    return ["", "-wal", "-shm", "-journal"].contains { suffix in
      place == book + suffix || identity != nil && identity == Self.identity(of: book + suffix)
    }
  }

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }

  /// The path with its folder spelled without links and detours; `nil` when there is no such folder.
  private static func place(of path: String) -> String? {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    guard let real = realpath(start == path.startIndex ? "." : String(path[..<start]), nil) else { return nil }
    defer { free(real) }
    let parent = String(cString: real)
    return (parent == "/" ? "" : parent) + "/" + name
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
