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
  private let makeReader: (@Sendable (any ByteSource) -> any PersonReader)?
  private let makeNamedReader: (@Sendable (any ByteSource) -> any PersonReader)?
  private let makeWriter: (@Sendable ([String: String]) -> any PersonWriter)?

  /// Describes a format.
  ///
  /// - Parameters:
  ///   - recognise: Whether a file that begins like this has the format.
  ///   - mayBe: Whether a file with one of the endings, which no format recognises, may have the format.
  ///   - reader: Makes a reader; `nil` for a format that is only written.
  ///   - namedReader: Makes a reader of a file of which the user has named the format; `nil` where it is the same.
  ///   - writer: Makes a writer with the values of ``writerOptions`` by name; `nil` for a format that is only read.
  init(
    _ name: String, title: String, fileExtensions: [String], writerOptions: [WriterOption] = [],
    recognise: @escaping @Sendable (FileBeginning) -> Bool = { _ in false },
    mayBe: @escaping @Sendable (FileBeginning) -> Bool = { _ in false },
    reader: (@Sendable (any ByteSource) -> any PersonReader)? = nil,
    namedReader: (@Sendable (any ByteSource) -> any PersonReader)? = nil,
    writer: (@Sendable ([String: String]) -> any PersonWriter)? = nil
  ) {
    self.name = name
    self.title = title
    self.fileExtensions = fileExtensions
    self.writerOptions = writerOptions
    self.recognise = recognise
    self.mayBe = mayBe
    makeReader = reader
    makeNamedReader = namedReader ?? reader
    makeWriter = writer
  }

  /// Every format.
  ///
  /// The first that recognises a file reads it. Cards come before tables, since a line of a card can look like
  /// headings: `TEL;CELL:5551234567`.
  public static let all: [PersonFormat] = [jcard, json, ldif, abook, aliases, vcard, csv]

  /// The formats that can be read.
  public static var readable: [PersonFormat] { all.filter { $0.makeReader != nil } }

  /// The formats that can be written.
  public static var writable: [PersonFormat] { all.filter { $0.makeWriter != nil } }

  /// The format with the name on the command line; `nil` when there is none.
  public init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The format of files with the ending of this name; `nil` when there is none.
  public init?(path: String) {
    guard let ending = Self.fileExtension(of: path)?.lowercased(),
      let format = Self.all.first(where: { $0.fileExtensions.contains(ending) })
    else { return nil }
    self = format
  }

  /// A reader of this format.
  ///
  /// - Parameter isNamed: Whether the user has named the format: a name is then enough for a person.
  /// - Throws: ``FormatError`` when the format is only written.
  public func reader(_ source: some ByteSource, isNamed: Bool = false) throws(FormatError) -> any PersonReader {
    guard let makeReader = isNamed ? makeNamedReader : makeReader else {
      throw FormatError(description: "\(title) can be written, but not read.")
    }
    return makeReader(source)
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

  /// The ending of the last part of a path, without the dot.
  private static func fileExtension(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }
}

/// Two formats with the same name are the same.
extension PersonFormat: Hashable {
  public static func == (left: PersonFormat, right: PersonFormat) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: Choosing a format

/// The reason why a file has no format, in one sentence for the user.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

extension PersonFormat {
  /// The format in which a file with this name is written: the one of its ending, or vCard where it has none.
  ///
  /// - Throws: ``FormatError`` when no format that can be written has the ending; it names those that exist.
  public static func forWriting(to path: String) throws(FormatError) -> PersonFormat {
    guard let ending = fileExtension(of: path) else { return vcard }
    if let format = PersonFormat(path: path), format.makeWriter != nil { return format }
    let known = writable.compactMap(\.fileExtensions.first).map { ".\($0)" }.listed(last: "or")
    throw FormatError(description: "“.\(ending)” is not the ending of a format: name a file that ends with \(known).")
  }

  /// The format of a file that begins like this.
  ///
  /// The content decides; the name only where the content leaves it open.
  ///
  /// - Throws: ``FormatError`` with the kind of the file.
  static func ofFile(beginningWith beginning: FileBeginning, path: String) throws(FormatError) -> PersonFormat {
    if beginning.signedKind == nil, let format = readable.first(where: { $0.recognises(beginning) }) { return format }
    let kind = beginning.foreignKind
    if kind == nil, let format = PersonFormat(path: path), format.makeReader != nil, format.mayBe(beginning) {
      return format
    }
    throw refusal(of: kind ?? "text that begins with \(beginning.excerpt)")
  }

  /// Checks whether a file that begins like this may have the format, since the user says so.
  ///
  /// - Throws: ``FormatError`` with the kind of a file that is certainly something else.
  func check(_ beginning: FileBeginning) throws(FormatError) {
    if beginning.signedKind == nil, recognises(beginning) { return }
    if let kind = beginning.foreignKind { throw Self.refusal(of: kind) }
  }

  private static func refusal(of kind: String) -> FormatError {
    let titles = readable.map(\.title).listed(last: "and")
    return FormatError(description: "This is \(kind), not a file of people: \(titles) files can be imported.")
  }
}
