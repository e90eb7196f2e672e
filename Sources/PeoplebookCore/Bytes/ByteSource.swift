import Glibc

/// Bytes in chunks: those of a file, of standard input, or in memory.
///
/// Readers pull from it, so that they hold one chunk and one person at any time, however long the input is.
public protocol ByteSource {
  /// The next bytes, never empty; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  mutating func nextChunk() throws(FileAccessError) -> [UInt8]?
}

/// A file that could not be read or written, in one sentence for the user.
public struct FileAccessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as the user named it.
  public var path: String
  /// The number that the system gave.
  public var code: Int32

  /// Creates an error from a system error number.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  public var description: String { "\(path): \(String(cString: strerror(code)))." }
}

/// Bytes that are already in memory, in one chunk or in pieces of a given size.
public struct MemoryByteSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let chunkSize: Int

  /// Creates a source of bytes, in chunks of at most `chunkSize`.
  public init(_ bytes: [UInt8], chunkSize: Int = .max) {
    rest = bytes[...]
    self.chunkSize = max(1, chunkSize)
  }

  /// Creates a source of the UTF-8 bytes of a text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Reads the next bytes; `nil` at the end.
  ///
  /// - Complexity: O(*n*), where *n* is the size of a chunk.
  public mutating func nextChunk() -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    let chunk = rest.prefix(chunkSize)
    rest = rest.dropFirst(chunkSize)
    return Array(chunk)
  }
}
