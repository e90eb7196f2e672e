import Glibc

/// Where a scene file comes from.
public struct FileSource: Sendable {
  /// The name in messages: the last part of a path.
  let name: String
  private let content: Content

  private enum Content: Sendable {
    case path(String)
    case bytes([UInt8])
  }

  /// A file of the file system.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public static func path(_ path: String) -> FileSource {
    FileSource(name: path.split(separator: "/").last.map(String.init) ?? path, content: .path(path))
  }

  /// Bytes in memory; `name` is used in messages.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public static func data(_ data: some Sequence<UInt8>, name: String = "scene.json") -> FileSource {
    FileSource(name: name, content: .bytes(Array(data)))
  }

  /// A text that is part of the program.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func resource(_ name: String, text: String) -> FileSource {
    FileSource(name: name, content: .bytes(Array(text.utf8)))
  }

  /// The folder of the file; `nil` for bytes in memory.
  var folder: String? {
    guard case .path(let path) = content else { return nil }
    let end = path.lastIndex(of: "/")
    return end.map { String(path[..<$0]) } ?? "."
  }

  /// The bytes of the source; of a file that is too large, only the beginning.
  ///
  /// - Throws: ``FileError/missingFile(_:)`` when the file cannot be read.
  func bytes() throws(FileError) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .path(let path): return try Self.read(path, named: path, upTo: ParsedFile.sizeLimit)
    }
  }

  /// The bytes of a file, at least one more than the limit where there are more.
  ///
  /// - Throws: ``FileError/missingFile(_:)`` when the file cannot be read; its message begins with the name.
  /// - Complexity: O(limit).
  static func read(_ path: String, named name: String, upTo limit: Int) throws(FileError) -> [UInt8] {
    func failure() -> FileError { .missingFile("\(name): \(String(cString: strerror(errno)))".printable) }
    func checkIsFile(_ status: stat) throws(FileError) {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .missingFile("\(name) is not a file".printable) }
    }
    // Before it is opened: opening a device can have an effect.
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure() }
    try checkIsFile(status)
    // Without waiting: a pipe may have taken the place of the file, and opening one waits for its writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    guard fstat(file, &status) == 0 else { throw failure() }
    try checkIsFile(status)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw failure() }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
