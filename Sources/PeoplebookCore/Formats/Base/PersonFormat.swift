/// A format in which people are read, written, or both.
///
/// A format is described once: its name, the endings of its files, how its content is recognised, its reader, its
/// writer and their options. The command line, its help and the screens loop over ``all``. To add a format, write its
/// reader or its writer, describe it in an extension of this type beside them, and list it in ``all``.
public struct PersonFormat: Sendable {
  /// An option of a writer, with the values that it takes; the first is the default.
  public struct WriterOption: Hashable, Sendable {
    /// The option's name on the command line: `vcard-version`.
    public let name: String
    /// The values that it takes.
    public let choices: [String]
    /// One line of help.
    public let help: String
  }

  /// The word for the format on the command line: `vcard`.
  public let name: String
  /// The name that the user reads: `vCard`.
  public let title: String
  /// The endings of its files, in lower case; the first is the usual one.
  public let fileExtensions: [String]
  /// The options of its writer.
  public let writerOptions: [WriterOption]
  private let recognise: @Sendable (FileBeginning) -> Bool
  private let mayBe: @Sendable (FileBeginning) -> Bool
  private let makeReader: (@Sendable (any ByteSource, ReadingOptions) -> any PersonReader)?
  private let makeWriter: (@Sendable ([String: String]) -> any PersonWriter)?

  /// Describes a format.
  ///
  /// - Parameters:
  ///   - recognise: Whether a file that begins like this has the format.
  ///   - mayBe: Whether a file with one of the endings, which no format recognises, may have the format.
  ///   - reader: Makes a reader; `nil` for a format that is only written.
  ///   - writer: Makes a writer with the values of ``writerOptions`` by name; `nil` for a format that is only read.
  init(
    _ name: String, title: String, fileExtensions: [String], writerOptions: [WriterOption] = [],
    recognise: @escaping @Sendable (FileBeginning) -> Bool = { _ in false },
    mayBe: @escaping @Sendable (FileBeginning) -> Bool = { _ in false },
    reader: (@Sendable (any ByteSource, ReadingOptions) -> any PersonReader)? = nil,
    writer: (@Sendable ([String: String]) -> any PersonWriter)? = nil
  ) {
    self.name = name
    self.title = title
    self.fileExtensions = fileExtensions
    self.writerOptions = writerOptions
    self.recognise = recognise
    self.mayBe = mayBe
    makeReader = reader
    makeWriter = writer
  }

  /// Whether the format can be read.
  public var isReadable: Bool { makeReader != nil }

  /// Whether the format can be written.
  public var isWritable: Bool { makeWriter != nil }

  /// A reader of this format.
  ///
  /// - Throws: ``FormatError`` when the format is only written.
  public func reader(
    _ source: some ByteSource, _ options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> any PersonReader {
    guard let makeReader else { throw FormatError(description: "\(title) can be written, but not read.") }
    return makeReader(source, options)
  }

  /// A writer of this format.
  ///
  /// - Parameter options: The values of ``writerOptions`` by name; the first choice where there is none.
  /// - Throws: ``FormatError`` when the format is only read.
  public func writer(_ options: [String: String] = [:]) throws(FormatError) -> any PersonWriter {
    guard let makeWriter else { throw FormatError(description: "\(title) can be read, but not written.") }
    return makeWriter(options)
  }

  /// Whether a file that begins like this has the format.
  func recognises(_ beginning: FileBeginning) -> Bool { recognise(beginning) }

  /// Whether a file with one of the endings, which no format recognises, may have the format.
  func isPossible(for beginning: FileBeginning) -> Bool { mayBe(beginning) }
}

/// Two formats with the same name are the same.
extension PersonFormat: Hashable {
  public static func == (left: PersonFormat, right: PersonFormat) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The reason why a file has no format, in one sentence for the user.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}
