import Glibc

/// A file that cannot be imported, in one sentence.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether a part of the import is in the book, where the history lists it.
  public let isPartial: Bool

  /// Creates an error with its sentence.
  public init(description: String, isPartial: Bool = false) {
    self.description = description
    self.isPartial = isPartial
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
    /// The fields of columns of a table; where there are any, the file is read as one.
    public var mappings: [ColumnMapping]
    /// Whether the file may be a pipe.
    public var allowsPipes = true

    /// Creates options.
    public init(
      format: PersonFormat? = nil, encoding: String? = nil, mappings: [ColumnMapping] = [], allowsPipes: Bool = true
    ) {
      self.format = format ?? (mappings.isEmpty ? nil : .csv)
      self.encoding = encoding
      self.mappings = mappings
      self.allowsPipes = allowsPipes
    }
  }

  /// The absolute path under which the file can be read again; `nil` for standard input, a pipe and a device.
  public let path: String?
  /// The size and time of that file when it was opened; `nil` without a path.
  let version: FileStamp.Version?
  /// The options with which it was opened.
  public let options: Options
  /// The file as the user named it, or `standard input`.
  public let name: String
  /// The number of bytes, if known.
  public let size: Int
  /// The format in which it is read.
  public let format: PersonFormat
  private let encoding: String?
  private let source: FileByteSource
  private let failure = DecodingFailure()

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The format, the encoding and the meanings of columns, where the user says them.
  ///   - stop: A descriptor. As soon as it can be read from, waiting for a pipe ends with the error `ECANCELED`.
  /// - Throws: ``FileAccessError``; ``UnknownEncoding``; ``ImportError`` for a folder, an empty file, and content that
  ///   is not of a known format.
  /// - Complexity: O(1) for a regular file. A pipe is copied: O(*n*), where *n* is the number of its bytes.
  public init(path: String, _ options: Options = Options(), stop: Int32? = nil) throws {
    name = path == "-" ? "standard input" : path
    self.options = options
    self.path = Self.regularFile(at: path)
    version = self.path.flatMap(FileStamp.init(of:))?.version
    try Self.checkPath(path, allowsPipes: options.allowsPipes)
    var source = try FileByteSource(path: path, stop: stop)
    encoding = options.encoding
    let find = { [name, encoding] (bytes: [UInt8]) throws -> PersonFormat in
      let beginning = FileBeginning(try Self.decoded(bytes, encoding))
      return try Self.format(options.format, beginningWith: beginning, path: path, name: name)
    }
    if source.size == nil {
      source = try source.copiedToTemporaryFile(checking: FileBeginning.limit) { _ = try find($0) }
    }
    self.source = source
    size = source.size ?? 0
    format = try find(source.beginning(limit: FileBeginning.limit))
    _ = try reader()
  }

  /// Opens several files.
  ///
  /// Of several files, empty ones and those of another kind are left out; a single one is an error. A file that is
  /// missing or cannot be read is always an error.
  ///
  /// - Complexity: O(files), each of which is read as far as its format needs; a pipe is read to its end.
  /// - Returns: The files, and the results of those that were left out, by their places in `paths`.
  /// - Throws: As ``init(path:_:stop:)``.
  public static func open(
    _ paths: [String], _ options: Options = Options(), stop: Int32? = nil
  ) throws -> (files: [ImportFile], leftOut: [Int: ImportOutcome.File]) {
    var files: [ImportFile] = []
    var leftOut: [Int: ImportOutcome.File] = [:]
    for (index, path) in paths.enumerated() {
      do {
        files.append(try ImportFile(path: path, options, stop: stop))
      } catch let error as ImportError where paths.count > 1 {
        leftOut[index] = ImportOutcome.File(name: path, failure: "\(error)")
      }
    }
    try checkMappings(options.mappings, in: files)
    return (files, leftOut)
  }

  /// A reader of the file from its beginning.
  ///
  /// - Parameter isCancelled: Asked before each chunk of bytes; `true` makes the reader end early; the caller
  ///   discards its last person.
  func reader(isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> any PersonReader {
    let options = ReadingOptions(isNamed: options.format != nil, mappings: options.mappings)
    let bytes = CancellableSource(source: source.bytesFromBeginning(), isCancelled: isCancelled)
    guard let encoding else { return try format.reader(bytes, options) }
    guard let text = TranscodedSource(bytes, encoding: encoding, failure: failure) else {
      throw UnknownEncoding(name: encoding)
    }
    return try format.reader(text, options)
  }

  /// The columns of a table, and their fields; empty for other formats.
  ///
  /// - Throws: The reason why the file cannot be read.
  /// - Complexity: O(1): the first person is read.
  public func columns() throws -> [ImportColumn] {
    var reader = try reader()
    _ = try reader.next()
    return reader.columns
  }

  /// Checks whether each mapping chooses a column in one of the files, and no more than one in any.
  ///
  /// - Throws: ``ColumnMappingError`` for the first one that does not.
  private static func checkMappings(_ mappings: [ColumnMapping], in files: [ImportFile]) throws {
    if mappings.isEmpty || files.isEmpty { return }
    let columns = try files.map { try $0.columns() }
    for mapping in mappings {
      do throws(ColumnMappingError) {
        try mapping.check(in: columns)
      } catch {
        // Mappings make every file a table, even one that begins like a vCard.
        let formats = files.compactMap(\.formatWithoutColumns)
        guard formats.count == files.count, let format = formats.first else { throw error }
        throw ColumnMappingError(
          description: "There is no column \(mapping.heading.excerpt): \(format.title) has no columns.")
      }
    }
  }

  /// The format without columns that the file begins like, whatever it is read as; `nil` for a table.
  private var formatWithoutColumns: PersonFormat? {
    guard let bytes = try? Self.decoded(source.beginning(limit: FileBeginning.limit), encoding),
      let format = try? PersonFormat.ofFile(beginningWith: FileBeginning(bytes), path: name), format != .csv
    else { return nil }
    return format
  }

  /// The report of a reader at its end, with the text that was not in the named encoding.
  func completed(_ report: ImportReport) -> ImportReport {
    guard let encoding, let line = failure.firstLine else { return report }
    var report = report
    report.doubt(
      "this text is not in the encoding \(encoding.excerpt), and letters were lost.", line: line,
      remedy: .anotherEncoding)
    return report
  }

  /// The format of a file: the named one, unless the file is certainly not text about people, else the one it has.
  private static func format(
    _ named: PersonFormat?, beginningWith beginning: FileBeginning, path: String, name: String
  ) throws(ImportError) -> PersonFormat {
    if named == nil, beginning.isEmpty { throw ImportError(description: "\(name) is empty.") }
    do {
      guard let named else { return try PersonFormat.ofFile(beginningWith: beginning, path: path) }
      try named.check(beginning)
      return named
    } catch {
      throw ImportError(description: "\(name) cannot be imported. \(error)")
    }
  }

  private static func regularFile(at path: String) -> String? {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return PeopleFile.resolved(path)
  }

  /// The reason why people cannot be imported from a path; `nil` when it leads to a regular file.
  public static func refusalToRead(at path: String) -> String? {
    do {
      try checkPath(path, allowsPipes: false)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func checkPath(_ path: String, allowsPipes: Bool) throws {
    guard path != "-" else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileAccessError(path: path, code: errno) }
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

/// A source that ends early when its reading is cancelled.
private struct CancellableSource: ByteSource {
  var source: any ByteSource
  let isCancelled: @Sendable () -> Bool

  mutating func nextChunk() throws(FileAccessError) -> [UInt8]? {
    try isCancelled() ? nil : source.nextChunk()
  }
}
