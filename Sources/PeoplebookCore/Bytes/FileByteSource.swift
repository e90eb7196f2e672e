import Glibc

/// The bytes of a file, 64 KiB at a time.
///
/// `-` is standard input.
public final class FileByteSource: ByteSource, Sendable {
  private let descriptor: Int32
  private let stop: Int32?
  private let path: String

  /// The size of the file in bytes when it is known: not for pipes and terminals.
  public let size: Int?

  /// Opens the file; `-` is standard input, which is left open at the end.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - stop: A descriptor. As soon as it can be read from, reading ends with the error `ECANCELED`, also while it
  ///     waits for a pipe.
  /// - Throws: The reason why the file cannot be opened.
  public init(path: String, stop: Int32? = nil) throws(FileAccessError) {
    self.stop = stop
    self.path = path == "-" ? "standard input" : path
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | (stop == nil ? 0 : O_NONBLOCK))
      guard descriptor >= 0 else { throw FileAccessError(path: path, code: errno) }
    }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  /// A source of the bytes behind an open descriptor, which it closes at its end.
  private init(descriptor: Int32, path: String, size: Int) {
    self.descriptor = descriptor
    self.path = path
    self.size = size
    stop = nil
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The first bytes of a regular file, which are read again with the first chunk; none of any other file.
  func beginning(limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, limit, lseek(descriptor, 0, SEEK_CUR)))
    }
  }

  /// The bytes of a regular file from its beginning, whatever else is read from it; of any other file, the file itself.
  func bytesFromBeginning() -> any ByteSource {
    size == nil ? self : PositionedFileSource(file: self, position: lseek(descriptor, 0, SEEK_CUR))
  }

  /// A regular file that is read by position.
  private struct PositionedFileSource: ByteSource {
    let file: FileByteSource
    var position: off_t

    mutating func nextChunk() throws(FileAccessError) -> [UInt8]? {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        let result = pread(file.descriptor, buffer.baseAddress, buffer.count, position)
        if result < 0 { failure = errno }
        count = max(0, result)
      }
      if failure != 0 { throw FileAccessError(path: file.path, code: failure) }
      position += off_t(chunk.count)
      return chunk.isEmpty ? nil : chunk
    }
  }

  /// More than this is not copied from a pipe.
  static let mostCopiedBytes = 1 << 31

  /// All bytes of a source that may keep its reader waiting, in a temporary file that only this process sees.
  ///
  /// - Parameters:
  ///   - limit: The length of the beginning that `check` receives.
  ///   - check: Receives the beginning as soon as it is there, and throws for content that is not to be copied.
  /// - Throws: ``FileAccessError``, also for more than ``mostCopiedBytes``; what `check` throws.
  func copiedToTemporaryFile(checking limit: Int, _ check: ([UInt8]) throws -> Void) throws -> FileByteSource {
    let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var name = Array("\(folder)/peoplebook-import-XXXXXX".utf8CString)
    let copy = mkstemp(&name)
    guard copy >= 0 else { throw FileAccessError(path: folder, code: errno) }
    unlink(name)
    var size = 0
    var beginning: [UInt8]? = []
    do {
      while let chunk = try nextChunk() {
        size += chunk.count
        guard size <= Self.mostCopiedBytes else { throw FileAccessError(path: path, code: EFBIG) }
        if let code = chunk.withUnsafeBytes({ WholeWrite.write($0, to: copy) }) {
          throw FileAccessError(path: folder, code: code)
        }
        guard let begun = beginning else { continue }
        let bytes = begun + chunk
        if bytes.count >= limit { try check(Array(bytes.prefix(limit))) }
        beginning = bytes.count < limit ? bytes : nil
      }
    } catch {
      close(copy)
      throw error
    }
    lseek(copy, 0, SEEK_SET)
    return FileByteSource(descriptor: copy, path: path, size: size)
  }

  /// Reads the next bytes; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  /// - Complexity: O(*n*), where *n* is the number of bytes, at most 65,536.
  public func nextChunk() throws(FileAccessError) -> [UInt8]? {
    try waitForBytes()
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var result = read(descriptor, buffer.baseAddress, buffer.count)
      while result < 0, errno == EINTR { result = read(descriptor, buffer.baseAddress, buffer.count) }
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    // Another process that reads from the same pipe was faster.
    if failure == EAGAIN, stop != nil { return try nextChunk() }
    if failure != 0 { throw FileAccessError(path: path, code: failure) }
    return chunk.isEmpty ? nil : chunk
  }

  private func waitForBytes() throws(FileAccessError) {
    // Reading a regular file never waits.
    guard let stop, size == nil else { return }
    var polled = [descriptor, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, 2, -1) < 0 {
      guard errno == EINTR else { throw FileAccessError(path: path, code: errno) }
    }
    if polled[1].revents != 0 { throw FileAccessError(path: path, code: ECANCELED) }
  }
}
