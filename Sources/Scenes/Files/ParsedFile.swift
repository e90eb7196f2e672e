/// A scene file whose JSON is parsed and whose images are decoded: the part of reading that needs no main actor.
struct ParsedFile: Sendable {
  /// The whole file.
  let root: NodeReader
  /// The images of the file, by their names.
  let images: [String: Image]
  /// The content of the file, for the places in messages.
  let bytes: [UInt8]
  /// The name of the file in messages.
  let name: String

  /// The number of bytes of the largest file: a hundred times the largest scene of this project.
  static let sizeLimit = 1_048_576

  /// Reads a source, and the image files that it names.
  ///
  /// - Throws: ``FileError``; ``FileError/invalidFile(_:)`` has a message with line, column and path.
  /// - Complexity: O(length of the file and its images).
  init(_ source: FileSource, _ reader: ImageReader) throws(FileError) {
    bytes = try source.bytes()
    name = source.name
    do throws(FileProblem) {
      guard bytes.count <= Self.sizeLimit else { throw FileProblem("the file is larger than 1 MB", at: 0) }
      root = NodeReader(try JSONParser.parse(bytes))
      images = try root["images"].map { list throws(FileProblem) in try reader.read(list) } ?? [:]
    } catch {
      throw .invalidFile(error.description(in: bytes, named: name))
    }
  }
}
