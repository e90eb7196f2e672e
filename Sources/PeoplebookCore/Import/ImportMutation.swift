import Persistence

/// An import from files.
///
/// The book keeps it until it has ended, so that the next program resumes it after a crash.
struct ImportMutation: Mutation {
  static let name = "import"

  /// The absolute path of the first file; `-` for input that cannot be read again, such as a pipe.
  let path: String
  /// Those of the other files; `nil` for one file.
  var others: [String]?
  /// The name of the format; `nil` to recognise it.
  var format: String?
  /// The name of the encoding; `nil` to recognise it.
  var encoding: String?
  /// The fields of columns, as the user wrote them; `nil` where the user wrote none.
  var mappings: [String]?

  /// The files as they were when they were opened, in the order of ``paths``; `nil` in books of earlier versions, and
  /// for a file that cannot be read again.
  var versions: [FileStamp.Version?]?

  /// Creates an import of files, of which there is one at least.
  init(_ files: [ImportFile]) {
    let paths = files.map { $0.path ?? Self.unnamed }
    path = paths.first ?? Self.unnamed
    others = paths.count > 1 ? Array(paths.dropFirst()) : nil
    // All files of an import have the same options.
    format = files.first?.options.format?.name
    encoding = files.first?.options.encoding
    let texts = files.first?.options.mappings.map(\.text) ?? []
    mappings = texts.isEmpty ? nil : texts
    versions = files.map(\.version)
  }

  /// The files to read again.
  var paths: [String] { [path] + (others ?? []) }

  private static let unnamed = "-"

  /// Opens the files again.
  ///
  /// - Throws: ``ImportError`` for input that cannot be read again, and for a file that was changed; as
  ///   ``ImportFile/init(path:_:stop:)``.
  func files() throws -> [ImportFile] {
    guard !paths.contains(Self.unnamed) else {
      throw ImportError(description: "Its input was a pipe, so it cannot be read again.", isPartial: true)
    }
    let named = PersonFormat.readable.first { $0.name == format }
    let options = ImportFile.Options(
      format: named, encoding: encoding, mappings: try (mappings ?? []).map { try ColumnMapping($0) },
      allowsPipes: false)
    let files = try paths.map { try ImportFile(path: $0, options) }
    for (file, version) in zip(files, versions ?? []) where version != nil && version != file.version {
      throw ImportError(
        description: "\(file.name) has changed since the import began: import it again.", isPartial: true)
    }
    return files
  }

  /// Writes nothing: people appear when they have been read.
  func start(in transaction: Transaction) {}

  /// Imports the files.
  ///
  /// A repeated import changes nothing: the people that the interrupted one has added are *unchanged*.
  func perform(as id: String, with imports: ResumableImports) async throws -> ImportOutcome {
    try await imports.perform(self, as: id)
  }

  /// Writes nothing: the import has committed its people, and has ended with the last of them.
  func commit(_ outcome: ImportOutcome, in transaction: Transaction) {}

  /// Writes nothing: an import that fails undoes what it has committed, but not what was committed before a crash.
  func rollBack(in transaction: Transaction) {}
}
