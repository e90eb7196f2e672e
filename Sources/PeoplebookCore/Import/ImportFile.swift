import Glibc

/// A file that cannot be imported, in one sentence.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// The name of an encoding that the system does not know.
public struct UnknownEncoding: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was given.
  public let name: String

  public var description: String {
    "\(name.excerpt) is not an encoding that this system knows; windows-1252 is one."
  }
}

/// A file to import people from: opened, and its format known.
///
/// Opening waits for the whole input where that can take long. What another program writes into a pipe is copied to a
/// temporary file first, so that no book is locked while that program is slow.
public struct ImportFile: Sendable {
  /// The options for reading a file.
  public struct Options: Sendable {
    /// The format; `nil` to recognise it.
    public var format: PersonFormat?
    /// The name of the encoding; `nil` to recognise it.
    public var encoding: String?
    /// Whether the file may be a pipe.
    public var allowsPipes = true

    /// Creates options.
    public init(format: PersonFormat? = nil, encoding: String? = nil, allowsPipes: Bool = true) {
      self.format = format
      self.encoding = encoding
      self.allowsPipes = allowsPipes
    }
  }

  /// The file as the user named it, or `standard input`.
  public let name: String
  /// The number of bytes, if known.
  public let size: Int
  /// The format in which it is read.
  public let format: PersonFormat
  private let encoding: String?
  private let source: FileByteSource

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter stop: A descriptor. As soon as it can be read from, waiting for a pipe ends with the error
  ///   `ECANCELED`.
  /// - Throws: ``FileError``; ``UnknownEncoding``; ``ImportError`` for a folder, an empty file, and content that is not
  ///   of a known format.
  public init(path: String, _ options: Options = Options(), stop: Int32? = nil) throws {
    name = path == "-" ? "standard input" : path
    try Self.check(path, allowsPipes: options.allowsPipes)
    var source = try FileByteSource(path: path, stop: stop)
    encoding = options.encoding
    let find = { [name, encoding] (bytes: [UInt8]) throws -> PersonFormat in
      if let format = options.format { return format }
      return try Self.format(beginningWith: try Self.decoded(bytes, encoding), path: path, name: name)
    }
    if source.size == nil {
      source = try source.copiedToTemporaryFile(checking: FileBeginning.limit) { _ = try find($0) }
    }
    self.source = source
    size = source.size ?? 0
    format = try find(source.beginning(limit: FileBeginning.limit))
    _ = try reader()
  }

  /// A reader of the file, to be used once.
  func reader() throws -> any PersonReader {
    guard let encoding else { return try format.reader(source) }
    guard let text = TranscodedSource(source, encoding: encoding) else { throw UnknownEncoding(name: encoding) }
    return try format.reader(text)
  }

  private static func format(
    beginningWith bytes: [UInt8], path: String, name: String
  ) throws(ImportError) -> PersonFormat {
    let beginning = FileBeginning(bytes)
    if beginning.isEmpty { throw ImportError(description: "\(name) is empty.") }
    do {
      return try PersonFormat.ofFile(beginningWith: beginning, path: path)
    } catch {
      throw ImportError(description: "\(name) cannot be imported. \(error)")
    }
  }

  private static func check(_ path: String, allowsPipes: Bool) throws {
    guard path != "-" else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(path: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImportError(description: "\(path) is a folder: name a file in it.")
    default: if !allowsPipes { throw ImportError(description: "\(path) is not a regular file.") }
    }
  }

  private static func decoded(_ bytes: [UInt8], _ encoding: String?) throws -> [UInt8] {
    guard let encoding else { return bytes }
    guard var source = TranscodedSource(MemoryByteSource(bytes), encoding: encoding) else {
      throw UnknownEncoding(name: encoding)
    }
    var text: [UInt8] = []
    while let chunk = try source.nextChunk() { text += chunk }
    return text
  }
}
