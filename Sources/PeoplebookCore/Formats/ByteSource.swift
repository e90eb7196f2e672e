import Glibc

/// Bytes that come in chunks: a file, standard input, or memory.
///
/// Readers pull from it, so what they hold at any time is one chunk and one person, however long the input is.
public protocol ByteSource {
  /// The next bytes, never empty; `nil` at the end.
  mutating func nextChunk() throws(FileError) -> [UInt8]?
}

/// A file that could not be read or written, in one sentence for the user.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as the user named it.
  public var path: String
  /// The number that the system gave.
  public var code: Int32

  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  public var description: String { "\(path): \(String(cString: strerror(code)))." }
}

/// The bytes of a file, 64 KiB at a time. `-` is standard input.
public final class FileByteSource: ByteSource {
  private let descriptor: Int32
  private let stop: Int32?
  private let path: String

  /// The size of the file in bytes when it is known: not for pipes and terminals.
  public let size: Int?

  /// Opens the file; `-` stands for standard input, which is left open at the end.
  ///
  /// - Parameter stop: A descriptor. As soon as it can be read from, reading ends with the error `ECANCELED`, also when it waits
  ///   for a pipe.
  public init(path: String, stop: Int32? = nil) throws(FileError) {
    self.stop = stop
    self.path = path == "-" ? "standard input" : path
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | (stop == nil ? 0 : O_NONBLOCK))
      guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  public func nextChunk() throws(FileError) -> [UInt8]? {
    try waitForBytes()
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var result = read(descriptor, buffer.baseAddress, buffer.count)
      while result < 0, errno == EINTR { result = read(descriptor, buffer.baseAddress, buffer.count) }
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    // Somebody else who reads from the same pipe was quicker.
    if failure == EAGAIN, stop != nil { return try nextChunk() }
    if failure != 0 { throw FileError(path: path, code: failure) }
    return chunk.isEmpty ? nil : chunk
  }

  private func waitForBytes() throws(FileError) {
    guard let stop else { return }
    var polled = [descriptor, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, 2, -1) < 0 {
      guard errno == EINTR else { throw FileError(path: path, code: errno) }
    }
    if polled[1].revents != 0 { throw FileError(path: path, code: ECANCELED) }
  }
}

/// Bytes that are already in memory, in one chunk or in pieces of a given size.
public struct MemoryByteSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let chunkSize: Int

  public init(_ bytes: [UInt8], chunkSize: Int = .max) {
    rest = bytes[...]
    self.chunkSize = max(1, chunkSize)
  }

  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  public mutating func nextChunk() -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    let chunk = rest.prefix(chunkSize)
    rest = rest.dropFirst(chunkSize)
    return Array(chunk)
  }
}
